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

  static func note(_ object: NSManagedObject, _ context: NSManagedObjectContext) {
    context.tracker.noteRefresh(of: object)
    // Earlier changes are not those of this event.
    if !object.changed.isEmpty { object.prepareEvent() }
  }

  /// Drops the values and, for an updated object, the changes.
  private static func discard(_ object: NSManagedObject, in context: NSManagedObjectContext) {
    if object.flags.contains(.realised) { object.announceChange() }
    context.tracker.event.forget(object)
    context.reader.forgetUnread(of: object)
    object.turnIntoFault()
    guard object.flags.contains(.updated) else { return }
    object.state.cancelUpdate()
    context.tracker.prune()
  }

  /// New base values under the object's own changes.
  private static func reload(_ object: NSManagedObject, in context: NSManagedObjectContext) {
    guard object.flags.contains(.realised), let row = context.storedRow(of: object) else { return }
    object.announceChange()
    rebase(object, on: row)
    object.awake(fromSnapshotEvents: .refresh)
  }

  /// Gives a realised object that was changed elsewhere its new values: beneath its own changes, or
  /// loaded again from the start when it has none. Without a row the latter stays a fault.
  static func renew(_ object: NSManagedObject, on row: Row?, stamp: UInt32) {
    object.announceChange()
    if object.flags.hasPendingChanges {
      guard let row else { return }
      rebase(object, on: row)
      object.awake(fromSnapshotEvents: .refresh)
    } else {
      let old = object.row
      object.turnIntoFault()
      guard let row else { return }
      object.state.take(row, at: stamp)
      object.finishFiring()
      moveInverses(of: object, from: old, to: row)
    }
  }

  /// Puts a newer row beneath the changes; cells without changes read the new row. What was set to
  /// the value it had is not a change (R-CTX-211).
  static func rebase(_ object: NSManagedObject, on row: Row) {
    let old = object.row
    let changed = object.persistentChangeSet()
    object.state.rebase(on: row)
    for index in 0..<(object.cells.isEmpty ? 0 : object.layout.count)
    where !object.layout.access[index].isTransient {
      if changed.contains(index) {
        object.reloadToMany(index)
      } else {
        object.state.revert(index)
      }
    }
    if let old { moveInverses(of: object, from: old, to: row) }
  }

  /// The stored destination of a to-one is another: what is loaded of the other side follows.
  static func moveInverses(of object: NSManagedObject, from old: Row?, to row: Row) {
    for index in object.layout.relationships {
      let record = object.layout.properties[index]
      guard record.kind == .toOne, record.slot >= 0, record.inverse >= 0,
        old?.destination(record.slot, from: object.rowStore)
          != row.destination(record.slot, from: object.rowStore)
      else { continue }
      if let former = registered(old, record, of: object) { reload(former, record.inverse) }
      guard let owner = registered(row, record, of: object) else { continue }
      reload(owner, record.inverse)
      if object.changed.contains(index), object.toOne(index) !== owner {
        leave(object, owner, record.inverse)
      }
    }
  }

  private static func reload(_ owner: NSManagedObject, _ index: Int) {
    owner.announceChange()
    owner.reloadToMany(index)
  }

  /// The object's own change takes it away from where the store has put it meanwhile.
  private static func leave(_ object: NSManagedObject, _ owner: NSManagedObject, _ index: Int) {
    guard !owner.cells.isEmpty, case .toMany(let value) = owner.cells[index],
      value.isFault || value.contains(object)
    else { return }
    value.remove(object)
    owner.noteChange(index)
  }

  /// The registered object that a row's reference names.
  static func registered(
    _ row: Row?, _ record: PropertyRecord, of object: NSManagedObject
  ) -> NSManagedObject? {
    guard record.slot >= 0, let key = row?.destination(record.slot, from: object.rowStore)
    else { return nil }
    return object.context?.registered(key)
  }
}
