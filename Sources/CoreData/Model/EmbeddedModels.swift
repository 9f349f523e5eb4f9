// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import ModelChecking
import ModelFormat
import Synchronization

/// Models that generated code carries, by name: a program finds them without its resources.
enum EmbeddedModels {
  private struct Source {
    let version: String
    let contents: StaticString
  }

  private static let sources = Mutex<[String: Source]>([:])

  static func register(_ contents: StaticString, named name: String, version: String) {
    let source = Source(version: version, contents: contents)
    sources.withLock { $0[name] = source }
  }

  /// New models from all that were compiled into the program, by ascending name. Those that cannot
  /// be read are left out, with a warning.
  static func all() -> [NSManagedObjectModel] {
    PendingRegistrations.run()
    return sources.withLock { $0.keys.sorted() }.compactMap(model(named:))
  }

  /// A new model from the XML of that name; nil, with a warning if it cannot be read, without it.
  static func model(named name: String) -> NSManagedObjectModel? {
    PendingRegistrations.run()
    guard let source = sources.withLock({ $0[name] }) else { return nil }
    do {
      let xml = source.contents.withUTF8Buffer { Data($0) }
      let document = try ModelReader.read(
        xml: xml, name: source.version, file: "\(name) (compiled into the program)"
      ).checkingFormats().validDocument()
      return try ModelBuilder.model(of: document)
    } catch {
      Log.warning("Cannot load the model \(name) that was compiled into the program: \(error)")
      return nil
    }
  }
}

extension NSManagedObjectModel {
  /// Makes the XML of a model's current version known under the model's name, for
  /// `NSPersistentContainer(name:)` when no bundle has the model. Generated code calls it, and it is
  /// read when it is first asked for: an addition of ours. Any thread.
  public static func registerModel(
    named name: String, version: String, contents: StaticString
  ) {
    EmbeddedModels.register(contents, named: name, version: version)
  }
}
