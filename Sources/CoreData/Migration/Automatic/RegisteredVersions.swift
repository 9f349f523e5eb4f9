// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import Synchronization

/// The versions of models that the program has made known for migrations (R-PSC-513).
enum RegisteredVersions {
  private struct Version {
    let model: Transferable<NSManagedObjectModel>
    let hashes: [String: Data]
  }

  private static let versions = OrderedMutex<[Version]>([], .leaf)

  static func register(_ model: NSManagedObjectModel) {
    // Nobody else has the copy, which does not change from here.
    let copy = Transferable(ModelCopying.copy(of: model))
    let version = Version(model: copy, hashes: copy.value.entityVersionHashesByName)
    let former = versions.withLock { versions in
      let former = versions
      versions.removeAll { $0.hashes == version.hashes }
      versions.append(version)
      return former
    }
    // A model that nobody has any more goes outside of the lock: it takes others.
    withExtendedLifetime(former) {}
  }

  /// The versions, in the order in which they were made known.
  static var all: [NSManagedObjectModel] { versions.withLock { $0.map(\.model) }.map(\.value) }

  /// Returns the version that a store was written with, put together from the registered ones; nil
  /// when it cannot be.
  static func model(for metadata: [String: Any]) -> NSManagedObjectModel? {
    NSManagedObjectModel(byMerging: all, forStoreMetadata: metadata)
  }
}
