// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Turning objects into faults, or loading them anew beneath their changes (R-CTX-315…322).
enum Refreshing {
  static func refresh(
    _ object: NSManagedObject, in context: NSManagedObjectContext, mergeChanges: Bool
  ) {
    guard object.context === context else { return }
    if mergeChanges, object.flags.contains(.inserted) { return note(object, context) }
    if mergeChanges, object.flags.hasPendingChanges {
      reload(object, in: context)
    } else {
      discard(object, in: context)
    }
    note(object, context)
  }

  private static func note(_ object: NSManagedObject, _ context: NSManagedObjectContext) {
    object.flags.insert(.refreshed)
    context.tracker.noteUnprocessed(object)
  }

  /// Drops the values and, for an updated object, the changes.
  private static func discard(_ object: NSManagedObject, in context: NSManagedObjectContext) {
    object.turnIntoFault()
    guard object.flags.contains(.updated) else { return }
    object.flags.remove(.updated)
    context.tracker.prune()
  }

  /// New base values under the object's own changes.
  private static func reload(_ object: NSManagedObject, in context: NSManagedObjectContext) {
    guard object.flags.contains(.realised), let row = context.storedRow(of: object) else { return }
    rebase(object, on: row)
    object.awake(fromSnapshotEvents: .refresh)
  }

  /// Puts a newer row beneath the changes; cells without changes read the new row.
  static func rebase(_ object: NSManagedObject, on row: Row) {
    object.row = row
    for index in object.cells.indices where !object.changed.contains(index) {
      if !object.layout.properties[index].isTransient { object.cells[index] = .unset }
    }
  }
}
