// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Synchronization

/// The versions of models that the program has made known for migrations (R-PSC-513).
enum RegisteredVersions {
  private static let versions = Mutex<[Transferable<NSManagedObjectModel>]>([])

  static func register(_ model: NSManagedObjectModel) {
    // Nobody else has the copy, which does not change from here.
    let version = Transferable(ModelCopying.copy(of: model))
    let hashes = version.value.entityVersionHashesByName
    versions.withLock { versions in
      versions.removeAll { $0.value.entityVersionHashesByName == hashes }
      versions.append(version)
    }
  }

  /// The versions, in the order in which they were made known.
  static var all: [NSManagedObjectModel] { versions.withLock { $0 }.map(\.value) }

  /// Returns the version that a store was written with, put together from the registered ones; nil
  /// when it cannot be.
  static func model(for metadata: [String: Any]) -> NSManagedObjectModel? {
    NSManagedObjectModel(byMerging: all, forStoreMetadata: metadata)
  }
}
