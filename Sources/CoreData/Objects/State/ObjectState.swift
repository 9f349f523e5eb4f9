// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The state of a managed object: the row it was read from, what differs from the row, and its flags. Nothing else writes any of these: each change is one of the transitions
/// below, and each ends in a state that ``isConsistent`` allows.
///
/// | transition | from | to |
/// |---|---|---|
/// | ``enter()`` | loose, orphan | fault |
/// | ``becomeNew(_:)`` | fault | realised, with the entity's default row |
/// | ``take(_:at:)``, ``forgetRow()`` | fault | fault with the row for when it fires, or without |
/// | ``fire()`` | fault with its row, loose, orphan | realised |
/// | ``loseRow(_:)`` | fault | realised and empty, its deletion spread |
/// | ``becomeFault(_:)`` | any | fault without a row, cells or changes |
/// | ``rebase(on:)`` | any | the same over another row |
/// | ``insert()``, ``update()``, ``delete()`` | registered | pending |
/// | ``cancelUpdate()``, ``cancelDeletion()``, ``becomeClean()``, ``rollBack()`` | pending | not, or less |
/// | ``save(as:)`` | pending | realised over the row that was written |
/// | ``leave()`` | registered | orphan with the values that it has |
/// | ``becomeOrphan()`` | registered, fault | orphan |
/// | ``restore(_:)`` | any | an earlier state |
///
/// The others change one cell or one mark, and leave the state where it is.
struct ObjectState {
  /// The memory of the row.
  private var chunk: RowChunk?
  /// Where the row begins: scalars are read from it without counting a reference to the row.
  private(set) var rowStart: UnsafeRawPointer?
  /// The values that differ from the row, and realised relationships; empty until something does.
  private(set) var cells = CellBuffer()
  /// The indexes of the cells that hold changes.
  private(set) var changed = SlotSet()
  private(set) var flags: ObjectFlags = []
  /// The coordinator's commit count when a fault's row was fetched.
  private(set) var stamp: UInt32 = 0

  /// The stored values as loaded; nil for a fault. A new object has its entity's default row.
  var row: Row? {
    @inline(__always) get {
      guard let chunk, let rowStart else { return nil }
      return Row(chunk: chunk, offset: rowStart - UnsafeRawPointer(chunk.base))
    }
  }

  /// True if the state can occur, from the point of view of what reads it:
  ///
  /// | rule | since |
  /// |---|---|
  /// | inserted and updated exclude one another | a save writes the object once |
  /// | only registered objects have pending changes | a save takes them from the context's lists |
  /// | an orphan is not registered | the map must not lead to it |
  /// | a realised object has a row, unless it is an orphan | scalars are read from the row unchecked |
  var isConsistent: Bool {
    if flags.isSuperset(of: [.inserted, .updated]) { return false }
    if !flags.contains(.registered), flags.hasPendingChanges { return false }
    if flags.isSuperset(of: [.registered, .orphan]) { return false }
    return rowStart != nil || flags.contains(.orphan) || !flags.contains(.realised)
  }

  /// Stops a debug build at the end of a transition into a state that must not occur.
  @inline(__always)
  private func check() {
    assert(isConsistent, "An object cannot be \(flags) with row \(row as Any).")
  }

  @inline(__always)
  private mutating func setRow(_ row: Row?) {
    chunk = row?.chunk
    rowStart = row?.start
  }
}

// MARK: - Place

extension ObjectState {
  /// Makes the object, which has its place in a context, a fault there.
  /// - Parameter enrolled: the flags of the context's objects.
  @inline(__always)
  mutating func enter(_ enrolled: ObjectFlags) {
    assert(!flags.contains(.registered), "An object enters a context once.")
    flags = flags.lasting.union(enrolled)
    check()
  }

  /// Gives an object that has entered a context the values of a new one.
  @inline(__always)
  mutating func becomeNew(_ defaults: Row) {
    assert(flags.contains(.registered), "An object is new in a context.")
    setRow(defaults)
    flags.formUnion([.realised, .recorded])
    check()
  }

  /// Takes the object out of its context with the values that it has.
  mutating func leave() {
    flags = flags.intersection([.realised, .observed, .tracked]).union(.orphan)
    check()
  }

  /// Takes the object out of its context; what it held is dropped already.
  mutating func becomeOrphan() {
    flags = flags.lasting.union(.orphan)
    check()
  }

  /// Puts back an earlier state, but for what was noted of its event. The key is the map's business;
  /// the cells of `former` are gone, and others with their values in place.
  mutating func restore(_ former: ObjectState) {
    flags = former.flags.subtracting([.unprocessed, .recorded]).union(flags.lasting)
    setRow(former.row)
    changed = former.changed
    check()
  }
}

// MARK: - Values

extension ObjectState {
  /// Gives a fault the row for when it fires, with the commit count at which it was read.
  @inline(__always)
  mutating func take(_ row: Row?, at stamp: UInt32) {
    setRow(row)
    self.stamp = stamp
    check()
  }

  /// Notes when the row that is going to be taken was asked for.
  @inline(__always)
  mutating func expectRow(at stamp: UInt32) { self.stamp = stamp }

  /// Puts another row beneath the changes.
  @inline(__always)
  mutating func rebase(on row: Row) {
    setRow(row)
    check()
  }

  /// Drops the row of a fault: the next access reads a newer one.
  mutating func forgetRow() {
    setRow(nil)
    check()
  }

  /// Makes the values readable; they are there.
  mutating func fire() {
    flags.insert(.realised)
    check()
  }

  /// Gives an object whose row is gone the values of none, and a deletion that has spread (R-CTX-337).
  mutating func loseRow(_ empty: Row) {
    setRow(empty)
    flags.formUnion([.realised, .empty, .inaccessible, .propagated])
    check()
  }

  /// Drops every value: the object is a fault again.
  mutating func becomeFault(_ count: Int) {
    flags.subtract([.realised, .empty])
    setRow(nil)
    dropCells(count)
  }

  /// Frees the cells, and forgets what has changed.
  @inline(__always)
  mutating func dropCells(_ count: Int) {
    cells.free(count)
    changed = SlotSet()
    flags.remove(.written)
    check()
  }

  /// Keeps changes from being tracked while callbacks run that belong to loading.
  mutating func beginLoading() { flags.insert(.untracked) }

  mutating func endLoading() {
    flags.remove(.untracked)
    check()
  }
}

// MARK: - Cells

extension ObjectState {
  /// Makes the cells of an object that has none.
  mutating func allocateCells(_ count: Int) { cells.allocate(count) }

  /// Puts a value into a cell of an object that has cells.
  @inline(__always)
  mutating func replace(_ value: PropertyValue, _ index: Int) { cells.set(value, at: index) }

  /// Empties the cell of a property that has not changed: it is what the row says.
  @inline(__always)
  mutating func clear(_ index: Int) { cells.set(.unset, at: index) }

  @inline(__always)
  mutating func noteChange(_ index: Int) { changed.insert(index) }

  /// Notes that the object has values that count as changes once it changes, or none any more.
  mutating func markWritten(_ isWritten: Bool) {
    if isWritten { flags.insert(.written) } else { flags.remove(.written) }
  }

  /// Takes back the change of a property whose cell says already what it is now.
  mutating func forgetChange(_ index: Int) { changed.remove(index) }

  /// Takes back the change of a property: its cell is the given one.
  mutating func revert(_ index: Int, to cell: PropertyValue = .unset) {
    cells.set(cell, at: index)
    changed.remove(index)
  }

  /// Nothing counts as changed any more.
  mutating func forgetChanges() { changed = SlotSet() }
}

// MARK: - Pending changes

extension ObjectState {
  mutating func insert() {
    flags.insert(.inserted)
    check()
  }

  mutating func update() {
    flags.insert(.updated)
    check()
  }

  mutating func delete() {
    flags.insert(.deleted)
    flags.remove(.willSaveSent)
    check()
  }

  /// Notes another change: it is announced, and `willSave` is due again.
  @inline(__always)
  mutating func changeAgain() { flags.subtract([.willSaveSent, .onlyRefreshed]) }

  mutating func cancelUpdate() {
    flags.remove(.updated)
    flags.insert(.stale)
  }

  mutating func cancelDeletion() {
    flags.subtract([.deleted, .propagated])
    flags.insert(.stale)
  }

  /// Returns true if the object has lost the flag of a list that is pruned, and is out of it from now on.
  @inline(__always)
  mutating func leaves(_ flag: ObjectFlags) -> Bool {
    guard !flags.contains(flag) else { return false }
    flags.remove(.stale)
    return true
  }

  mutating func leaveLists() { flags.remove(.stale) }

  /// Nothing is pending any more, and nothing was written.
  mutating func becomeClean() {
    flags.subtract(.pending)
    check()
  }

  /// All that was pending is dropped, with what was to be announced of it.
  mutating func rollBack() {
    flags.subtract(.pending)
    flags.subtract([.unprocessed, .propagated, .willSaveSent, .refreshed, .onlyRefreshed])
    check()
  }

  /// The row was written: it is the base from now on. Cells are the caller's.
  @inline(__always)
  mutating func save(as row: Row?) {
    assert(flags.contains(.registered), "A save writes registered objects.")
    setRow(row)
    flags.subtract([.inserted, .updated, .deleted, .unprocessed, .announced, .willSaveSent])
    check()
  }

  mutating func markInaccessible(_ isInaccessible: Bool = true) {
    if isInaccessible {
      flags.insert(.inaccessible)
    } else {
      flags.subtract([.inaccessible, .empty])
    }
  }

  /// The object is being told of its deletion, or has been.
  mutating func markPreparing(_ isPreparing: Bool) {
    if isPreparing { flags.insert(.preparing) } else { flags.remove(.preparing) }
  }

  /// The deletion has spread along the relationships, or has to spread again.
  mutating func markPropagated(_ isPropagated: Bool = true) {
    if isPropagated { flags.insert(.propagated) } else { flags.remove(.propagated) }
  }
}

// MARK: - Events and saves

extension ObjectState {
  /// The state before the event is kept.
  mutating func record() { flags.insert(.recorded) }

  // MARK: - Being told of a save

  mutating func beginHearing(of change: ObjectFlags) { flags.insert(change) }
  mutating func endHearing() { flags.subtract(.saved) }

  mutating func forgetRecord() { flags.remove(.recorded) }

  /// Something is to be announced when the event ends.
  @inline(__always)
  mutating func markUnprocessed() {
    flags.insert(.unprocessed)
    check()
  }

  /// The event of the changes is over.
  @inline(__always)
  mutating func markProcessed() { flags.subtract([.unprocessed, .recorded]) }

  /// The object was refreshed, and perhaps nothing else.
  mutating func refresh() {
    if !flags.contains(.unprocessed) { flags.insert(.onlyRefreshed) }
    flags.insert(.refreshed)
  }

  /// Inserted elsewhere, it has come by a merge.
  mutating func arrive() { flags.insert(.arrived) }

  /// Notes that observers are being told of the object.
  @inline(__always)
  mutating func announce() {
    flags.subtract([.refreshed, .onlyRefreshed, .arrived])
    flags.insert(.announced)
  }

  mutating func markWillSaveSent() { flags.insert(.willSaveSent) }

  mutating func expectWillSave() { flags.remove(.willSaveSent) }

  /// True if the next save compares the row with the stored one.
  mutating func markChecked(_ isChecked: Bool) {
    if isChecked { flags.insert(.checked) } else { flags.remove(.checked) }
  }

  /// Somebody observes its changes, from now on.
  mutating func observe() { flags.insert(.observed) }

  /// Its reads are noted, or are no more.
  mutating func track(_ isTracked: Bool) {
    if isTracked { flags.insert(.tracked) } else { flags.remove(.tracked) }
  }
}
