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

  /// The store of each object, or the error for the first that no store can take (R-PSC-186).
  func ordinals() throws -> [Int] {
    let plan = table.plan(request())
    guard let failure = plan.failures.first else {
      return plan.outcomes.compactMap { try? $0.get().ordinal }  // there is no failure
    }
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
          request.anchors.append(.init(node: node, ordinal: related.key.store))
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

  /// Throws 133010 when a changed relationship of a pending object leads into another store.
  static func requireNoCrossStoreReferences(
    _ fresh: [NSManagedObject], _ ordinals: [Int], in context: NSManagedObjectContext
  ) throws {
    guard context.requiredCoordinator.router.stores.count > 1 else { return }
    let stores = Dictionary(
      zip(fresh.map { ObjectIdentifier($0) }, ordinals), uniquingKeysWith: { first, _ in first })
    let tracker = context.tracker
    let objects = tracker.savedInserts + tracker.savedUpdates
    let references = objects.enumerated().flatMap { Routing.references($0, $1, stores) }
    let offenders = CrossStoreReferences.offenders(among: references)
    guard let first = offenders.first else { return }
    throw CocoaError.make(
      .managedObjectExternalRelationship,
      reason: "'\(first.property)' of a \(objects[first.object].layout.schema.name) leads to an "
        + "object of another store. Relationships cannot cross stores; use a fetched property.",
      userInfo: [NSAffectedObjectsErrorKey: offenders.map { objects[$0.object] }])
  }

  private static func references(
    _ position: Int, _ object: NSManagedObject, _ stores: [ObjectIdentifier: Int]
  ) -> [StoreRouting.StoreReference] {
    guard let own = store(of: object, stores) else { return [] }
    return object.changed.slots.flatMap { index -> [StoreRouting.StoreReference] in
      let record = object.layout.properties[index]
      guard record.isRelationship, !record.isTransient else { return [] }
      return currentlyRelated(object, index).filter(object.mayRelate).compactMap {
        store(of: $0, stores).map {
          StoreRouting.StoreReference(
            object: position, property: record.name, store: own, destinationStore: $0)
        }
      }
    }
  }

  /// The store of an object that is there or has just been chosen; nil while it is open.
  private static func store(
    of object: NSManagedObject, _ stores: [ObjectIdentifier: Int]
  ) -> Int? {
    stores[ObjectIdentifier(object)] ?? (object.key.isTemporary ? nil : object.key.store)
  }

  /// Destinations without loading: of a to-many fault, what was added to it.
  private static func currentlyRelated(
    _ object: NSManagedObject, _ index: Int
  ) -> [NSManagedObject] {
    switch object.cells.isEmpty ? .unset : object.cells[index] {
    case .toOne(let destination): [destination]
    case .toMany(let value): value.isFault ? value.added.objects : value.members
    default: []
    }
  }
}
