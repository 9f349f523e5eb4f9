// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation

/// An incremental store that uses the context it is called with, as many of clients do. Its nodes
/// have titles only: at first a shelf *s1* with two books, *b1* and *b2*, that wait for nothing.
final class CuriousStore: NSIncrementalStore, @unchecked Sendable {
  static let storeType = "Curious"

  /// What a store does besides answering.
  // Sendable: set before the store is used or changed by its calls, which come one at a time; what is
  // noted is behind the lock.
  final class Plan: @unchecked Sendable {
    /// Called with the context of every call.
    var enter: (NSManagedObjectContext) throws -> Void = { _ in }
    /// Called when the value of a relationship of an object is asked for.
    var look: (String, NSManagedObjectID, NSManagedObjectContext) throws -> Void = { _, _, _ in }
    /// By name, which begins with that of the entity.
    var titles = ["s1": "S", "b1": "B", "b2": "C"]
    /// What is thrown instead of the value of a relationship.
    var failure: (any Error)?
    private let lock = NSLock()
    private var notes: [String] = []

    func note(_ note: String) { lock.withLock { notes.append(note) } }

    /// What was noted since this was last asked for, sorted.
    func noted() -> [String] {
      lock.withLock {
        defer { notes = [] }
        return notes.sorted()
      }
    }
  }

  private let links = [
    "shelf of b1": ["s1"], "shelf of b2": ["s1"], "books of s1": ["b1", "b2"],
  ]
  /// Calls come one at a time.
  private var made = 0

  private var plan: Plan { options?["plan"] as? Plan ?? Plan() }

  /// A coordinator with such a store.
  static func stack(
    _ plan: Plan, at url: URL? = nil
  ) throws -> (NSPersistentStoreCoordinator, CuriousStore?) {
    register()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: TapeModel.make())
    let store = try coordinator.addPersistentStore(
      ofType: storeType, configurationName: nil, at: url, options: ["plan": plan])
    return (coordinator, store as? CuriousStore)
  }

  static func register() {
    NSPersistentStoreCoordinator.registerStoreClass(
      CuriousStore.self, type: NSPersistentStore.StoreType(rawValue: storeType))
  }

  override var type: String { Self.storeType }

  override func loadMetadata() throws {
    metadata = [NSStoreTypeKey: Self.storeType, NSStoreUUIDKey: UUID().uuidString]
  }

  override func execute(
    _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?
  ) throws -> Any {
    if let context { try plan.enter(context) }
    guard let fetch = request as? NSFetchRequest<any NSFetchRequestResult> else {
      for object in (request as? NSSaveChangesRequest)?.insertedObjects ?? [] {
        plan.titles["\(referenceObject(for: object.objectID))"] = object.string("title")
      }
      return [Any]()
    }
    let first = fetch.entity?.name?.prefix(1).lowercased() ?? "?"
    let ids = plan.titles.keys.filter { $0.hasPrefix(first) }.sorted().map(id)
    guard fetch.resultType == .managedObjectResultType, let context else { return ids }
    return ids.map { context.object(with: $0) }
  }

  override func newValuesForObject(
    with objectID: NSManagedObjectID, with context: NSManagedObjectContext
  ) throws -> NSIncrementalStoreNode {
    try plan.enter(context)
    let title = plan.titles["\(referenceObject(for: objectID))"]
    return NSIncrementalStoreNode(
      objectID: objectID, withValues: title.map { ["title": $0] } ?? [:], version: 1)
  }

  override func newValue(
    forRelationship relationship: NSRelationshipDescription,
    forObjectWith objectID: NSManagedObjectID, with context: NSManagedObjectContext?
  ) throws -> Any {
    let question = "\(relationship.name) of \(referenceObject(for: objectID))"
    plan.note(question)
    if let context {
      try plan.enter(context)
      try plan.look(relationship.name, objectID, context)
    }
    if let failure = plan.failure { throw failure }
    let ids = (links[question] ?? []).map(id)
    return relationship.isToMany ? ids : ids.first ?? NSNull()
  }

  override func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
    if let context = array.first?.managedObjectContext { try plan.enter(context) }
    return array.map {
      made += 1
      let first = $0.entity.name?.prefix(1).lowercased() ?? ""
      return newObjectID(for: $0.entity, referenceObject: "\(first) new \(made)")
    }
  }

  func id(_ name: String) -> NSManagedObjectID {
    let entities = persistentStoreCoordinator?.managedObjectModel.entitiesByName ?? [:]
    let entity = entities[name.hasPrefix("s") ? "Shelf" : "Book"]
    return newObjectID(for: entity ?? NSEntityDescription(), referenceObject: name)
  }
}
