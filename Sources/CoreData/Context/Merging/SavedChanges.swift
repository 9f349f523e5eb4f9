// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The changes of a save elsewhere, by key: the input of a merge.
///
/// Whoever tells of a save hands the rows over with it, since a merge must not ask the context that
/// has saved: that one's thread may be waiting for the receiver (R-CTX-781). The rows are those that
/// the saver's objects hold, not copies.
// Sendable: rows and keys are immutable values.
struct SavedChanges: Sendable {
  private(set) var inserted: [ObjectKey] = []
  /// Updated, refreshed or invalidated (R-CTX-764).
  private(set) var updated: [ObjectKey] = []
  private(set) var deleted: [ObjectKey] = []
  /// The objects among the updated ones that were moved to another store.
  private(set) var moved: [MovedKey] = []
  /// The rows of what was inserted, then of what was updated, as the receiver's parent or store has
  /// them; nil where the object is gone. Without them the merge reads the rows.
  private(set) var rows: [Row?]?
  /// True if the owners of what was deleted are among the updated ones: a save of this process tells
  /// it all.
  let tellsOwners: Bool
  /// True for a save into a parent: what it has deleted may still be in the receiver's store.
  var isPushed = false
  /// The deleted objects that are there all the same, where the rows came with the changes: the
  /// receiver's parent knows nothing of the deletion.
  private(set) var surviving: Set<ObjectKey> = []
  /// The commit count when the rows were handed over.
  private(set) var stamp: UInt32 = 0

  /// The changes that a save has written.
  init(_ saved: ObjectChanges, by context: NSManagedObjectContext) {
    tellsOwners = true
    inserted = saved.inserted.map(\.key)
    updated = saved.updated.map(\.key)
    deleted = saved.deleted.map(\.key)
    moved = saved.moved.map { MovedKey(former: $0.formerKey, present: $0.object.key) }
    rows = saved.inserted.map(\.row) + saved.updated.map(\.row)
    stamp = context.commitStamp
    if context.coordinator?.schema.derived.isEmpty == false {
      takeDerived(of: saved.inserted + saved.updated, in: context)
    }
  }

  /// The saver's rows do not have the values that the save has derived: the stored ones do.
  private mutating func takeDerived(
    of objects: [NSManagedObject], in context: NSManagedObjectContext
  ) {
    guard context.parentContext == nil else { return }
    let places = objects.indices.filter { objects[$0].layout.hasDerived }
    let stored = context.readableRows(for: places.map { objects[$0].key })
    for (place, row) in zip(places, stored) where row != nil { rows?[place] = row }
  }

  /// The changes that a client tells, without rows. Any thread.
  init(_ ids: ChangedIDs, for context: NSManagedObjectContext) {
    tellsOwners = false
    let coordinator = context.persistentStoreCoordinator
    func keys(_ ids: [NSManagedObjectID]) -> [ObjectKey] {
      ids.compactMap { $0.isTemporaryID ? $0.key : coordinator?.key(of: $0) }
    }
    inserted = keys(ids.inserted)
    updated = keys(ids.updated)
    deleted = keys(ids.deleted)
    moved = ids.moved.compactMap { former, present in
      guard let former = coordinator?.key(of: former), let present = coordinator?.key(of: present)
      else { return nil }
      return MovedKey(former: former, present: present)
    }
  }

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  /// The keys that have rows, in their order.
  private var living: [ObjectKey] { inserted + updated }

  /// The same, as the children of a context have to hear it that has merged it: with the values that
  /// the context's own changes give its objects. On the context's queue.
  func passed(on context: NSManagedObjectContext) -> SavedChanges {
    var changes = self
    changes.rows = rows.map { context.present(living, over: $0) }
    return changes
  }

  /// Fetches the rows from above a context that is not the calling thread's: once its queue is
  /// entered, nobody above may be asked any more. Nothing for a context at the root.
  mutating func takeRows(for context: NSManagedObjectContext) {
    guard let parent = context.parentContext, !context.queue.isCurrent else { return }
    let map = context.identityMap
    // Of what was updated only registered objects are concerned.
    let moving = Set(moved.lazy.filter { map.contains($0.former) }.map(\.present))
    updated.removeAll { key in
      !map.contains(key) && !moving.contains(key)
        && map.family.counterpart(of: key).map(map.contains) != true
    }
    stamp = context.commitStamp
    rows = parent.rowsForChildren(of: living)
    guard isPushed else { return }
    let doomed = deleted.filter(map.contains)
    surviving = Set(
      zip(doomed, parent.rowsForChildren(of: doomed)).filter { $1 != nil }.map(\.0))
  }
}

extension NSManagedObjectContext {
  /// Returns the rows of keys as this context's children have to read them: read at the root and
  /// taken down from one context to the next. The calling thread enters one queue after the other;
  /// none waits for another.
  fileprivate final func rowsForChildren(of keys: [ObjectKey]) -> [Row?] {
    let above = parentContext?.rowsForChildren(of: keys)
    return queue.sync { present(keys, over: above ?? rootRows(for: keys)) }
  }

  /// Returns the stored rows of keys; nil for what is not stored.
  private final func rootRows(for keys: [ObjectKey]) -> [Row?] {
    let stored = keys.map(permanent)
    let known = stored.filter { !$0.isTemporary }
    var rows = readableRows(for: known)[...]
    return stored.map { $0.isTemporary ? nil : rows.popFirst() ?? nil }
  }

  /// Rows for keys, with the values of the objects that are realised here; nil for those that are
  /// being deleted.
  fileprivate final func present(_ keys: [ObjectKey], over rows: [Row?]) -> [Row?] {
    zip(keys, rows).map { key, row in
      guard let object = registered(key) else { return row }
      if object.flags.contains(.deleted) { return nil }
      return object.flags.contains(.realised) ? object.presentRow() : row
    }
  }

  /// Returns the present rows of keys, none when they cannot be read: a merge does not fail.
  final func readableRows(for keys: [ObjectKey]) -> [Row?] {
    do {
      return try storedRows(for: keys)
    } catch {
      Log.warning("Could not load \(keys.count) object(s) that were changed elsewhere: \(error)")
      return keys.map { _ in nil }
    }
  }
}
