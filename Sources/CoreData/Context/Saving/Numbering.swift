// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// Stores and permanent keys for new objects: assigned for a save, and taken back when it fails.
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
  /// relationship leaves a store (R-PSC-210). The identity map keeps the temporary keys until `keep`.
  static func assign(
    _ objects: [NSManagedObject], in context: NSManagedObjectContext
  ) throws -> Numbering {
    let isAllFresh = objects.allSatisfy(\.key.isTemporary)
    let fresh = isAllFresh ? objects : objects.filter(\.key.isTemporary)
    var numbering = Numbering(fresh, in: context)
    let keys = try context.requiredCoordinator.reserveKeys(
      Routing(fresh, in: context).newObjects(), of: fresh)
    numbering.give(keys)
    do {
      try Routing.requireNoCrossStoreReferences(in: context)
    } catch {
      numbering.undo()
      throw error
    }
    return numbering
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
    if context.identityMap.family.hasChildren {
      context.identityMap.family.note(objects.map(\.key), for: formerKeys)
    }
    // Nobody knows a temporary ID that was never asked for.
    for place in named { context.registry.alias(formerKeys[place], to: objects[place].key) }
    guard !context.assignments.isEmpty else { return }
    for object in objects { context.assignments[ObjectIdentifier(object)] = nil }
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
