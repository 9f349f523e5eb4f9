// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import KeyedArchives

/// Models as Apple's tools compile them and stores keep them: keyed archives of descriptions
/// (R-MOD-303…308). They may be damaged or hostile: nothing in them stops the program.
enum ArchivedModel {
  /// Returns the model of an archive.
  ///
  /// - Parameter file: where the archive was found, for the error.
  /// - Throws: 259 with the reason.
  static func model(from archive: Data, file: URL) throws -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    try fill(model, from: archive, file: file)
    return model
  }

  /// Returns the model of a deflated archive, as stores keep it.
  static func model(fromDeflated data: Data, file: URL) throws -> NSManagedObjectModel {
    let archive: Data
    do { archive = try RawDeflate.inflated(data) } catch {
      throw failure("\(error)", file: file)
    }
    return try model(from: archive, file: file)
  }

  /// Fills an empty model, or throws and leaves it as it is.
  static func fill(_ model: NSManagedObjectModel, from archive: Data, file: URL) throws {
    do throws(ArchivedGraph.Damage) {
      let graph = try ArchivedGraph(reading: archive)
      guard let root = graph.rootObject, root.isKind(of: "NSManagedObjectModel") else {
        throw ArchivedGraph.Damage("it is no archive of a model")
      }
      try ArchivedModelReader(root).build(into: model)
    } catch {
      throw failure("\(error)", file: file)
    }
  }

  private static func failure(_ reason: String, file: URL) -> CocoaError {
    CocoaError.make(
      .fileReadCorruptFile,
      reason: "The model in \(file.lastPathComponent) cannot be read: \(reason).",
      userInfo: [NSURLErrorKey: file, NSFilePathErrorKey: file.path])
  }
}
