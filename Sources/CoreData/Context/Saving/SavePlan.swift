// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// The content of a save: the change set, and the rows the objects adopt when it is committed.
///
/// A class, since the stages of a save hand it on: each copy of a structure would retain all lists.
final class SavePlan {
  @exclusivity(unchecked) private(set) var changes = ChangeSet()
  private let inserts: [NSManagedObject]
  private let updates: [NSManagedObject]
  private let deletes: [NSManagedObject]
  /// The notes that stores take of objects that move, by ordinal.
  let notes: [Int: [StoreNote]]
  /// Objects that are inserted into one store and deleted in another, and what they become.
  private let moving: MovingObjects
  @exclusivity(unchecked) private var movedRows: [Row] = []
  /// New rows of `inserts` and of `updates`; nil for an update that writes nothing.
  @exclusivity(unchecked) private var insertedRows: [Row] = []
  @exclusivity(unchecked) private var updatedRows: [Row?] = []
  /// The values that client stores set on the objects while they save them; nil without such a
  /// store.
  private let revised: RevisedRows?
  /// To-many relationships of updated objects that have other members, for histories; nil: none is
  /// recorded.
  @exclusivity(unchecked) private var toManys: [ObjectKey: [Int]]?

  /// Reads the context's pending changes. New objects have their permanent keys, and those that move
  /// their next ones.
  init(_ context: NSManagedObjectContext, moving: MovingObjects = MovingObjects()) throws {
    let tracker = context.tracker
    self.moving = moving
    notes = ForwardingNotes(moving, in: context.requiredCoordinator).notes
    let moves = tracker.moves
    inserts =
      moving.isEmpty
      ? tracker.savedInserts : tracker.savedInserts.filter { !moves.contains($0) }
    updates =
      moving.isEmpty
      ? tracker.savedUpdates : tracker.savedUpdates.filter { !moves.contains($0) }
    deletes = tracker.savedDeletes
    revised = context.requiredCoordinator.clientStores == nil ? nil : RevisedRows()
    if context.requiredCoordinator.router.recordsHistory { toManys = [:] }
    var orders = OrderAssignment()
    if context.requiredCoordinator.hasOrderedToManys {
      inserts.forEachBorrowed { orders.add($0) }
      updates.forEachBorrowed { orders.add($0) }
      moving.objects.forEachBorrowed { orders.add($0) }
    }
    var links = LinkChanges()
    let assembler = SavePlan.assembler(rows: inserts.count + updates.count + moving.objects.count)
    try addInserts(&orders, &links, with: assembler)
    try addUpdates(&orders, &links, with: assembler)
    try addMoves(&orders, &links, with: assembler)
    if tracker.mayDangle {
      try DanglingReferences.requireNone(in: inserts + updates + moving.objects, isFinal: true)
    }
    addDeletes(at: context.commitStamp, readsNewest: context.reader.readsNewest)
    changes.links = links.changes
    addOrders(orders)
    addChecks(context)
    sort()
    if let toManys { changes.origin = ChangeOrigin(context, toManys: toManys) }
  }

  /// Rows that are saved together share chunks; few rows, which their objects keep, a small one.
  private static func assembler(rows count: Int) -> RowAssembler {
    RowAssembler(chunkCapacity: min(RowChunk.standardCapacity, 256 * count))
  }

  private func addInserts(
    _ orders: inout OrderAssignment, _ links: inout LinkChanges,
    with assembler: RowAssembler
  ) throws {
    guard !inserts.isEmpty else { return }
    insertedRows.reserveCapacity(inserts.count)
    changes.inserts.reserveCapacity(inserts.count)
    try inserts.forEachBorrowed { object in
      try SavePlan.requireTransformable(object)
      let row = object.packedRow(version: 1, orders: orders.take(object), in: assembler)
      object.shareLargeValues(with: row)
      insertedRows.append(row)
      changes.inserts.append(RowInsert(key: object.key, row: row))
      links.add(object)
    }
  }

  private func addUpdates(
    _ orders: inout OrderAssignment, _ links: inout LinkChanges,
    with assembler: RowAssembler
  ) throws {
    guard !updates.isEmpty else { return }
    try updates.forEachBorrowed { object in
      try SavePlan.requireTransformable(object)
      links.add(object)
      if object.row == nil { object.realise() }
      let changed = object.persistentChangeSet()
      guard !changed.isEmpty, let old = object.row else { return updatedRows.append(nil) }
      let order = orders.take(object)
      let row = object.packedRow(version: old.nextVersion, orders: order, in: assembler)
      object.shareLargeValues(with: row)
      var slots = object.slots(of: changed)
      for entry in order { slots.insert(entry.slot) }
      if toManys != nil { noteToManys(of: object, changed) }
      updatedRows.append(row)
      changes.updates.append(
        RowUpdate(key: object.key, row: row, changed: slots, expectedVersion: old.version))
    }
  }

  private func noteToManys(of object: NSManagedObject, _ changed: SlotSet) {
    let properties = object.layout.properties
    let indexes = changed.slots.filter {
      properties[$0].kind == .toMany && properties[$0].column >= 0
    }
    if !indexes.isEmpty { toManys?[object.key] = indexes.map { properties[$0].column } }
  }

  /// A moved object is inserted in its next store with all its values, those in files included, and
  /// deleted in the other one, unless somebody has changed it there, or it is new.
  private func addMoves(
    _ orders: inout OrderAssignment, _ links: inout LinkChanges,
    with assembler: RowAssembler
  ) throws {
    guard !moving.objects.isEmpty else { return }
    for (object, formerKey) in zip(moving.objects, moving.formerKeys) {
      try SavePlan.requireTransformable(object)
      let version = object.row?.version
      let row = object.packedRow(
        version: object.row?.nextVersion ?? 1, orders: orders.take(object), for: .nextStore,
        in: assembler
      ).withContents(of: object.layout.schema)
      movedRows.append(row)
      changes.inserts.append(RowInsert(key: object.key, row: row))
      if moving.isStored(object) {
        changes.deletes.append(RowDelete(key: formerKey, expectedVersion: version))
      }
      links.addAll(object)
    }
  }

  /// A fault whose row was read before the last commit knows no version: it would be loaded anew
  /// (R-CTX-282), unless the context reads an earlier state.
  private func addDeletes(at stamp: UInt32, readsNewest: Bool) {
    changes.deletes.reserveCapacity(changes.deletes.count + deletes.count)
    deletes.forEachBorrowed { object in
      guard !object.flags.contains(.inaccessible) else { return }
      let knows =
        !readsNewest || object.flags.contains(.realised) || !object.isStale(at: stamp)
      changes.deletes.append(
        RowDelete(key: object.key, expectedVersion: knows ? object.row?.version : nil))
    }
  }

  /// Positions in ordered relationships of objects that are not written otherwise.
  private func addOrders(_ orders: OrderAssignment) {
    guard !orders.isEmpty else { return }
    let assembler = RowAssembler()
    for (object, entries) in orders.remaining {
      assembler.begin(
        entity: object.layout.index, slotCount: object.layout.schema.slotCount, version: 0)
      var slots = SlotSet()
      for entry in entries {
        assembler.setInteger(entry.order, entry.slot)
        slots.insert(entry.slot)
      }
      changes.updates.append(
        RowUpdate(
          key: object.key, row: assembler.finish(), changed: slots, expectedVersion: nil))
    }
  }

  private func addChecks(_ context: NSManagedObjectContext) {
    for object in context.tracker.checked where object.context === context {
      guard let row = object.row, object.flags.isDisjoint(with: .pending) else { continue }
      changes.checks.append(VersionCheck(key: object.key, expectedVersion: row.version))
    }
  }

  private func sort() {
    changes.inserts.sort { $0.key < $1.key }
    changes.updates.sort { $0.key < $1.key }
    changes.deletes.sort { $0.key < $1.key }
  }

  /// A transformable value that could not be read again must not vanish.
  static func requireTransformable(_ object: NSManagedObject) throws {
    guard object.layout.hasTransformables, !object.cells.isEmpty else { return }
    try TransformableCheck.run(object)
  }

  /// The objects that the change set is of, as client stores are given them.
  func objects(in context: NSManagedObjectContext) -> SavedObjects {
    var objects = SavedObjects()
    objects.inserted = inserts
    objects.updated = zip(updates, updatedRows).filter { $1 != nil }.map(\.0)
    objects.deleted = deletes.filter { !$0.flags.contains(.inaccessible) }
    objects.locked = context.tracker.checked.filter {
      $0.context === context && $0.row != nil && $0.flags.isDisjoint(with: .pending)
    }
    objects.movingStores = moving.stores
    objects.revised = revised
    return objects
  }

  // MARK: - After the commit

  /// The objects take their new rows and are clean; deleted ones leave the context.
  func adopt(in context: NSManagedObjectContext) -> ObjectChanges {
    for place in inserts.indices { inserts[place].becomeSaved(insertedRows[place]) }
    for place in updates.indices {
      updates[place].becomeSaved(updatedRows[place] ?? updates[place].row)
    }
    var saved = ObjectChanges()
    adoptMoves(noting: &saved)
    adoptRevisions()
    context.finishSaving(deletes)
    saved.inserted = moving.isEmpty ? inserts : inserts + saved.inserted
    saved.updated = moving.isEmpty ? updates : updates + saved.updated
    saved.deleted = deletes
    return saved
  }

  /// Moved objects take their new rows, in all stores or in some. One whose former store alone has
  /// the save is nowhere: the next save inserts it (R-PSC-203).
  private func adoptMoves(to stores: [Int]? = nil, noting saved: inout ObjectChanges) {
    for place in moving.objects.indices {
      let (object, formerKey) = (moving.objects[place], moving.formerKeys[place])
      if stores?.contains(moving.keys[place].store) ?? true {
        if moving.isStored(object) {
          saved.updated.append(object)
        } else {
          saved.inserted.append(object)
        }
        object.becomeSaved(movedRows[place])
        saved.moved.append((formerKey, object))
      } else if stores?.contains(formerKey.store) == true, moving.isStored(object) {
        object.state.cancelUpdate()
        object.context?.tracker.noteInsertion(of: object)
      }
    }
  }

  /// The same for the objects of the stores that have the save, when another failed after them; the
  /// others stay changed (R-PSC-203).
  func adopt(in context: NSManagedObjectContext, only stores: [Int]) -> ObjectChanges {
    var saved = ObjectChanges()
    for (object, row) in zip(inserts, insertedRows) where stores.contains(object.key.store) {
      object.becomeSaved(row)
      saved.inserted.append(object)
    }
    for (object, row) in zip(updates, updatedRows) where stores.contains(object.key.store) {
      object.becomeSaved(row ?? object.row)
      saved.updated.append(object)
    }
    adoptMoves(to: stores, noting: &saved)
    adoptRevisions(of: stores)
    saved.deleted = deletes.filter { stores.contains($0.key.store) }
    context.finishSaving(saved.deleted, only: stores)
    return saved
  }

  /// Adds the values that stores have set on the objects to the save.
  /// - Parameter stores: those that have the save; nil: all.
  private func adoptRevisions(of stores: [Int]? = nil) {
    guard let rows = revised?.rows, !rows.isEmpty else { return }
    for object in inserts + updates where stores?.contains(object.key.store) ?? true {
      if let row = rows[object.key] { object.state.rebase(on: row) }
    }
  }

  /// The objects of other stores than these.
  func objects(outside stores: [Int]) -> [NSManagedObject] {
    (inserts + updates + deletes).filter { !stores.contains($0.key.store) }
      + moving.objects(outside: stores)
  }
}

extension NSManagedObjectContext {
  /// Nothing is pending any more; what was deleted leaves.
  final func finishSaving(_ deleted: [NSManagedObject]) {
    for object in deleted {
      object.state.becomeClean()
      identityMap.forget(object, key: object.key)
      object.leave()
    }
    tracker.uncheck()
    registry.forgetAnswer()
    _ = tracker.takeUnprocessed()
    let isSettled = coordinator?.clientStores?.mayChangeWhileSaving != true
    let others = isSettled ? [] : tracker.takePending()
    tracker.removeAll()
    tracker.noteAgain(others)
  }

  /// Nothing is pending any more for some stores.
  final func finishSaving(_ deleted: [NSManagedObject], only stores: [Int]) {
    for object in deleted {
      object.state.becomeClean()
      identityMap.forget(object, key: object.key)
      object.leave()
      object.settle()
    }
    tracker.uncheck { stores.contains($0.key.store) }
    tracker.prune()
  }
}

extension NSManagedObject {
  /// The row was committed: it is the base from now on; relationships stay realised.
  final func becomeSaved(_ newRow: Row?) {
    state.save(as: newRow)
    guard !changed.isEmpty else { return }
    if !cells.isEmpty, !keepsCells() {
      state.dropCells(layout.count)
    } else {
      state.forgetChanges()
    }
  }

  private final func commitMembers(_ index: Int) {
    if case .toMany(let value) = cells[index] { value.commit() }
  }

  /// Clears what the row holds now; returns whether any cell is left.
  private final func keepsCells() -> Bool {
    var keeps = false
    for access in layout.accesses {
      let index = Int(access.index)
      switch cells[index] {
      case .unset: continue
      case .toMany: if changed.contains(index) { commitMembers(index) }
      case .toOne: break
      case .boxed where access.isTransformable: break
      default:
        guard access.isPersistent, changed.contains(index) else { break }
        state.clear(index)
        continue
      }
      keeps = true
    }
    return keeps
  }
}
