// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import CoreData
import Foundation

/// An incremental store as clients write one, which notes every call.
package class TapeStore: NSIncrementalStore, @unchecked Sendable {
  package class var storeType: String { "Tape" }

  package static func register() {
    NSPersistentStoreCoordinator.registerStoreClass(
      self, type: NSPersistentStore.StoreType(rawValue: storeType))
  }

  package var tape: Tape { options?["tape"] as? Tape ?? Tape() }

  package override var type: String { Self.storeType }

  package override func loadMetadata() throws {
    try tape.note("metadata")
    metadata =
      tape.metadata ?? [NSStoreTypeKey: Self.storeType, NSStoreUUIDKey: UUID().uuidString]
    tape.metadata = metadata
  }

  package override func answersExactly(_ request: NSPersistentStoreRequest) -> Bool { tape.isExact }

  package override func execute(
    _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?
  ) throws -> Any {
    tape.noteContext(context)
    switch request {
    case let fetch as NSFetchRequest<any NSFetchRequestResult>:
      try tape.note(described(fetch))
      return try tape.answer?(fetch) ?? results(fetch, context)
    case let save as NSSaveChangesRequest:
      try tape.note(described(save))
      if let answer = try tape.answer?(save) { return answer }
      write(save)
      return [Any]()
    default:
      try tape.note("execute \(Swift.type(of: request))")
      if let answer = try tape.answer?(request) { return answer }
      throw CocoaError(.persistentStoreUnsupportedRequestType)
    }
  }

  package override func newValuesForObject(
    with objectID: NSManagedObjectID, with context: NSManagedObjectContext
  ) throws -> NSIncrementalStoreNode {
    try tape.note("values \(name(objectID))")
    if let node = tape.node?(objectID) { return node }
    guard let record = tape.records[name(objectID)] else {
      throw CocoaError(.managedObjectReferentialIntegrity)
    }
    var values = record.values
    if tape.bringsToOnes {
      for (key, relationship) in objectID.entity.relationshipsByName where !relationship.isToMany {
        let other = record.links[key]?.first.map { id($0) }
        values[key] = other ?? NSNull()
      }
    }
    return NSIncrementalStoreNode(
      objectID: objectID, withValues: values, version: record.version)
  }

  package override func newValue(
    forRelationship relationship: NSRelationshipDescription,
    forObjectWith objectID: NSManagedObjectID, with context: NSManagedObjectContext?
  ) throws -> Any {
    tape.noteContext(context)
    try tape.note("value \(relationship.name) of \(name(objectID))")
    if let value = tape.value { return value }
    let ids = tape.records[name(objectID)]?.links[relationship.name]?.map { id($0) } ?? []
    return relationship.isToMany ? ids : ids.first ?? NSNull()
  }

  package override func obtainPermanentIDs(for array: [NSManagedObject]) throws
    -> [NSManagedObjectID]
  {
    try tape.note("names \(array.map { $0.entity.name ?? "" }.joined(separator: " "))")
    return array.map {
      newObjectID(for: $0.entity, referenceObject: tape.name($0.entity.name ?? ""))
    }
  }

  package override func managedObjectContextDidRegisterObjects(with objectIDs: [NSManagedObjectID])
  {
    tape.use(objectIDs, 1)
  }

  package override func managedObjectContextDidUnregisterObjects(
    with objectIDs: [NSManagedObjectID]
  ) {
    tape.use(objectIDs, -1)
  }

  // MARK: - Names

  package func name(_ id: NSManagedObjectID) -> String {
    id.isTemporaryID ? "TEMPORARY" : "\(referenceObject(for: id))"
  }

  package func id(_ name: String) -> NSManagedObjectID {
    let entity = tape.records[name]?.entity ?? ""
    let entities = persistentStoreCoordinator?.managedObjectModel.entitiesByName ?? [:]
    return newObjectID(for: entities[entity] ?? NSEntityDescription(), referenceObject: name)
  }

  // MARK: - Fetching

  private func described(_ fetch: NSFetchRequest<any NSFetchRequestResult>) -> String {
    let kinds: [NSFetchRequestResultType: String] = [
      .managedObjectResultType: "objects", .managedObjectIDResultType: "IDs",
      .dictionaryResultType: "dictionaries", .countResultType: "count",
    ]
    var text = "fetch \(fetch.entityName ?? "") \(kinds[fetch.resultType] ?? "?")"
    if fetch.fetchLimit > 0 { text += " limit \(fetch.fetchLimit)" }
    if fetch.fetchOffset > 0 { text += " offset \(fetch.fetchOffset)" }
    return text
  }

  private func results(
    _ fetch: NSFetchRequest<any NSFetchRequestResult>, _ context: NSManagedObjectContext?
  ) -> [Any] {
    let names = matches(fetch)
    switch fetch.resultType {
    case .countResultType: return [NSNumber(value: names.count)]
    case .managedObjectIDResultType: return names.map { id($0) }
    case .dictionaryResultType:
      return names.map { tape.records[$0]?.values ?? [:] }
    default: return names.compactMap { context?.object(with: id($0)) }
    }
  }

  private func matches(_ fetch: NSFetchRequest<any NSFetchRequestResult>) -> [String] {
    var found = tape.records.filter { _, record in
      record.entity == fetch.entityName
        && (!tape.isExact || fetch.predicate?.evaluate(with: record.values) ?? true)
    }.keys.sorted()
    if let sort = fetch.sortDescriptors?.first, let key = sort.key {
      func text(_ name: String) -> String { "\(tape.records[name]?.values[key] ?? "")" }
      found.sort { sort.ascending ? text($0) < text($1) : text($0) > text($1) }
    }
    found = Array(found.dropFirst(fetch.fetchOffset))
    return fetch.fetchLimit > 0 ? Array(found.prefix(fetch.fetchLimit)) : found
  }

  // MARK: - Saving

  private func described(_ save: NSSaveChangesRequest) -> String {
    let sets: [(String, Set<NSManagedObject>?)] = [
      ("inserted", save.insertedObjects), ("updated", save.updatedObjects),
      ("deleted", save.deletedObjects), ("locked", save.lockedObjects),
    ]
    guard sets.contains(where: { $0.1 != nil }) else { return "save metadata" }
    let parts = sets.compactMap { word, objects -> String? in
      guard let objects, !objects.isEmpty else { return nil }
      return word + " " + objects.map { name($0.objectID) }.sorted().joined(separator: " ")
    }
    return "save " + parts.joined(separator: ", ")
  }

  private func write(_ save: NSSaveChangesRequest) {
    tape.metadata = metadata
    for object in save.insertedObjects ?? [] {
      tape.records[name(object.objectID)] = record(object, tape.versions.first)
    }
    for object in save.updatedObjects ?? [] {
      tape.records[name(object.objectID)] = record(object, raised(object))
    }
    for object in save.lockedObjects ?? [] {
      let version = raised(object)
      tape.records[name(object.objectID)]?.version = version
    }
    for object in save.deletedObjects ?? [] { tape.records[name(object.objectID)] = nil }
  }

  private func raised(_ object: NSManagedObject) -> UInt64 {
    (tape.records[name(object.objectID)]?.version ?? 0) + tape.versions.step
  }

  private func record(_ object: NSManagedObject, _ version: UInt64) -> Tape.Record {
    var record = Tape.Record(entity: object.entity.name ?? "", version: version)
    for key in object.entity.attributesByName.keys {
      record.values[key] = object.value(forKey: key)
    }
    for key in object.entity.relationshipsByName.keys {
      let value = object.value(forKey: key)
      let others =
        (value as? NSManagedObject).map { [$0] } ?? (value as? NSOrderedSet)?.array
        ?? (value as? Set<NSManagedObject>).map(Array.init) ?? []
      record.links[key] = others.compactMap { ($0 as? NSManagedObject).map { name($0.objectID) } }
    }
    return record
  }
}

/// The same, which takes several calls at once.
package final class BusyTapeStore: TapeStore, @unchecked Sendable {
  package override class var storeType: String { "BusyTape" }
  package override class var supportsConcurrentRequests: Bool { true }
}
