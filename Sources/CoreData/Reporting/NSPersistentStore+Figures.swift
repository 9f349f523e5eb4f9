// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

extension NSPersistentStore {
  /// The rows and next free numbers of the store's entities, ascending by name; reads the store.
  package final func entityFigures() throws -> [StoreEntityFigures] {
    guard let schema = persistentStoreCoordinator?.schema else { return [] }
    let ours = try statistics().entities.filter { entityIndexes.contains($0.entity) }
    return ours.map {
      StoreEntityFigures(
        name: schema.entities[$0.entity].name, rows: $0.rows, nextID: Int($0.nextNumber))
    }.sorted { $0.name < $1.name }
  }

  /// The bytes on disk, with logs; 0 for a store without a file.
  package final func byteCount() throws -> Int { try statistics().bytes }

  private final func statistics() throws -> StoreStatistics {
    do {
      return try backend.statistics()
    } catch {
      throw ErrorTranslation.cocoaError(error, url: url)
    }
  }
}
