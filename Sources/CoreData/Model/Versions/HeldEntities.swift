// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

extension NSManagedObjectModel {
  /// Returns the entities that a store of a configuration holds, if these are the hashes in its
  /// metadata: the configuration's, and their subentities that the store has besides in the model's
  /// version, as one that was made for the whole model (R-MOD-008). Nil for an unknown configuration.
  final func heldEntities(
    ofConfiguration configuration: String?, in stored: [String: Data]
  ) -> [NSEntityDescription]? {
    guard let listed = entities(forConfigurationName: configuration) else { return nil }
    let names = Set(listed.compactMap(\.name))
    guard !stored.keys.allSatisfy(names.contains) else { return listed }
    let hashes = entityVersionHashesByName
    return listed
      + entityList.filter { entity in
        guard let name = entity.name, !names.contains(name), let hash = stored[name] else {
          return false
        }
        return hash == hashes[name] && entity.descends(fromOneOf: names)
      }
  }
}

extension NSEntityDescription {
  fileprivate final func descends(fromOneOf names: Set<String>) -> Bool {
    sequence(first: self, next: \.superentity).dropFirst().contains {
      names.contains($0.name ?? "")
    }
  }
}
