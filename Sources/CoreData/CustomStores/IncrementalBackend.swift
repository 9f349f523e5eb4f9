// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Dispatch
import Foundation
import RowEngine
import StoreInterface

/// An incremental store as the router sees it: questions and saves become the calls of its public
/// contract, and rows that were read are kept while contexts use them.
// Sendable: everything is behind the gate or locks itself.
final class IncrementalBackend: ObjectNaming, @unchecked Sendable {
  let capabilities: StoreCapabilities
  /// The coordinator keeps the store while it is mounted.
  unowned let store: NSIncrementalStore
  let gate: StoreGate
  let numbers: ReferenceNumbers
  let schema: StoreSchema
  let cache: RecordCache
  let registrations = RegistrationCounts()
  private let initialMetadata: StoreMetadata
  /// Held by the one transaction that writes: what it has compared stays true until it commits.
  private let writer = DispatchSemaphore(value: 1)

  init(
    _ store: NSIncrementalStore, _ settings: StoreConfiguration, _ numbers: ReferenceNumbers
  ) {
    self.store = store
    self.numbers = numbers
    let storeClass = type(of: store)
    gate = StoreGate(store, isSerial: !storeClass.supportsConcurrentRequests)
    schema = settings.schema
    cache = RecordCache(settings.schema)
    initialMetadata = settings.newMetadata
    var capabilities: StoreCapabilities = [
      .durable, .singlePhase, .costlyRows, .readOnlyOpening, .wholeSaves,
    ]
    if storeClass.supportsConcurrentRequests { capabilities.insert(.concurrentReaders) }
    if storeClass.enforcesUniquenessConstraints { capabilities.insert(.uniqueness) }
    self.capabilities = capabilities
  }

  var storeName: String { store.url?.path ?? store.type }

  /// The ID of a key as the store knows it.
  func id(_ key: ObjectKey) throws -> NSManagedObjectID {
    guard let coordinator = store.persistentStoreCoordinator else {
      throw StoreError(.closed, store: storeName, message: "The store is closed.")
    }
    return coordinator.objectID(for: key.inStore(store.ordinal))
  }

  /// The key of an ID that the store gave, without the ordinal.
  func key(_ id: NSManagedObjectID) -> ObjectKey {
    StoreReferences.key(of: id, in: store).inStore(0)
  }

  /// The context that a call is for; where none asks, one that nobody else has.
  func callingContext() -> NSManagedObjectContext {
    if let context = StoreCaller.current?.context { return context }
    let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    context.persistentStoreCoordinator = store.persistentStoreCoordinator
    return context
  }

  // MARK: - Naming

  func keys(for objects: [NSManagedObject]) throws(StoreError) -> [ObjectKey] {
    let store = store
    return try gate.call {
      let ids = try store.obtainPermanentIDs(for: objects)
      guard ids.count == objects.count else {
        throw refusal("gave \(ids.count) IDs for \(objects.count) new objects", objects)
      }
      return try zip(ids, objects).map { id, object in
        guard !id.isTemporaryID, id.reference === store.reference, id.layout === object.layout
        else {
          throw refusal(
            "gave \(id.uriRepresentation()) as the ID of a new \(object.layout.schema.name)",
            [object])
        }
        return id.key
      }
    }
  }

  private func refusal(_ what: String, _ objects: [NSManagedObject]) -> any Error {
    CocoaError.make(
      .persistentStoreSave,
      reason: "obtainPermanentIDs(for:) of \(type(of: store)) \(what). It gives one ID for each "
        + "object, in order, made with newObjectID(for:referenceObject:) for the object's entity.",
      userInfo: [NSAffectedObjectsErrorKey: objects])
  }

  func reserveNumbers(_ count: Int, root: Int) throws(StoreError) -> Int64 {
    numbers.reserve(count)
  }

  // MARK: - StoreBackend

  var metadata: StoreMetadata { initialMetadata }

  func beginRead() throws(StoreError) -> any StoreSnapshot { IncrementalSnapshot(self) }

  func beginWrite() throws(StoreError) -> any StoreTransaction {
    writer.wait()
    return IncrementalTransaction(self)
  }

  /// The transaction is over.
  func endWrite() { writer.signal() }

  func statistics() throws(StoreError) -> StoreStatistics {
    let snapshot = IncrementalSnapshot(self)
    var entities: [StoreStatistics.Entity] = []
    for entity in schema.entities where store.entityIndexes.contains(entity.index) {
      let exactly = entity.index..<entity.index + 1
      let query = Query(entity: entity.index, concreteEntities: exactly)
      entities.append(
        StoreStatistics.Entity(
          entity: entity.index, rows: entity.isAbstract ? 0 : try snapshot.count(query),
          nextNumber: numbers.next))
    }
    return StoreStatistics(entities: entities, bytes: 0)
  }

  func close() { cache.removeAll() }
}
