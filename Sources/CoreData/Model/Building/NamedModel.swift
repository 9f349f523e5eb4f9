// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A model and where it comes from, for messages: a path, or the name under which it was compiled in.
struct NamedModel {
  let name: String
  let model: NSManagedObjectModel

  /// Returns the models that can be merged. What lies beside a program may be another's, as that of
  /// another suite of the package: one that has an entity of the name of an earlier one's that is not
  /// the same is left out, with a warning (R-MOD-015).
  static func agreeing(_ models: [NamedModel]) -> [NSManagedObjectModel] {
    var owners: [String: (hash: Data, model: String)] = [:]
    return models.compactMap { candidate in
      let hashes = candidate.model.entityVersionHashesByName
      for (entity, hash) in hashes.sorted(by: { $0.key < $1.key }) {
        guard let owner = owners[entity], owner.hash != hash else { continue }
        Log.warning(
          "\(candidate.name) is left out of the merged model: its entity \(entity) is another than that "
            + "of \(owner.model). Load the model by its URL.")
        return nil
      }
      for (entity, hash) in hashes where owners[entity] == nil {
        owners[entity] = (hash, candidate.name)
      }
      return candidate.model
    }
  }
}
