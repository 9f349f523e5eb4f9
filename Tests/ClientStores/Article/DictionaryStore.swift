// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// The second example of docs/writing-a-store.md, which quotes what stands between the marks.

// article: dictionary-class
public import CoreData
import Foundation

/// A store over a ``RecordTable``; its URL is `dictionary:NAME`.
public final class DictionaryStore: NSIncrementalStore, @unchecked Sendable {
  public static let storeType = "Dictionary"

  private var table = RecordTable()

  public override var type: String { DictionaryStore.storeType }

  public override func loadMetadata() throws {
    guard let url, url.scheme == "dictionary" else {
      throw CocoaError(.fileReadUnsupportedScheme)
    }
    table = RecordTable.named(url.absoluteString)
    metadata =
      table.metadata ?? [
        NSStoreTypeKey: DictionaryStore.storeType,
        NSStoreUUIDKey: DictionaryStore.identifierForNewStore(at: url),
      ]
  }
  // article end

  // article: dictionary-execute
  public override func execute(
    _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?
  ) throws -> Any {
    switch request {
    case let fetch as NSFetchRequest<any NSFetchRequestResult>: return answer(fetch, context)
    case let save as NSSaveChangesRequest:
      try self.save(save)
      return []
    default: throw CocoaError(.persistentStoreUnsupportedRequestType)
    }
  }

  private func answer(
    _ request: NSFetchRequest<any NSFetchRequestResult>, _ context: NSManagedObjectContext?
  ) -> [Any] {
    guard let entity = request.entity else { return [] }
    let ids = table.records.compactMap { name, record in
      entities[record.entity].flatMap { own in
        own.isKindOf(entity: entity) ? newObjectID(for: own, referenceObject: name) : nil
      }
    }
    switch request.resultType {
    case .countResultType: return [NSNumber(value: ids.count)]
    case .managedObjectIDResultType: return ids
    default: return context.map { context in ids.map { context.object(with: $0) } } ?? ids
    }
  }

  public override func answersExactly(_ request: NSPersistentStoreRequest) -> Bool { false }
  // article end

  // article: dictionary-values
  public override func newValuesForObject(
    with objectID: NSManagedObjectID, with context: NSManagedObjectContext
  ) throws -> NSIncrementalStoreNode {
    let record = try record(objectID)
    var values = record.attributes
    for (name, relationship) in objectID.entity.relationshipsByName where !relationship.isToMany {
      values[name] = record.links[name]?.first.flatMap(id) ?? NSNull()
    }
    return NSIncrementalStoreNode(objectID: objectID, withValues: values, version: record.version)
  }

  public override func newValue(
    forRelationship relationship: NSRelationshipDescription,
    forObjectWith objectID: NSManagedObjectID, with context: NSManagedObjectContext?
  ) throws -> Any {
    let ids = try record(objectID).links[relationship.name]?.compactMap(id) ?? []
    return relationship.isToMany ? ids : ids.first ?? NSNull()
  }

  private func record(_ id: NSManagedObjectID) throws -> RecordTable.Record {
    guard let record = table.records[name(id)] else {
      throw CocoaError(.managedObjectReferentialIntegrity)
    }
    return record
  }
  // article end

  // article: dictionary-names
  public override func obtainPermanentIDs(
    for array: [NSManagedObject]
  ) throws -> [NSManagedObjectID] {
    array.map { newObjectID(for: $0.entity, referenceObject: UUID().uuidString) }
  }

  private func name(_ id: NSManagedObjectID) -> String { "\(referenceObject(for: id))" }

  private func id(_ name: String) -> NSManagedObjectID? {
    table.records[name].flatMap { entities[$0.entity] }.map {
      newObjectID(for: $0, referenceObject: name)
    }
  }

  private var entities: [String: NSEntityDescription] {
    persistentStoreCoordinator?.managedObjectModel.entitiesByName ?? [:]
  }
  // article end

  // article: dictionary-save
  private func save(_ request: NSSaveChangesRequest) throws {
    for object in request.insertedObjects ?? [] {
      table.records[name(object.objectID)] = new(object)
    }
    for object in request.updatedObjects ?? [] {
      var record = new(object)
      record.version += table.records[name(object.objectID)]?.version ?? 0
      table.records[name(object.objectID)] = record
    }
    for object in request.deletedObjects ?? [] { table.records[name(object.objectID)] = nil }
    for object in request.lockedObjects ?? [] {
      table.records[name(object.objectID)]?.version += 1
    }
    table.metadata = metadata
  }

  private func new(_ object: NSManagedObject) -> RecordTable.Record {
    var record = RecordTable.Record(entity: object.entity.name ?? "", version: 1)
    for (name, attribute) in object.entity.attributesByName where !attribute.isTransient {
      record.attributes[name] = object.value(forKey: name)
    }
    for (name, relationship) in object.entity.relationshipsByName where !relationship.isTransient {
      record.links[name] = others(object.value(forKey: name)).map { self.name($0.objectID) }
    }
    return record
  }

  private func others(_ value: Any?) -> [NSManagedObject] {
    switch value {
    case let object as NSManagedObject: [object]
    case let ordered as NSOrderedSet: ordered.array.compactMap { $0 as? NSManagedObject }
    case let set as NSSet: set.allObjects.compactMap { $0 as? NSManagedObject }
    default: []
    }
  }
}
// article end
