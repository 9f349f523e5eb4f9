// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

extension StoreConfiguration {
  /// The configuration of a store for a frozen model, whose archive is kept with a file that is made.
  init(
    of model: NSManagedObjectModel, at url: URL?, entities: [Int], newMetadata: StoreMetadata
  ) {
    self.init(of: model, at: url, entities: entities) { newMetadata }
  }

  init(
    of model: NSManagedObjectModel, at url: URL?, entities: [Int],
    newMetadata: @escaping @Sendable () -> StoreMetadata
  ) {
    self.init(url: url, schema: model.schema, entities: entities, newMetadata: newMetadata)
    let frozen = FrozenReference(model: model)
    modelArchive = { ModelArchiver.deflatedArchive(of: frozen.model) }
  }
}

// Sendable: a frozen model does not change, and its archive is behind a lock.
private struct FrozenReference: @unchecked Sendable {
  let model: NSManagedObjectModel
}
