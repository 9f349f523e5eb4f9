// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// An incremental store over a file of records, which it reads when it is opened and writes with
/// every save. It answers fetches with all objects of the entity.
final class RecordIncrementalStore: NSIncrementalStore {
  static let storeType = "Records, incremental"

  /// Calls come one at a time.
  private var file = RecordFile()

  override var type: String { Self.storeType }

  override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
    try RecordFile(url).metadata
  }

  override func loadMetadata() throws {
    file = try RecordFile(location)
    metadata = file.metadata
    guard !isReadOnly, file.metadata.isEmpty else { return }
    file.metadata = metadata
    try file.write(to: location)
  }

  private var location: URL { url ?? URL(fileURLWithPath: "/dev/null") }

  override func answersExactly(_ request: NSPersistentStoreRequest) -> Bool { false }

  override func execute(
    _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?
  ) throws -> Any {
    switch request {
    case let fetch as NSFetchRequest<any NSFetchRequestResult>:
      let ids = try objectIDs(fetch)
      switch fetch.resultType {
      case .countResultType: return [NSNumber(value: ids.count)]
      case .managedObjectIDResultType: return ids
      default: return ids.compactMap { context?.object(with: $0) }
      }
    case let save as NSSaveChangesRequest:
      try self.save(save)
      return []
    default: throw CocoaError(CocoaError.Code(rawValue: 134_091))
    }
  }

  private func objectIDs(_ request: NSFetchRequest<any NSFetchRequestResult>) throws
    -> [NSManagedObjectID]
  {
    guard let entity = request.entity, let model = persistentStoreCoordinator?.managedObjectModel
    else { throw CocoaError(CocoaError.Code(rawValue: 134_060)) }
    return file.records.compactMap { name, record in
      guard let own = model.entitiesByName[record.entity], own.isKindOf(entity: entity) else {
        return nil
      }
      return newObjectID(for: own, referenceObject: name)
    }
  }

  // MARK: - Values

  override func newValuesForObject(
    with objectID: NSManagedObjectID, with context: NSManagedObjectContext
  ) throws -> NSIncrementalStoreNode {
    let (id, record) = try record(objectID)
    var values = record.values
    for (key, relationship) in id.entity.relationshipsByName where !relationship.isToMany {
      values[key] = value(of: record, relationship)
    }
    return NSIncrementalStoreNode(objectID: id, withValues: values, version: record.version)
  }

  override func newValue(
    forRelationship relationship: NSRelationshipDescription,
    forObjectWith objectID: NSManagedObjectID, with context: NSManagedObjectContext?
  ) throws -> Any {
    value(of: try record(objectID).record, relationship)
  }

  private func value(
    of record: RecordFile.Record, _ relationship: NSRelationshipDescription
  ) -> Any {
    let ids = ids(record, relationship)
    if relationship.isToMany { return ids }
    return ids.first.map { $0 as Any } ?? NSNull()
  }

  /// The record of an ID, which may be of an ancestor of its entity, and the ID as it should be.
  private func record(
    _ id: NSManagedObjectID
  ) throws -> (id: NSManagedObjectID, record: RecordFile.Record) {
    guard let name = referenceObject(for: id) as? String, let record = file.records[name],
      let entity = persistentStoreCoordinator?.managedObjectModel.entitiesByName[record.entity]
    else { throw CocoaError(CocoaError.Code(rawValue: 133_000)) }
    return (newObjectID(for: entity, referenceObject: name), record)
  }

  private func ids(
    _ record: RecordFile.Record, _ relationship: NSRelationshipDescription
  ) -> [NSManagedObjectID] {
    let model = persistentStoreCoordinator?.managedObjectModel
    return (record.related[relationship.name] ?? []).compactMap { name in
      guard let other = file.records[name], let entity = model?.entitiesByName[other.entity] else {
        return nil
      }
      return newObjectID(for: entity, referenceObject: name)
    }
  }

  // MARK: - Saving

  override func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
    array.map { newObjectID(for: $0.entity, referenceObject: file.newName()) }
  }

  private func save(_ request: NSSaveChangesRequest) throws {
    var changed = file
    for object in request.insertedObjects ?? [] { put(object, version: 1, &changed) }
    for object in request.updatedObjects ?? [] {
      put(object, version: try record(object.objectID).record.version + 1, &changed)
    }
    for object in request.lockedObjects ?? [] {
      changed.records[name(object.objectID)]?.version += 1
    }
    for object in request.deletedObjects ?? [] {
      changed.records[name(object.objectID)] = nil
    }
    changed.metadata = metadata
    try changed.write(to: location)
    file = changed
  }

  private func put(_ object: NSManagedObject, version: UInt64, _ file: inout RecordFile) {
    var record = RecordFile.Record(object, name: name)
    record.version = version
    file.records[name(object.objectID)] = record
  }

  private func name(_ id: NSManagedObjectID) -> String { "\(referenceObject(for: id))" }
}
