// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import KeyedArchives

/// One compiled version of a model, `.mom`.
struct CompiledModelFile {
  let url: URL

  /// Fills an empty model. A version that its compiler recorded other hashes of is reported in the
  /// log: stores of it may not open.
  func fill(_ model: NSManagedObjectModel) throws {
    let data: Data
    do { data = try Data(contentsOf: url) } catch {
      throw CocoaError.make(
        .fileReadCorruptFile,
        reason: "The model at \(url.path) cannot be read: \(error.localizedDescription)",
        userInfo: [NSURLErrorKey: url], underlying: error)
    }
    try ArchivedModel.fill(model, from: data, file: url)
    reportDifferences(of: model)
  }

  private func reportDifferences(of model: NSManagedObjectModel) {
    let folder = url.deletingLastPathComponent()
    guard folder.pathExtension == "momd",
      let recorded = CompiledBundle(at: folder)?.hashes(of: url)
    else { return }
    for name in VersionFit.differences(of: model, from: recorded) {
      Log.warning(
        "The entity '\(name)' of \(url.path) is of another version than VersionInfo.plist says.")
    }
  }
}
