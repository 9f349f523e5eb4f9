// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Turning objects into faults, or loading them anew beneath their changes (R-CTX-315…322).
extension NSManagedObjectContext {
  /// - Parameter expires: whether a client store is to be asked anew.
  final func refreshNow(_ object: NSManagedObject, mergeChanges: Bool, expires: Bool = true) {
    guard object.context === self else { return }
    if mergeChanges, object.flags.contains(.inserted) {
      object.forgetFetched()
      return noteRefresh(of: object)
    }
    if expires { expireRecord(of: object) }
    if mergeChanges, object.flags.hasPendingChanges {
      reload(object)
    } else {
      discard(object)
    }
    noteRefresh(of: object)
  }

  /// Lets the next read ask the client store of an object that is refreshed, whatever the age of
  /// what is known of it (R-CTX-283). Objects below a parent are read from that.
  final func expireRecord(of object: NSManagedObject) {
    guard parentContext == nil, let clientStores else { return }
    clientStores.expireRecords(of: [object.key])
  }

  final func noteRefresh(of object: NSManagedObject) {
    tracker.noteRefresh(of: object)
    // Earlier changes are not those of this event.
    if !object.changed.isEmpty { object.prepareEvent() }
  }

  /// Drops the values and, for an updated object, the changes.
  private final func discard(_ object: NSManagedObject) {
    if object.flags.contains(.realised) { object.announceChange() }
    tracker.event.forget(object)
    reader.forgetUnread(of: object)
    object.turnIntoFault()
    guard object.flags.contains(.updated) else { return }
    object.state.cancelUpdate()
    tracker.prune()
  }

  /// Puts new base values under the object's own changes.
  private final func reload(_ object: NSManagedObject) {
    guard object.flags.contains(.realised), let row = storedRow(of: object) else { return }
    object.announceChange()
    object.rebase(on: row)
    object.awake(fromSnapshotEvents: .refresh)
  }
}

extension NSManagedObject {
  /// Gives a realised object that was changed elsewhere its new values: beneath its own changes, or
  /// loaded again from the start when it has none. Without a row the latter stays a fault.
  final func renew(on row: Row?, stamp: UInt32) {
    announceChange()
    if flags.hasPendingChanges {
      guard let row else { return }
      rebase(on: row)
      awake(fromSnapshotEvents: .refresh)
    } else {
      let old = self.row
      turnIntoFault()
      guard let row else { return }
      state.take(row, at: stamp)
      finishFiring()
      moveInverses(from: old, to: row)
    }
  }

  /// Puts a newer row beneath the changes; cells without changes read the new row. What was set to
  /// the value it had is not a change (R-CTX-211).
  final func rebase(on row: Row) {
    let old = self.row
    let changed = persistentChangeSet()
    state.rebase(on: row)
    for index in 0..<(cells.isEmpty ? 0 : layout.count) where !layout.access[index].isTransient {
      if changed.contains(index) { reloadToMany(index) } else { state.revert(index) }
    }
    forgetFetched()
    if let old { moveInverses(from: old, to: row) }
  }

  /// Drops the objects of fetched properties, which are fetched when they are read again (R-MOD-163).
  fileprivate final func forgetFetched() {
    guard !cells.isEmpty else { return }
    for index in 0..<layout.count where layout.access[index].kind == .fetched {
      state.revert(index)
    }
  }

  /// The stored destination of a to-one is another: what is loaded of the other side follows.
  final func moveInverses(from old: Row?, to row: Row) {
    for index in layout.relationships {
      let record = layout.properties[index]
      guard record.kind == .toOne, record.slot >= 0, record.inverse >= 0,
        old?.destination(record.slot, from: rowStore)
          != row.destination(record.slot, from: rowStore)
      else { continue }
      registered(old, record)?.announceAndReload(record.inverse)
      guard let owner = registered(row, record) else { continue }
      owner.announceAndReload(record.inverse)
      if changed.contains(index), toOne(index) !== owner { leaveMembers(of: owner, record.inverse) }
    }
  }

  private final func announceAndReload(_ index: Int) {
    announceChange()
    reloadToMany(index)
  }

  /// The object's own change takes it away from where the store has put it meanwhile.
  private final func leaveMembers(of owner: NSManagedObject, _ index: Int) {
    guard !owner.cells.isEmpty, case .toMany(let value) = owner.cells[index],
      value.isFault || value.contains(self)
    else { return }
    value.remove(self)
    owner.noteChange(index)
  }

  /// Returns the registered object that a row's reference names.
  final func registered(_ row: Row?, _ record: PropertyRecord) -> NSManagedObject? {
    guard record.slot >= 0, let key = row?.destination(record.slot, from: rowStore) else {
      return nil
    }
    return context?.registered(key)
  }
}
