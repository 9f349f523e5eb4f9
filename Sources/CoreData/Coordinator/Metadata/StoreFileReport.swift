// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
package import StoreInterface
import StoreRouting

/// The description that a store's file gives of itself, without a model. Reading it changes
/// nothing.
package struct StoreFileReport {
  /// The registered type, found by the file's content.
  package let type: String
  /// The store's UUID.
  package let identifier: String
  package let metadata: [String: Any]
  /// Ascending by name.
  package let entities: [StoreEntityFigures]
  /// Bytes on disk, with logs.
  package let bytes: Int

  /// Looks into a file.
  ///
  /// - Throws: `CocoaError` when it is missing, of no known type, or damaged.
  package static func inspect(_ url: URL) throws -> StoreFileReport {
    let type = try StoreAssembly.existingType(at: url)
    guard let engine = StoreAssembly.engine(type) else { return try custom(type, url) }
    do {
      let inspection = try engine.inspect(at: url)
      let metadata = try StoreMetadataCoding.decoded(inspection.metadata, at: url)
      return StoreFileReport(
        type: type, identifier: inspection.metadata.identifier, metadata: metadata,
        entities: inspection.entities.sorted { $0.name < $1.name }.map {
          StoreEntityFigures(name: $0.name, rows: $0.rows, nextID: Int($0.nextNumber ?? 1))
        }, bytes: inspection.bytes)
    } catch let error as StoreError {
      throw ErrorTranslation.cocoaError(error, url: url, engine: engine)
    }
  }

  /// Of a store that is written like a user's, the metadata is all there is without a model.
  private static func custom(_ type: String, _ url: URL) throws -> StoreFileReport {
    let metadata = try StaticMetadata.read(type: type, at: url)
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    return StoreFileReport(
      type: type, identifier: metadata[NSStoreUUIDKey] as? String ?? "", metadata: metadata,
      entities: [], bytes: (attributes[.size] as? NSNumber)?.intValue ?? 0)
  }
}

extension NSPersistentStore {
  /// Returns the rows and next free numbers of the store's entities, ascending by name; reads the
  /// store.
  package final func entityFigures() throws -> [StoreEntityFigures] {
    guard let schema = persistentStoreCoordinator?.schema else { return [] }
    let ours = try statistics().entities.filter { entities.holds($0.entity) }
    return ours.map {
      StoreEntityFigures(
        name: schema.entities[$0.entity].name, rows: $0.rows, nextID: Int($0.nextNumber))
    }.sorted { $0.name < $1.name }
  }

  /// Returns the bytes on disk, with logs; 0 for a store without a file.
  package final func byteCount() throws -> Int { try statistics().bytes }

  private final func statistics() throws -> StoreFigures {
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

  /// How many queries and counts the stores have been asked, each over however many stores.
  package final var queryCount: Int { router.statistics.fetches + router.statistics.counts }

  /// How many matches stores have delivered for queries.
  package final var deliveredRowCount: Int { router.statistics.rows }

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
