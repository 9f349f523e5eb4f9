// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
import ModelFormat

extension NSManagedObjectModel {
  /// Makes a version of a model known for the life of the process: a store that was written with it,
  /// and does not keep its model, can then be migrated. Our addition, in place of the bundles that
  /// programs have elsewhere. Takes a copy; a second one of equal entities takes the first one's
  /// place. Any thread.
  ///
  /// ```swift
  /// NSManagedObjectModel.registerVersion(former)
  /// ```
  public static func registerVersion(_ model: NSManagedObjectModel) {
    RegisteredVersions.register(model)
  }

  /// Returns the ``versionChecksum`` of each version of a model by its name: those that a `.momd`
  /// records, and those of the versions that it records none of; of a `.xcdatamodeld` all are
  /// computed.
  ///
  /// - Parameter modelURL: what ``init(contentsOf:)`` reads.
  /// - Throws: a `CocoaError` that names the file that cannot be read.
  public class func checksumsForVersionedModel(at modelURL: URL) throws -> [String: String] {
    var result = ModelLoading.recordedChecksums(at: modelURL)
    for version in try ModelLoading.versions(of: modelURL) where result[version.name] == nil {
      result[version.name] = try NSManagedObjectModel.load(from: version.contents).versionChecksum
    }
    return result
  }
}
