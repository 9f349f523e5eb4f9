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
    let isDeletion = object.flags.contains(.deleted) && !object.flags.contains(.inserted)
    let released = isDeletion && object.flags.contains(.propagated) ? object.undoDeletion() : []
    object.loosenPartners()
    let row = object.row
    tracker.event.forget(object)
    reader.forgetUnread(of: object)
    object.turnIntoFault()
    // A deletion is a change as well, unless the row is gone (R-CTX-320).
    if isDeletion, !object.flags.contains(.inaccessible) {
      tracker.cancelDeletion(of: object)
      object.spreadDeletions(leadingFrom: row)
    }
    if object.flags.contains(.updated) { object.state.cancelUpdate() }
    if isDeletion || object.flags.contains(.stale) { tracker.prune() }
    for other in released where other.context === self { tracker.noteRefresh(of: other) }
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
  /// - Parameter settlesPartners: false while it is not known yet which changes count.
  final func rebase(on row: Row, settlesPartners: Bool = true) {
    let old = self.row
    let changed = persistentChangeSet()
    state.rebase(on: row)
    for index in 0..<(cells.isEmpty ? 0 : layout.count) where !layout.access[index].isTransient {
      if changed.contains(index) { reloadToMany(index) } else { state.revert(index) }
    }
    forgetFetched()
    if let old { moveInverses(from: old, to: row, settlesPartners: settlesPartners) }
  }

  /// The deletions of objects that a row leads to reach this object again when they spread: its own has been
  /// taken back.
  fileprivate final func spreadDeletions(leadingFrom row: Row?) {
    for index in layout.relationships {
      guard let owner = registered(row, layout.properties[index]), owner.flags.contains(.deleted)
      else { continue }
      owner.state.markPropagated(false)
      context?.tracker.spreadAgain()
    }
  }

  /// Has the other sides of changed relationships, which go on having the object when its changes are dropped,
  /// look whether they do when it is related to them again.
  fileprivate final func loosenPartners() {
    guard !cells.isEmpty else { return }
    for index in changed.slots where layout.access[index].inverse >= 0 {
      let inverse = Int(layout.access[index].inverse)
      switch cells[index] {
      case .toOne(let partner): partner.loosen(inverse)
      case .toMany(let value): (value.added + value.removed).forEach { $0.loosen(inverse) }
      default: break
      }
    }
  }

  private final func loosen(_ index: Int) {
    if !cells.isEmpty, case .toMany(let value) = cells[index] { value.mayBeOneSided = true }
  }

  /// Drops the objects of fetched properties, which are fetched when they are read again (R-MOD-163).
  fileprivate final func forgetFetched() {
    guard !cells.isEmpty else { return }
    for index in 0..<layout.count where layout.access[index].kind == .fetched {
      state.revert(index)
    }
  }

  /// The stored destination of a to-one is another: what is loaded of the other side follows.
  final func moveInverses(from old: Row?, to row: Row, settlesPartners: Bool = true) {
    for index in layout.relationships {
      let record = layout.properties[index]
      guard record.kind == .toOne, record.slot >= 0, record.inverse >= 0,
        old?.destination(record.slot, from: rowStore)
          != row.destination(record.slot, from: rowStore)
      else { continue }
      registered(old, record)?.announceAndReload(record.inverse)
      if isOneToOne(record) {
        if settlesPartners { settlePartner(record, storedIn: row) }
        continue
      }
      guard let owner = registered(row, record) else { continue }
      owner.announceAndReload(record.inverse)
      if changed.contains(index), toOne(index) !== owner { leaveMembers(of: owner, record.inverse) }
    }
  }

  private final func isOneToOne(_ record: PropertyRecord) -> Bool {
    layout.model[record.destination].access[record.inverse].kind == .toOne
  }

  /// Has the partners that a row stores give this object up where it was given others here.
  final func settlePartners(storedIn row: Row) {
    for index in layout.relationships where changed.contains(index) {
      let record = layout.properties[index]
      if record.kind == .toOne, record.slot >= 0, record.inverse >= 0, isOneToOne(record) {
        settlePartner(record, storedIn: row)
      }
    }
  }

  /// The stored partner of a one-to-one is another. What was changed here counts, on either side, and whoever
  /// loses its partner by that is changed, too (R-CTX-376): else both would name it.
  private final func settlePartner(_ record: PropertyRecord, storedIn row: Row) {
    guard let context, let key = row.destination(record.slot, from: rowStore) else { return }
    if changed.contains(record.index) {
      guard !context.isAskingForbidden, toOne(record.index)?.key != key else { return }
      context.materialise(key).giveUp(self, record.inverse)
    } else if let partner = context.registered(key), partner.changed.contains(record.inverse),
      partner.flags.isDisjoint(with: .deleted), partner.toOne(record.inverse) !== self
    {
      placeToOne(record.index, nil)
    }
  }

  private final func giveUp(_ object: NSManagedObject, _ index: Int) {
    let gone: ObjectFlags = [.deleted, .orphan, .inaccessible]
    guard let context, flags.isDisjoint(with: gone) else { return }
    if !flags.contains(.realised) {
      realise()
    } else if !flags.contains(.inserted), let fresh = context.storedRow(of: self),
      fresh.version != row?.version
    {
      announceChange()
      rebase(on: fresh, settlesPartners: false)
    }
    guard flags.contains(.realised), flags.isDisjoint(with: gone), toOne(index) === object else {
      return
    }
    placeToOne(index, nil)
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
