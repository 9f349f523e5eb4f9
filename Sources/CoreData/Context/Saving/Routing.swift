// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// Chooses stores for new objects: describes them and their relationships to the router's rule.
struct Routing {
  private let objects: [NSManagedObject]
  private let context: NSManagedObjectContext
  private let table: RoutingTable

  init(_ objects: [NSManagedObject], in context: NSManagedObjectContext) {
    self.objects = objects
    self.context = context
    table = context.requiredCoordinator.router.routingTable
  }

  /// The objects with their stores, as the router numbers them.
  func newObjects() throws -> [NewObject] {
    if let determined = determined() { return determined }
    return zip(objects, try ordinals()).map { NewObject(entity: $0.layout.index, store: $1) }
  }

  /// The same where nobody has a choice: one store can take each entity, and none was assigned. Nil
  /// otherwise.
  private func determined() -> [NewObject]? {
    guard context.assignments.isEmpty else { return nil }
    var result: [NewObject] = []
    result.reserveCapacity(objects.count)
    // The one before: after an import, of the same entity.
    var recent = NewObject(entity: -1, store: 0)
    for object in objects {
      if object.layout.index != recent.entity {
        guard let store = table.soleStore(of: object.layout.index) else { return nil }
        recent = NewObject(entity: object.layout.index, store: store)
      }
      result.append(recent)
    }
    return result
  }

  /// The store of each object, or the error for the first that no store can take (R-PSC-186).
  func ordinals() throws -> [Int] {
    let plan = table.plan(request())
    guard let failure = plan.failures.first else { return try plan.ordinals() }
    let affected = plan.failures.map { objects[$0.node] }
    throw ErrorTranslation.cocoaError(
      failure.error, coordinator: context.requiredCoordinator, objects: affected)
  }

  /// Why each object goes where it goes.
  func explanations() -> [RoutingExplanation] { table.explain(request()) }

  private func request() -> RoutingRequest {
    var request = RoutingRequest(
      nodes: objects.map {
        RoutingRequest.Node(
          entity: $0.layout.index, explicit: context.assignments[ObjectIdentifier($0)]?.ordinal)
      })
    guard table.dependsOnRelationships else { return request }
    let places = Dictionary(
      objects.enumerated().map { (ObjectIdentifier($0.element), $0.offset) },
      uniquingKeysWith: { first, _ in first })
    for (node, object) in objects.enumerated() {
      for related in Routing.related(to: object) {
        if let other = places[ObjectIdentifier(related)] {
          if other > node { request.edges.append(.init(node, other)) }
        } else if !related.key.isTemporary {
          let store = context.tracker.moves.store(of: related)
          request.anchors.append(.init(node: node, ordinal: store))
        }
      }
    }
    return request
  }

  /// Current destinations of all non-transient relationships.
  private static func related(to object: NSManagedObject) -> [NSManagedObject] {
    object.layout.relationships.flatMap { index -> [NSManagedObject] in
      guard !object.layout.properties[index].isTransient else { return [] }
      return object.layout.access[index].kind == .toOne
        ? object.toOne(index).map { [$0] } ?? [] : object.members(index)
    }
  }

  // MARK: - Relationships across stores

  /// Throws 133010 when a changed relationship of a pending object leads into another store; the
  /// error names the property and both stores. Nothing has been written then.
  static func requireNoCrossStoreReferences(in context: NSManagedObjectContext) throws {
    guard context.requiredCoordinator.router.stores.count > 1 else { return }
    let moves = context.tracker.moves
    var offenders: [NSManagedObject] = []
    var crossing: Crossing?
    for list in [context.tracker.savedInserts, context.tracker.savedUpdates] {
      list.forEachBorrowed { object in
        guard let found = Routing.crossing(of: object, moves) else { return }
        offenders.append(object)
        crossing = crossing ?? found
      }
    }
    guard let crossing else { return }
    throw crossing.error(offenders, context.requiredCoordinator)
  }

  /// The first changed relationship of an object that leads into another store; of an object that
  /// moves, the first of all.
  private static func crossing(of object: NSManagedObject, _ moves: MoveMarks) -> Crossing? {
    guard !object.key.isTemporary, !object.cells.isEmpty else { return nil }
    let isMoving = moves.contains(object)
    for index in object.layout.relationships
    where (isMoving || object.changed.contains(index))
      && !object.layout.access[index].isTransient
    {
      if let destination = stranger(to: object, index, moving: moves) {
        return Crossing(owner: object, index: index, destination: destination)
      }
    }
    return nil
  }

  /// The first destination in another store. Loads none: of a to-many fault, looks at what was added
  /// to it.
  private static func stranger(
    to object: NSManagedObject, _ index: Int, moving moves: MoveMarks
  ) -> NSManagedObject? {
    switch object.cells[index] {
    case .toOne(let destination): isElsewhere(destination, of: object, moves) ? destination : nil
    case .toMany(let value):
      (value.isFault ? value.added : value.members).first { isElsewhere($0, of: object, moves) }
    default: nil
    }
  }

  private static func isElsewhere(
    _ destination: NSManagedObject, of object: NSManagedObject, _ moves: MoveMarks
  ) -> Bool {
    guard object.isStorable(destination) else { return false }
    return moves.store(of: destination) != moves.store(of: object)
  }
}

/// A relationship that leads into another store.
private struct Crossing {
  let owner: NSManagedObject
  let index: Int
  let destination: NSManagedObject

  func error(
    _ offenders: [NSManagedObject], _ coordinator: NSPersistentStoreCoordinator
  ) -> CocoaError {
    let stores = [owner, destination].compactMap { object in
      coordinator.persistentStores.first { $0.ordinal == object.key.store }
    }
    let names = stores.map { "\($0.url?.lastPathComponent ?? "without a file") (\($0.type))" }
    let property = owner.layout.properties[index].name
    return CocoaError.make(
      .managedObjectExternalRelationship,
      reason: "'\(property)' of a \(owner.layout.schema.name) in the store \(names.first ?? "") "
        + "leads to a \(destination.layout.schema.name) in the store \(names.last ?? ""). "
        + "Relationships cannot cross stores; use a link (LinkDescription) or a fetched property.",
      userInfo: [
        NSAffectedObjectsErrorKey: offenders, NSAffectedStoresErrorKey: stores,
        NSValidationKeyErrorKey: property,
      ])
  }
}
