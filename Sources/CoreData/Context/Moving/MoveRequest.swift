// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// The marking of objects that are to move to another store (R-PSC-930, 931). Until all is known to
/// be possible nothing is changed.
struct MoveRequest {
  private let context: NSManagedObjectContext
  private let store: NSPersistentStore
  private let policy: MovePolicy
  private let links: MoveLinks
  private let checks: MoveChecks

  init(_ context: NSManagedObjectContext, to store: NSPersistentStore, policy: MovePolicy) throws {
    checks = MoveChecks(context, to: store)
    try checks.requireStore()
    self.context = context
    self.store = store
    self.policy = policy
    links = MoveLinks(context)
  }

  /// Returns the IDs that stored objects have and are going to have.
  func run(_ objects: [NSManagedObject]) throws -> [NSManagedObjectID: NSManagedObjectID] {
    let list = ObjectList(distinct: objects).objects
    try checks.requireObjects(list)
    let (members, severed) = try members(list)
    try checks.requireMovable(members)
    try mark(members, parting: severed)
    return ids(members)
  }

  /// Marks objects that nothing keeps from moving.
  func mark(_ members: [NSManagedObject], parting severed: [MoveLink] = []) throws {
    let open = members.filter { context.tracker.moves.store(of: $0) != store.ordinal }
    let moving = open.filter { !$0.key.isTemporary && $0.key.store != store.ordinal }
    let keys = try keys(for: moving)
    for link in severed { link.sever() }
    let places = Dictionary(zip(moving.map(ObjectIdentifier.init), keys)) { first, _ in first }
    MoveMarking(context, to: store).mark(open, places)
  }

  // MARK: - What moves

  private func members(
    _ list: [NSManagedObject]
  ) throws -> (members: [NSManagedObject], severed: [MoveLink]) {
    if case .closure(let limit) = policy { return (try closure(of: list, limit: limit), []) }
    let inside = Set(list)
    let outer = try links.links(of: list).filter {
      !inside.contains($0.owner) || !inside.contains($0.destination)
    }
    if policy == .reject, let first = outer.first { throw checks.external(first) }
    return (list, outer)
  }

  /// Everything that can be reached, wave after wave.
  private func closure(of list: [NSManagedObject], limit: Int) throws -> [NSManagedObject] {
    var members = ObjectList(list)
    var wave = list
    while !wave.isEmpty {
      guard members.count <= limit else { throw checks.tooMany(members.count, limit: limit) }
      var next: [NSManagedObject] = []
      for link in try links.links(of: wave) {
        for object in [link.owner, link.destination] where members.insert(object) {
          next.append(object)
        }
      }
      wave = next
    }
    return members.objects
  }

  // MARK: - Keys

  /// Objects that have been in the store before get the keys that they had there, others new ones.
  private func keys(for objects: [NSManagedObject]) throws -> [ObjectKey] {
    var keys = try formerKeys(of: objects)
    let fresh = objects.indices.filter { keys[$0] == nil }
    let reserved = try context.requiredCoordinator.reserveKeys(
      fresh.map { NewObject(entity: objects[$0].layout.index, store: store.ordinal) },
      of: fresh.map { objects[$0] })
    for (place, key) in zip(fresh, reserved) { keys[place] = key }
    return keys.compactMap { $0 }
  }

  /// Returns the keys that objects had in the store, as far as nobody else has them now.
  private func formerKeys(of objects: [NSManagedObject]) throws -> [ObjectKey?] {
    let coordinator = context.requiredCoordinator
    guard coordinator.forwarding.hasNotes(store.ordinal) else { return objects.map { _ in nil } }
    let origins = coordinator.forwarding.origins(of: objects.map(\.currentID), in: coordinator)
    return try zip(objects, origins).map { object, origins in
      guard let origin = origins.first(where: { coordinator.key(of: $0)?.store == store.ordinal }),
        let key = coordinator.key(of: origin), key.entity == object.layout.index,
        identityMap.object(for: key) == nil, try coordinator.row(for: key) == nil
      else { return nil }
      return key
    }
  }

  private var identityMap: IdentityMap { context.identityMap }

  private func ids(_ members: [NSManagedObject]) -> [NSManagedObjectID: NSManagedObjectID] {
    var ids: [NSManagedObjectID: NSManagedObjectID] = [:]
    for object in members {
      guard let key = context.tracker.moves.destination(of: object) else { continue }
      ids[object.currentID] = context.requiredCoordinator.objectID(for: key)
    }
    return ids
  }
}
