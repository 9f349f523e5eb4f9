// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface
import StoreRouting

extension NSPersistentStore {
  /// Returns the rows and next free numbers of the store's entities, ascending by name; reads the
  /// store.
  package final func entityFigures() throws -> [StoreEntityFigures] {
    guard let schema = persistentStoreCoordinator?.schema else { return [] }
    let ours = try statistics().entities.filter { entityIndexes.contains($0.entity) }
    return ours.map {
      StoreEntityFigures(
        name: schema.entities[$0.entity].name, rows: $0.rows, nextID: Int($0.nextNumber))
    }.sorted { $0.name < $1.name }
  }

  /// Returns the bytes on disk, with logs; 0 for a store without a file.
  package final func byteCount() throws -> Int { try statistics().bytes }

  private final func statistics() throws -> StoreStatistics {
    do {
      return try backend.statistics()
    } catch {
      throw ErrorTranslation.cocoaError(error, url: url, engine: mount?.engine)
    }
  }
}

extension NSPersistentStoreCoordinator {
  /// How many rows and relationships have been looked up in stores by key. For tests and reports.
  package final var lookupCount: Int { router.statistics.lookups }

  /// Rises with every commit of the process; rows from before one are looked up again. For tests.
  package static var commitCount: Int { StoreRouter.commitCount }

  /// Returns the backend behind an added store. For tests.
  package final func backend(of store: NSPersistentStore) -> any StoreBackend { store.backend }
}

/// How much of an entity a store holds.
package struct StoreEntityFigures: Sendable, Equatable {
  package let name: String
  /// Objects of exactly this entity.
  package let rows: Int
  /// The number that the next object of the entity's hierarchy would get; nil when unknown.
  package let nextID: Int?
}
