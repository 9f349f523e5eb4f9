// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import RowEngine
import StoreInterface
import StoreRouting
import Synchronization

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
  let turn: WriteTurn
  private let stored: Mutex<StoreMetadata>

  init(
    store: NSIncrementalStore, settings: StoreConfiguration, numbers: ReferenceNumbers
  ) {
    self.store = store
    self.numbers = numbers
    let storeClass = type(of: store)
    gate = StoreGate(store, isSerial: !storeClass.supportsConcurrentRequests)
    turn = WriteTurn(timeout: settings.timeout)
    schema = settings.schema
    cache = RecordCache(settings.schema)
    stored = Mutex(settings.newMetadata)
    var capabilities: StoreCapabilities = [
      .durable, .singlePhase, .costlyRows, .readOnlyOpening, .wholeSaves,
    ]
    if storeClass.supportsConcurrentRequests { capabilities.insert(.concurrentReaders) }
    if storeClass.enforcesUniquenessConstraints { capabilities.insert(.uniqueness) }
    if store.keepsNotes { capabilities.insert(.notes) }
    self.capabilities = capabilities
  }

  var storeName: String { store.url?.path ?? store.type }

  /// Returns the ID of a key as the store knows it.
  func id(_ key: ObjectKey) throws -> NSManagedObjectID {
    guard let coordinator = store.persistentStoreCoordinator else {
      throw StoreError(.closed, store: storeName, message: "The store is closed.")
    }
    return coordinator.objectID(for: key.inStore(store.ordinal))
  }

  /// Returns the key of an ID that the store gave, without the ordinal.
  func key(_ id: NSManagedObjectID) throws(StoreError) -> ObjectKey {
    guard let key = StoreReferences.ownKey(of: id, in: store) else {
      throw wrongAnswer(
        "The store class \(type(of: store)) gave \(id.uriRepresentation()), which is not an object "
          + "of its store. It gives IDs made with newObjectID(for:referenceObject:).")
    }
    return key.inStore(0)
  }

  func wrongAnswer(_ sentence: String) -> StoreError {
    ClientError.storeError(WrongAnswer.error(sentence, of: store), store)
  }

  /// Returns true if two keys name one object, perhaps by different entities of its hierarchy.
  func isSame(_ key: ObjectKey, _ other: ObjectKey) -> Bool {
    key.number == other.number
      && schema.entities[key.entity].root == schema.entities[other.entity].root
  }

  /// Calls the store with the context that the call is for; where none asks, with one that nobody
  /// else has, on its queue.
  func call<T>(_ body: (NSManagedObjectContext) throws -> T) throws(StoreError) -> T {
    try gate.call {
      if let context = StoreCaller.current?.context { return try body(context) }
      let context = NSManagedObjectContext.aside(of: store.persistentStoreCoordinator)
      return try context.queue.sync { try body(context) }
    }
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
        if id.isTemporaryID {
          throw refusal("gave a temporary ID for a new \(object.layout.schema.name)", [object])
        }
        guard id.reference === store.reference, id.layout === object.layout else {
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
        + "object, in order, made with newObjectID(for:referenceObject:) for the object's entity; "
        + "where nobody else has named the object yet, with a name of the store's own, such as a "
        + "UUID.",
      userInfo: [NSAffectedObjectsErrorKey: objects])
  }

  func name(of number: Int64, root: Int) -> String {
    numbers.text(of: number, root: schema.entities[root].name)
  }

  func number(named name: String, root: Int) -> Int64 {
    numbers.number(forText: name, root: schema.entities[root].name)
  }

  var location: URL? { store.url }

  func reserveNumbers(_ count: Int, root: Int) throws(StoreError) -> Int64 {
    try gate.requireWritable()
    return numbers.reserve(count, root: schema.entities[root].name)
  }

  // MARK: - StoreBackend

  func notes(under prefix: String) -> [StoreNote] {
    guard store.keepsNotes else { return [] }
    return MetadataNotes.list(MetadataNotes.notes(in: store.metadata), under: prefix)
  }

  var metadata: StoreMetadata { stored.withLock { $0 } }

  func noteMetadata(_ metadata: StoreMetadata) { stored.withLock { $0 = metadata } }

  func beginRead() throws(StoreError) -> any StoreSnapshot {
    try gate.requireOpen()
    return IncrementalSnapshot(self)
  }

  /// Asks the store for everything, and leaves the records that are kept alone.
  func beginReadingBack() throws(StoreError) -> any StoreSnapshot {
    try gate.requireOpen()
    return IncrementalSnapshot(self, RecordCache(schema))
  }

  func beginWrite() throws(StoreError) -> any StoreTransaction {
    try gate.requireWritable()
    try turn.take(storeName)
    return IncrementalTransaction(self)
  }

  func statistics() throws(StoreError) -> StoreFigures {
    try gate.requireOpen()
    let snapshot = IncrementalSnapshot(self)
    var entities: [StoreFigures.Entity] = []
    for entity in schema.entities where store.entities.holds(entity.index) {
      let exactly = entity.index..<entity.index + 1
      let query = Query(entity: entity.index, concreteEntities: exactly)
      entities.append(
        StoreFigures.Entity(
          entity: entity.index, rows: entity.isAbstract ? 0 : try snapshot.count(query),
          nextNumber: numbers.next(root: schema.entities[entity.root].name)))
    }
    return StoreFigures(entities: entities, bytes: StoreFile().bytes(store.url))
  }

  func sizes(isThorough: Bool) throws(StoreError) -> StoreSizes {
    try gate.requireOpen()
    return StoreSizes(main: StoreFile().bytes(store.url))
  }

  func close() {
    gate.close()
    cache.removeAll()
  }
}

extension IncrementalBackend: RequestAnswering {
  func answer(
    _ request: NSPersistentStoreRequest, for context: NSManagedObjectContext
  ) throws(StoreError) -> Any {
    try gate.call { try store.execute(request, with: context) }
  }

  func forgetRecords() { cache.expire() }
}
