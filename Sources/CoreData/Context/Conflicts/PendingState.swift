// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// All that is pending in a context, as it was before a merge policy saw it: what a save that fails
/// after all goes back to (R-CTX-581).
struct PendingState {
  private struct Entry {
    let object: NSManagedObject
    /// All but the cells, whose memory is the object's.
    let state: ObjectState
    let key: ObjectKey
    let cells: [PropertyValue]
    let members: [(value: ToManyValue, state: ToManyValue.State)]
  }

  private let context: NSManagedObjectContext
  private let entries: [Entry]
  private let lists: ChangeTracker.State
  private let assignments: [ObjectIdentifier: NSPersistentStore]

  /// Copies the state. O(pending objects and their members).
  init(_ context: NSManagedObjectContext) {
    self.context = context
    lists = context.tracker.state
    assignments = context.assignments.all
    let objects = lists.inserted + lists.updated + lists.deleted + context.tracker.checked
    entries = ObjectList(distinct: objects).objects.map(PendingState.entry)
  }

  private static func entry(_ object: NSManagedObject) -> Entry {
    let cells =
      object.cells.isEmpty ? [] : (0..<object.layout.count).map { object.cells[$0] }
    let members = cells.compactMap { cell -> (ToManyValue, ToManyValue.State)? in
      if case .toMany(let value) = cell { (value, value.state) } else { nil }
    }
    return Entry(
      object: object, state: object.state, key: object.key, cells: cells, members: members)
  }

  /// Puts everything back; what only became pending since is clean or gone again.
  func restore() {
    let known = Set(entries.map { ObjectIdentifier($0.object) })
    let tracker = context.tracker
    let now = tracker.state
    for object in now.inserted where !known.contains(ObjectIdentifier(object)) {
      object.announceChange()
      Rollback(context).forget(object)
      object.orphan()
    }
    for object in now.updated + now.deleted where !known.contains(ObjectIdentifier(object)) {
      object.announceChange()
      Rollback(context).revert(object)
    }
    _ = tracker.takeUnprocessed()
    tracker.event.removeAll()
    for entry in entries { put(entry) }
    tracker.state = lists
    context.assignments.all = assignments
  }

  private func put(_ entry: Entry) {
    let object = entry.object
    object.announceChange()
    let key = entry.key
    if object.context == nil { context.identityMap.insert(object, key: key) }
    if object.key != key {
      context.identityMap.rename([object], to: [key])
      object.renewID()
    }
    object.shared.endOrphanage()
    object.state.dropCells(object.layout.count)
    for (index, cell) in entry.cells.enumerated() { object.place(cell, index) }
    for member in entry.members { member.value.state = member.state }
    object.stand(in: context.identityMap)
    object.state.restore(entry.state)
  }
}
