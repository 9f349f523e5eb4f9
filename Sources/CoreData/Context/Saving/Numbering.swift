// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// Stores and permanent keys for new objects, and keys for those that move to another store: assigned for a save, and taken back when it fails.
struct Numbering {
  private let context: NSManagedObjectContext
  private let objects: [NSManagedObject]
  /// The keys that the objects had before.
  private var formerKeys: [ObjectKey] = []
  /// The places of objects whose temporary ID somebody has asked for.
  private var named: [Int] = []

  private init(_ objects: [NSManagedObject], in context: NSManagedObjectContext) {
    self.objects = objects
    self.context = context
  }

  /// Routes the objects that have no store (R-PSC-180…188), numbers them, and checks that no
  /// relationship leaves a store (R-PSC-210). Those that move to another store get the keys that they
  /// are going to have there. The identity map keeps the former keys until `keep`.
  static func assign(
    _ objects: [NSManagedObject], moving: MovingObjects = MovingObjects(),
    in context: NSManagedObjectContext
  ) throws -> Numbering {
    let isAllFresh = objects.allSatisfy(\.key.isTemporary)
    let fresh = isAllFresh ? objects : objects.filter(\.key.isTemporary)
    var numbering = Numbering(
      moving.isEmpty ? fresh : fresh + moving.objects, in: context)
    let keys = try context.requiredCoordinator.reserveKeys(
      Routing(fresh, in: context).newObjects(), of: fresh)
    numbering.give(moving.isEmpty ? keys : keys + moving.keys)
    do {
      try Routing.requireNoCrossStoreReferences(in: context)
    } catch {
      numbering.undo()
      throw error
    }
    return numbering
  }

  /// Gives new objects permanent keys that are known already, and that nobody else has.
  static func adopt(
    _ keys: [ObjectKey], by objects: [NSManagedObject], in context: NSManagedObjectContext
  ) {
    guard !objects.isEmpty else { return }
    var numbering = Numbering(objects, in: context)
    numbering.give(keys)
    numbering.keep()
  }

  private mutating func give(_ keys: [ObjectKey]) {
    formerKeys = context.identityMap.rename(objects, to: keys)
    var place = 0
    objects.forEachBorrowed { object in
      if object.shared.id != nil {
        named.append(place)
        object.renewID()
      }
      place += 1
    }
  }

  /// The keys are final: lookups by the former ones lead to them.
  func keep() {
    context.identityMap.rekey(objects, from: formerKeys)
    forward()
    if context.identityMap.family.hasChildren {
      let places = formerKeys.indices.filter { formerKeys[$0].isTemporary }
      context.identityMap.family.note(
        places.map { objects[$0].key }, for: places.map { formerKeys[$0] })
    }
    // Nobody knows a temporary ID that was never asked for.
    for place in named where formerKeys[place].isTemporary {
      context.registry.alias(formerKeys[place], to: objects[place].key)
    }
    guard !context.assignments.isEmpty else { return }
    for object in objects { context.assignments[ObjectIdentifier(object)] = nil }
  }

  /// Lookups by the keys that objects had in other stores lead to the new ones.
  private func forward() {
    guard !context.tracker.moves.isEmpty else { return }
    let coordinator = context.requiredCoordinator
    let moved = formerKeys.indices.filter { !formerKeys[$0].isTemporary }
    coordinator.forwarding.adopt(
      moved.map { (coordinator.objectID(for: formerKeys[$0]), objects[$0].currentID) })
  }

  /// Some stores have the save and others do not: keeps the numbers of the first and undoes those
  /// of the others (R-PSC-203).
  func keep(in stores: [Int]) {
    part { stores.contains($0.key.store) }.keep()
    part { !stores.contains($0.key.store) }.undo()
  }

  private func part(_ isIn: (NSManagedObject) -> Bool) -> Numbering {
    let places = objects.indices.filter { isIn(objects[$0]) }
    var part = Numbering(places.map { objects[$0] }, in: context)
    part.formerKeys = places.map { formerKeys[$0] }
    let isNamed = Set(named)
    part.named = places.indices.filter { isNamed.contains(places[$0]) }
    return part
  }

  /// The numbers are lost; the objects are as before.
  func undo() {
    context.identityMap.rename(objects, to: formerKeys)
    objects.forEachBorrowed { $0.renewID() }
  }
}
