// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// Stores and permanent keys for new objects: assigned for a save, and taken back when it fails.
struct Numbering {
  private struct Former {
    let object: NSManagedObject
    let key: ObjectKey
    let id: NSManagedObjectID?
  }

  private let context: NSManagedObjectContext
  private var former: [Former] = []

  private init(_ context: NSManagedObjectContext) { self.context = context }

  /// Routes the objects that have no store (R-PSC-180…188), checks that no relationship leaves a
  /// store (R-PSC-210), and numbers them. The identity map keeps the temporary keys until `keep`.
  static func assign(
    _ objects: [NSManagedObject], in context: NSManagedObjectContext
  ) throws -> Numbering {
    var numbering = Numbering(context)
    let fresh = objects.filter { $0.key.isTemporary }
    let ordinals = try Routing(fresh, in: context).ordinals()
    try Routing.requireNoCrossStoreReferences(fresh, ordinals, in: context)
    let coordinator = context.requiredCoordinator
    let keys = try coordinator.reserveKeys(
      zip(fresh, ordinals).map { NewObject(entity: $0.layout.index, store: $1) })
    for (object, key) in zip(fresh, keys) {
      numbering.former.append(Former(object: object, key: object.key, id: object.cachedID))
      object.key = key
      object.cachedID = nil
    }
    return numbering
  }

  /// The keys are final: lookups by the former ones lead to them.
  func keep() {
    for entry in former {
      context.identityMap.rekey(entry.object, from: entry.key, to: entry.object.key)
      // Nobody knows a temporary ID that was never asked for.
      if entry.id != nil { context.aliases[entry.key] = entry.object.key }
      if !context.assignments.isEmpty {
        context.assignments[ObjectIdentifier(entry.object)] = nil
      }
    }
  }

  /// The numbers are lost; the objects are as before.
  func undo() {
    for entry in former {
      entry.object.key = entry.key
      entry.object.cachedID = entry.id
    }
  }
}

/// `obtainPermanentIDs(for:)`: the same as for a save, kept at once.
enum PermanentIDs {
  static func obtain(
    for objects: [NSManagedObject], in context: NSManagedObjectContext
  ) throws {
    for object in objects where object.map !== context.identityMap {
      raise(
        .invalidArgument,
        "obtainPermanentIDs(for:) takes objects that are registered in this context.")
    }
    let fresh = objects.filter { $0.flags.contains(.inserted) && !$0.flags.contains(.deleted) }
    try Numbering.assign(fresh, in: context).keep()
  }
}
