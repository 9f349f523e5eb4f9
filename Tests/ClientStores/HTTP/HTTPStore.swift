// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import CoreData
import Foundation
import RecordProtocol
import Synchronization

/// A store on a server that keeps records by number, with versions; see the server's `RecordService`.
/// Its URL is `http://HOST:PORT/NAME`.
///
/// Being offline shows as the `URLError` that it is. The server finds what others have changed in
/// the meantime; the coordinator then resolves it by the context's merge policy.
public final class HTTPStore: NSIncrementalStore, @unchecked Sendable {
  public static let storeType = "HTTP"

  // Versions as last seen, by key: used by the coordinator's calls, which come one at a time.
  private var versions: [Int: UInt64] = [:]
  // Hooks come at any time.
  private let uses = Mutex<[NSManagedObjectID: Int]>([:])

  private var client: RecordClient {
    RecordClient(base: url ?? URL(fileURLWithPath: "/"))
  }

  public override var type: String { HTTPStore.storeType }

  /// How many contexts use each object.
  public var useCounts: [NSManagedObjectID: Int] { uses.withLock { $0 } }

  // MARK: - Metadata

  public override func loadMetadata() throws {
    let head = try client.head() ?? newHead()
    var properties: [String: Any] = [:]
    if !head.metadata.isEmpty {
      let list = try PropertyListSerialization.propertyList(from: head.metadata, format: nil)
      properties = list as? [String: Any] ?? [:]
    }
    properties[NSStoreUUIDKey] = head.identifier
    properties[NSStoreTypeKey] = HTTPStore.storeType
    metadata = properties
  }

  private func newHead() throws -> RecordStoreHead {
    guard let url, !isReadOnly else { throw CocoaError(.fileReadNoSuchFile) }
    let identifier = "\(HTTPStore.identifierForNewStore(at: url))"
    return try client.create(RecordStoreHead(identifier: identifier, metadata: Data()))
  }

  // MARK: - Requests

  public override func execute(
    _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?
  ) throws -> Any {
    switch request {
    case let fetch as NSFetchRequest<any NSFetchRequestResult>:
      return try HTTPFetch(request: fetch, store: self, context: context).answer()
    case let save as NSSaveChangesRequest:
      try self.save(save)
      return []
    default:
      throw CocoaError(
        .persistentStoreUnsupportedRequestType,
        userInfo: [NSLocalizedDescriptionKey: "\(Swift.type(of: request)) is not for HTTP stores."])
    }
  }

  public override func answersExactly(_ request: NSPersistentStoreRequest) -> Bool {
    (request as? NSFetchRequest<any NSFetchRequestResult>).flatMap(HTTPQuery.init)?.isExact ?? true
  }

  func keys(_ query: RecordQuery) throws -> [RecordKey] { try client.query(query) }

  // MARK: - Saving

  private func save(_ request: NSSaveChangesRequest) throws {
    let objects = objects(of: request)
    var save = RecordSave()
    save.metadata = try PropertyListSerialization.data(
      fromPropertyList: metadata ?? [:], format: .binary, options: 0)
    save.puts =
      (request.insertedObjects ?? []).map { put($0, expected: nil) }
      + (request.updatedObjects ?? []).map { put($0, expected: versions[key($0.objectID)] ?? 0) }
    save.deletes = (request.deletedObjects ?? []).map { expectation($0) }
    save.locks = (request.lockedObjects ?? []).map { expectation($0) }
    let conflicts = try client.save(save)
    guard conflicts.isEmpty else { throw self.conflicts(conflicts, objects) }
    for put in save.puts { versions[put.key] = (put.expected ?? 0) + 1 }
    for delete in save.deletes { versions[delete.key] = nil }
    for lock in save.locks { versions[lock.key]? += 1 }
  }

  private func put(_ object: NSManagedObject, expected: UInt64?) -> RecordSave.Put {
    RecordSave.Put(
      key: key(object.objectID), entity: object.entity.name ?? "", expected: expected,
      values: HTTPRecord(store: self).values(of: object))
  }

  private func expectation(_ object: NSManagedObject) -> RecordSave.Expectation {
    let key = key(object.objectID)
    return RecordSave.Expectation(key: key, version: versions[key])
  }

  private func objects(of request: NSSaveChangesRequest) -> [Int: NSManagedObject] {
    let sets = [
      request.insertedObjects, request.updatedObjects, request.deletedObjects,
      request.lockedObjects,
    ]
    let all = sets.compactMap { $0 }.joined()
    return Dictionary(all.map { (key($0.objectID), $0) }) { first, _ in first }
  }

  /// What the coordinator needs to run the merge policy.
  private func conflicts(
    _ found: [Int: UInt64], _ objects: [Int: NSManagedObject]
  ) -> any Error {
    let conflicts = found.compactMap { key, version in
      objects[key].map { object in
        NSMergeConflict(
          source: object, newVersion: Int(version), oldVersion: Int(versions[key] ?? 0),
          cachedSnapshot: nil, persistedSnapshot: nil)
      }
    }
    return CocoaError(
      .persistentStoreSaveConflicts,
      userInfo: [NSPersistentStoreSaveConflictsErrorKey: conflicts])
  }

  // MARK: - Objects

  public override func newValuesForObject(
    with objectID: NSManagedObjectID, with context: NSManagedObjectContext
  ) throws -> NSIncrementalStoreNode {
    let record = try existing(objectID)
    let key = key(objectID)
    versions[key] = record.version
    // Whoever asks may know no more than an ancestor of the object's entity.
    let id = id(RecordKey(entity: record.entity, key: key)) ?? objectID
    let values = try HTTPRecord(store: self).nodeValues(record, of: id.entity)
    return NSIncrementalStoreNode(objectID: id, withValues: values, version: record.version)
  }

  public override func newValue(
    forRelationship relationship: NSRelationshipDescription,
    forObjectWith objectID: NSManagedObjectID, with context: NSManagedObjectContext?
  ) throws -> Any {
    guard relationship.isInRecord else { return try members(of: relationship, objectID) }
    let value = try existing(objectID).values[relationship.name]
    let records = HTTPRecord(store: self)
    guard relationship.isToMany else { return try records.destination(value, of: relationship) }
    guard case .keys(let keys) = value else { return [NSManagedObjectID]() }
    return try records.ids(keys)
  }

  /// The objects whose to-one leads here.
  private func members(
    of relationship: NSRelationshipDescription, _ owner: NSManagedObjectID
  ) throws -> [NSManagedObjectID] {
    guard let inverse = relationship.inverseRelationship,
      let entity = relationship.destinationEntity
    else { return [] }
    var query = RecordQuery(entities: HTTPQuery.names(entity, includesSubentities: true))
    query.conditions = [.init(property: inverse.name, value: .integer(Int64(key(owner))))]
    return try keys(query).compactMap(id)
  }

  func record(_ key: Int) throws -> Record? { try client.record(key) }

  func existing(_ keys: [Int]) throws -> [RecordKey] {
    keys.isEmpty ? [] : try client.existing(keys)
  }

  private func existing(_ id: NSManagedObjectID) throws -> Record {
    guard let record = try record(key(id)) else {
      throw CocoaError(.managedObjectReferentialIntegrity)
    }
    return record
  }

  // MARK: - Names

  /// The server gives numbers, so that no other client has them.
  public override func obtainPermanentIDs(
    for array: [NSManagedObject]
  ) throws -> [NSManagedObjectID] {
    guard !array.isEmpty else { return [] }
    let first = try client.keys(array.count)
    return array.enumerated().map { place, object in
      newObjectID(for: object.entity, referenceObject: first + place)
    }
  }

  func key(_ id: NSManagedObjectID) -> Int {
    (referenceObject(for: id) as? NSNumber)?.intValue ?? 0
  }

  func id(_ key: RecordKey) -> NSManagedObjectID? {
    persistentStoreCoordinator?.managedObjectModel.entitiesByName[key.entity].map {
      newObjectID(for: $0, referenceObject: key.key)
    }
  }

  // MARK: - Uses

  public override func managedObjectContextDidRegisterObjects(
    with objectIDs: [NSManagedObjectID]
  ) {
    uses.withLock { uses in
      for id in objectIDs { uses[id, default: 0] += 1 }
    }
  }

  public override func managedObjectContextDidUnregisterObjects(
    with objectIDs: [NSManagedObjectID]
  ) {
    uses.withLock { uses in
      for id in objectIDs {
        let count = (uses[id] ?? 0) - 1
        uses[id] = count == 0 ? nil : count
      }
    }
  }
}
