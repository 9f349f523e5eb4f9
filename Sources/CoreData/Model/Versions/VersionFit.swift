// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A comparison of a model with hashes that Apple's framework may have recorded.
///
/// How these count derived and composite attributes is not known: entities that have any, or inherit
/// any, are taken to be of the version (R-REQ-180).
enum VersionFit {
  /// Returns the names of the entities, ascending, that the model lacks or has in another version.
  static func differences(
    of model: NSManagedObjectModel, from hashes: [String: Data]
  ) -> [String] {
    let own = model.entityVersionHashesByName
    let entities = model.entitiesByName
    return hashes.keys.sorted().filter { name in
      guard let entity = entities[name] else { return true }
      return own[name] != hashes[name] && !isUncertain(entity)
    }
  }

  /// Returns true if a store with this metadata may have been written with the model.
  static func fits(_ model: NSManagedObjectModel, _ metadata: [String: Any]) -> Bool {
    guard let stored = VersionHashing.storedHashes(in: metadata), !stored.isEmpty else {
      return false
    }
    return differences(of: model, from: stored).isEmpty
  }

  private static func isUncertain(_ entity: NSEntityDescription) -> Bool {
    entity.properties.contains {
      $0 is NSDerivedAttributeDescription || $0 is NSCompositeAttributeDescription
    }
  }
}
