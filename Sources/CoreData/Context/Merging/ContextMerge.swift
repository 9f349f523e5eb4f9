// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// One merge of what was saved elsewhere into a context, on its queue (R-CTX-760…773).
///
/// With rows handed over it costs no query, and below a parent it asks nobody (R-CTX-781). Without
/// them it costs one query per store for the rows of what was inserted, of what was updated and is
/// realised here; nothing when neither that nor a deleted object concerns the context. What a save into a
/// parent has deleted costs another.
struct ContextMerge {
  private let context: NSManagedObjectContext
  /// Keys of objects that are new here, or are faults of which nobody was told.
  private var arriving: [(key: ObjectKey, row: Row?)] = []
  /// Realised objects that were updated elsewhere.
  private var updated: [(object: NSManagedObject, row: Row?)] = []
  /// Keys of objects that were updated elsewhere, and have no values here: for those who follow lists.
  private var unseen: [ObjectKey] = []
  /// Registered objects that were deleted elsewhere.
  private var doomed: [NSManagedObject] = []
  /// Those of them whose rows are there: their deletion has not come so far.
  private var surviving: Set<ObjectKey>
  /// Objects that an earlier merge has deleted, and that are stored again.
  private var returning: [(object: NSManagedObject, place: Int)] = []
  private var merged = ObjectChanges()
  private var stamp: UInt32
  /// True if the rows came with the changes.
  private let isHanded: Bool
  /// True if the owners of what was deleted were updated too.
  private let tellsOwners: Bool
  /// True for a save into a parent: the receiver's store may know nothing of its deletions.
  private let isPushed: Bool

  private init(_ changes: SavedChanges, in context: NSManagedObjectContext) {
    self.context = context
    isHanded = changes.rows != nil
    isPushed = changes.isPushed
    tellsOwners = changes.tellsOwners
    surviving = changes.surviving
    stamp = isHanded ? changes.stamp : context.commitStamp
    sort(changes)
  }

  /// Returns the objects that have come; whoever wants them to stay registered holds them
  /// (R-CTX-762).
  @discardableResult
  static func run(
    _ changes: SavedChanges, in context: NSManagedObjectContext
  ) -> [NSManagedObject] {
    guard !changes.isEmpty else { return [] }
    context.advanceGeneration()
    let left = context.follow(changes.moved)
    var merge = ContextMerge(changes, in: context)
    merge.doomed += left
    guard merge.isNeeded else {
      if !merge.unseen.isEmpty {
        context.processPendingChanges()
        context.withoutCapture { merge.tellFollowers {} }
      }
      return []
    }
    let outer = context.merging.beginMerge(isHanded: merge.isHanded)
    defer { context.merging.endMerge(outer) }
    // The context's own changes are announced, and recorded for undo, apart from the merged ones.
    context.processPendingChanges()
    context.withoutCapture { merge.apply() }
    ChangeNotifications.postDidMerge(merge.merged, from: context)
    return merge.merged.inserted
  }

  private var isNeeded: Bool { !arriving.isEmpty || !updated.isEmpty || !doomed.isEmpty }

  // MARK: - What concerns this context

  private mutating func sort(_ changes: SavedChanges) {
    var seen = Set(changes.deleted)
    doomed = changes.deleted.compactMap(context.registered)
    for (place, key) in changes.inserted.enumerated() where seen.insert(key).inserted {
      let object = context.registered(key)
      let isBack = object?.flags.isSuperset(of: [.deleted, .inaccessible]) ?? false
      if let object, isBack { returning.append((object, arriving.count)) }
      if let object, !isBack, object.flags.contains(.realised) {
        updated.append((object, changes.rows?[place]))
      } else {
        arriving.append((object?.key ?? key, changes.rows?[place]))
      }
    }
    // Below a parent, which must not be asked now, nobody can tell what unseen objects are like.
    let lists =
      context.parentContext == nil ? context.merging.followers.compactMap(\.following) : []
    for (place, key) in changes.updated.enumerated() where seen.insert(key).inserted {
      let object = context.registered(key)
      if let object, object.flags.contains(.realised) {
        updated.append((object, changes.rows?[changes.inserted.count + place]))
      } else {
        // It fires with the new values; what was prefetched is not of them.
        object?.state.dropCells(object?.layout.count ?? 0)
        if lists.contains(where: { $0.mayHold(entity: key.entity) }) { unseen.append(key) }
      }
    }
  }

  // MARK: - Applying

  private mutating func apply() {
    loadRows()
    bringBack()
    for (object, row) in updated { refresh(object, row) }
    for (key, row) in arriving { arrive(key, row) }
    for object in doomed where object.context === context { delete(object) }
    if !tellsOwners {
      MergedDeletion(context).leaveLoaded(doomed.filter { $0.flags.contains(.inaccessible) })
    }
    context.tracker.prune()
    tellFollowers { ChangeProcessing(context).run(forcesPropagation: false) }
  }

  /// Objects that have no values here may belong to lists from now on, or do not any more (R-REQ-271). Nobody
  /// else is told of them (R-CTX-766). What came with the merge may be older than what is stored by now.
  /// Cost: a query for each five hundred.
  private func tellFollowers(_ process: () -> Void) {
    let followers = unseen.isEmpty ? [] : context.merging.followers
    var rest = unseen[...]
    while !rest.isEmpty {
      let objects = read(Array(rest.prefix(500)))
      for follower in followers { follower.following?.expect(objects) }
      rest = rest.dropFirst(500)
    }
    process()
    guard !followers.isEmpty else { return }
    context.merging.tellObservers()
    for follower in followers { follower.following?.processExpected() }
  }

  private func read(_ keys: [ObjectKey]) -> [NSManagedObject] {
    let stamp = context.commitStamp
    return zip(keys, context.readableRows(for: keys)).compactMap { key, row in
      row.map { row in
        let concrete = ObjectKey(entity: row.entity, number: key.number, store: key.store)
        return context.adopt(concrete, row, stamp: stamp)
      }
    }
  }

  /// A deletion of which the receiver's store knows nothing yet is the receiver's to save (R-CTX-763).
  private mutating func delete(_ object: NSManagedObject) {
    if surviving.contains(object.key) {
      if !object.flags.contains(.deleted) { context.delete(object) }
    } else {
      MergedDeletion(context).run(object)
    }
    merged.deleted.append(object)
  }

  /// Their deletion is none any more: they are faults, which arrive.
  private func bringBack() {
    guard !returning.isEmpty else { return }
    for (object, place) in returning where arriving[place].row != nil {
      object.announceChange()
      Rollback(context).revert(object)
    }
    context.tracker.prune()
  }

  private mutating func loadRows() {
    if isHanded {
      context.pinIfDue()
      if isToldByStores { loadUpdatedRows() }
    } else {
      let keys = updated.map(\.object.key) + arriving.map(\.key)
      var rows = context.readableRows(for: keys)[...]
      for place in updated.indices { updated[place].row = rows.popFirst() ?? nil }
      for place in arriving.indices { arriving[place].row = rows.popFirst() ?? nil }
      if isPushed { findSurvivors() }
    }
  }

  private mutating func findSurvivors() {
    let keys = doomed.map(\.key)
    surviving = Set(zip(keys, context.readableRows(for: keys)).filter { $1 != nil }.map(\.0))
  }

  /// True if only the stores know which of two rows is the newer one.
  private var isToldByStores: Bool {
    context.parentContext == nil && context.coordinator?.clientStores?.decidesWhatIsNewest == true
  }

  private mutating func loadUpdatedRows() {
    guard !updated.isEmpty else { return }
    let rows = context.readableRows(for: updated.map(\.object.key))
    for place in updated.indices { updated[place].row = rows[place] ?? updated[place].row }
  }

  /// New values, under the object's own changes. Without a row it is a fault, if it may be one.
  private mutating func refresh(_ object: NSManagedObject, _ row: Row?) {
    guard object.context === context, object.flags.isDisjoint(with: [.inserted, .inaccessible])
    else { return }
    merged.refreshed.append(object)
    object.renew(on: newest(row, object.row), stamp: stamp)
    context.noteRefresh(of: object)
  }

  /// Two savers may tell of one object in either order; a context may have saved it itself since.
  private func newest(_ row: Row?, _ known: Row?) -> Row? {
    guard isHanded, context.parentContext == nil, !isToldByStores, let row, let known,
      known.version > row.version
    else { return row }
    return known
  }

  /// The object is registered, and announced as inserted; it is not `isInserted` (R-CTX-762).
  private mutating func arrive(_ key: ObjectKey, _ row: Row?) {
    guard let row else { return }
    let concrete = ObjectKey(entity: row.entity, number: key.number, store: key.store)
    // A fault below a parent asks that when it fires, but not while observers are being told.
    let object =
      context.parentContext == nil
      ? context.adopt(concrete, row, stamp: stamp) : context.materialise(concrete)
    context.merging.hand(row, to: object.key)
    object.moveInverses(from: nil, to: row)
    object.state.arrive()
    context.tracker.noteUnprocessed(object)
    merged.inserted.append(object)
  }
}

extension NSManagedObjectContext {
  /// True if a merge is going on here in which the parent must not be asked for anything.
  final var isAskingForbidden: Bool { merging.handedRows != nil && parentContext != nil }

  /// Runs a block whose changes are not the user's, and are not recorded for undo (R-CTX-769).
  final func withoutCapture(_ body: () -> Void) {
    let before = merging.beginApplying()
    defer { merging.endApplying(before) }
    body()
  }
}
