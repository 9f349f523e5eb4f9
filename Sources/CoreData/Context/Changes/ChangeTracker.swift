// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The pending changes of a context: lists of objects, held strongly, and a bit in each object.
///
/// Noting a change costs a flag test and, the first time, an append; no set is touched.
final class ChangeTracker {
  /// Objects to insert, in the order of their insertion.
  @exclusivity(unchecked) private(set) var inserted: [NSManagedObject] = []
  @exclusivity(unchecked) private(set) var updated: [NSManagedObject] = []
  @exclusivity(unchecked) private(set) var deleted: [NSManagedObject] = []
  /// How many of the first deleted objects have spread their deletion: they are not looked at again.
  @exclusivity(unchecked) private(set) var spreadCount = 0
  /// Objects changed since the last processing.
  @exclusivity(unchecked) private(set) var unprocessed: [NSManagedObject] = []
  /// The state of objects before those changes.
  let event = EventStates()
  /// Relationships that are being changed by primitive access.
  let notes = ChangeNotes()
  /// Objects whose stored rows the next save compares with theirs.
  private(set) var checked: [NSManagedObject] = []
  /// True if changes are being processed.
  var isProcessing = false
  /// How many objects are in the middle of `prepareForDeletion()`.
  private var preparingCount = 0
  /// True if a pass has left some of them, for which another one is due.
  private var hasLeft = false
  /// True if objects were deleted since the last save, to which changed relationships may lead.
  private(set) var mayDangle = false
  /// True if a save has sent `willSave` and has not succeeded yet.
  var hasSentWillSave = false
  /// The objects that the next save moves to other stores.
  private(set) var moves = MoveMarks()
  private var transients = TransientValues()
  private var writes = PrimitiveWrites()
  /// Called when the first unprocessed change appears.
  var onFirstChange: () -> Bool = { true }
  /// False if nobody has been asked to process what is unprocessed.
  private var isAwaited = true

  /// True if any of the three sets that clients see has an object.
  var hasChanges: Bool { !inserted.isEmpty || !updated.isEmpty || !deleted.isEmpty }

  /// An object's property changed.
  func noteChange(of object: NSManagedObject) {
    if !object.flags.hasPendingChanges {
      pruneIfStale(object)
      keepTransients(of: object)
      object.state.update()
      updated.append(object)
      if object.flags.contains(.written) { writes.count(object) }
    }
    object.state.changeAgain()
    noteUnprocessed(object)
  }

  /// The object is about to change by whatever means: its transient values are what a rollback
  /// goes back to, if it is clean.
  @inline(__always)
  func keepTransients(of object: NSManagedObject) {
    if object.layout.hasTransients, !object.flags.hasPendingChanges { transients.keep(object) }
  }

  /// A clean object was given a value by primitive access.
  func noteWrite(of object: NSManagedObject, _ index: Int) { writes.note(object, index) }

  func noteInsertion(of object: NSManagedObject) {
    guard !object.flags.contains(.inserted) else { return noteUnprocessed(object) }
    pruneIfStale(object)
    object.state.insert()
    inserted.append(object)
    noteUnprocessed(object)
  }

  /// Calls `prepareForDeletion()` of an object, during which its deletion does not spread (R-CTX-245).
  func prepare(_ object: NSManagedObject) {
    guard !object.flags.contains(.preparing) else { return }
    preparingCount += 1
    object.state.markPreparing(true)
    object.prepareForDeletion()
    object.state.markPreparing(false)
    preparingCount -= 1
    guard hasLeft, preparingCount == 0 else { return }
    hasLeft = false
    if !unprocessed.isEmpty { isAwaited = onFirstChange() }
  }

  func noteDeletion(of object: NSManagedObject) {
    mayDangle = true
    pruneIfStale(object)
    keepTransients(of: object)
    object.state.delete()
    deleted.append(object)
    noteUnprocessed(object)
  }

  /// The next save moves an object to another store, under a key there.
  func noteMove(of object: NSManagedObject, to key: ObjectKey) {
    moves.mark(object, key: key)
    noteChange(of: object)
  }

  /// An object stays where it is.
  func cancelMove(of object: NSManagedObject) {
    moves.unmark(object)
    guard object.changed.isEmpty, object.flags.contains(.updated) else { return }
    object.state.cancelUpdate()
    prune()
  }

  /// Takes over objects that have their flags: changes that nobody is to be told of.
  func adopt(
    inserted: [NSManagedObject], updated: [NSManagedObject], deleted: [NSManagedObject]
  ) {
    self.inserted += inserted
    self.updated += updated
    self.deleted += deleted
  }

  /// Returns the objects that are still pending when everything that there was has been saved: a
  /// client store has changed them meanwhile. Takes the flags away.
  func takePending() -> [(object: NSManagedObject, flags: ObjectFlags)] {
    (inserted + updated + deleted).filter { $0.flags.hasPendingChanges }.map { object in
      defer { object.state.becomeClean() }
      return (object, object.flags.intersection(.pending))
    }
  }

  func noteAgain(_ objects: [(object: NSManagedObject, flags: ObjectFlags)]) {
    for (object, flags) in objects {
      if flags.contains(.inserted) { noteInsertion(of: object) }
      if flags.contains(.updated) { noteChange(of: object) }
      if flags.contains(.deleted) { noteDeletion(of: object) }
    }
  }

  /// Has the next save check that the object is unchanged in its store.
  func check(_ object: NSManagedObject) {
    object.state.markChecked(true)
    checked.append(object)
  }

  /// The checks of a save are done: of the objects of some stores, or of all.
  func uncheck(_ isDone: (NSManagedObject) -> Bool = { _ in true }) {
    for object in checked where isDone(object) { object.state.markChecked(false) }
    checked.removeAll { !$0.flags.contains(.checked) }
  }

  /// Forgets the checks of objects that have left the context.
  func uncheckOrphans() { checked.removeAll { $0.flags.contains(.orphan) } }

  /// Forgets all checks; flags are the caller's business.
  func forgetChecks() { checked = [] }

  /// Something about the object is to be announced at the next processing.
  func noteUnprocessed(_ object: NSManagedObject) {
    if !isAwaited { isAwaited = onFirstChange() }
    guard !object.flags.contains(.unprocessed) else { return }
    object.state.markUnprocessed()
    if unprocessed.isEmpty { isAwaited = onFirstChange() }
    unprocessed.append(object)
  }

  /// The object was refreshed: that is announced, its changes of before are not again.
  func noteRefresh(of object: NSManagedObject) {
    object.state.refresh()
    noteUnprocessed(object)
  }

  /// Hands out the unprocessed objects and forgets that they are.
  ///
  /// - Parameter isFinal: false to leave those that are being told of their deletion.
  func takeUnprocessed(isFinal: Bool = true) -> [NSManagedObject] {
    var taken = unprocessed
    unprocessed = []
    if leavesPreparing(isFinal: isFinal) {
      unprocessed = taken.filter { $0.flags.contains(.preparing) }
      taken.removeAll { $0.flags.contains(.preparing) }
      hasLeft = hasLeft || !unprocessed.isEmpty
    }
    taken.forEachBorrowed { $0.state.markProcessed() }
    return taken
  }

  /// True if a pass over the unprocessed objects leaves those that are being told of their deletion.
  func leavesPreparing(isFinal: Bool) -> Bool { preparingCount > 0 && !isFinal }

  /// True if a pass has objects to take.
  func hasUnprocessed(isFinal: Bool) -> Bool {
    leavesPreparing(isFinal: isFinal)
      ? unprocessed.contains { !$0.flags.contains(.preparing) } : !unprocessed.isEmpty
  }

  /// The deletions have spread, but for those that could not.
  func noteSpreading() {
    while spreadCount < deleted.count, deleted[spreadCount].flags.contains(.propagated) {
      spreadCount += 1
    }
  }

  /// A deletion that had spread is to spread again.
  func spreadAgain() { spreadCount = 0 }

  /// A deletion is taken back.
  func cancelDeletion(of object: NSManagedObject) {
    object.state.cancelDeletion()
    removeDeletion(of: object)
    if !object.changed.isEmpty { noteChange(of: object) }
  }

  /// The deletions of many objects are taken back.
  func cancelDeletions(of objects: [NSManagedObject]) {
    for object in objects { object.state.cancelDeletion() }
    prune()
    for object in objects where !object.changed.isEmpty { noteChange(of: object) }
  }

  /// Objects have lost flags: the lists follow.
  func prune() {
    inserted.removeAll { !$0.flags.contains(.inserted) }
    updated.removeAll { $0.state.leaves(.updated) }
    deleted.removeAll { $0.state.leaves(.deleted) }
    spreadCount = 0
    moves.prune()
    transients.prune()
  }

  /// Objects leave the lists whose flags they have lost. A few are looked for from the end, where what has
  /// come and gone since stands.
  func prune(_ objects: [NSManagedObject]) {
    guard objects.count <= 4 else { return prune() }
    for object in objects {
      let flags = object.flags
      if !flags.contains(.inserted), let place = inserted.lastPlace(of: object) {
        inserted.remove(at: place)
      }
      if !flags.contains(.updated), let place = updated.lastPlace(of: object) {
        updated.remove(at: place)
      }
      if !flags.contains(.deleted) { removeDeletion(of: object) }
      object.state.leaveLists()
      if !flags.hasPendingChanges { transients.forget(object) }
    }
    moves.prune()
  }

  private func removeDeletion(of object: NSManagedObject) {
    guard let place = deleted.lastPlace(of: object) else { return }
    deleted.remove(at: place)
    if place < spreadCount { spreadCount -= 1 }
  }

  /// An object that is still in a list whose flag it has lost leaves it, before it is entered again.
  @inline(__always)
  private func pruneIfStale(_ object: NSManagedObject) {
    if object.flags.contains(.stale) { prune([object]) }
  }

  /// The cell of a changed property when its change is taken back: a transient value as it was
  /// before, else none, and the row has the value.
  func cleanCell(_ index: Int, of object: NSManagedObject) -> PropertyValue {
    transients.value(index, of: object)
  }

  /// Forgets everything; flags are the caller's business.
  func removeAll() {
    inserted = []
    updated = []
    deleted = []
    spreadCount = 0
    unprocessed = []
    event.removeAll()
    hasSentWillSave = false
    mayDangle = false
    moves = MoveMarks()
    transients.removeAll()
  }

  /// Everything but what is unprocessed.
  struct State {
    let inserted: [NSManagedObject]
    let updated: [NSManagedObject]
    let deleted: [NSManagedObject]
    fileprivate let moves: MoveMarks
    fileprivate let transients: TransientValues
    fileprivate let writes: PrimitiveWrites
  }

  var state: State {
    get {
      State(
        inserted: inserted, updated: updated, deleted: deleted, moves: moves,
        transients: transients, writes: writes)
    }
    set {
      inserted = newValue.inserted
      updated = newValue.updated
      deleted = newValue.deleted
      spreadCount = 0
      moves = newValue.moves
      transients = newValue.transients
      writes.restore(newValue.writes)
    }
  }

  // Without deletions these are the lists themselves: no copy.

  /// Updated objects that are not being deleted.
  var savedUpdates: [NSManagedObject] {
    deleted.isEmpty ? updated : updated.filter { !$0.flags.contains(.deleted) }
  }

  /// Deleted objects that some store has.
  var savedDeletes: [NSManagedObject] {
    inserted.isEmpty ? deleted : deleted.filter { !$0.flags.contains(.inserted) }
  }

  /// Inserted objects that are not deleted again.
  var savedInserts: [NSManagedObject] {
    deleted.isEmpty ? inserted : inserted.filter { !$0.flags.contains(.deleted) }
  }
}
