// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// One merge of what was saved elsewhere into a context, on its queue (R-CTX-760…773).
///
/// Costs one query per store for the rows of what was inserted, and of what was updated and is
/// realised here; nothing when neither that nor a deleted object concerns the context.
struct ContextMerge {
  private let context: NSManagedObjectContext
  /// Keys of objects that are new here, or are faults of which nobody was told.
  private var arriving: [ObjectKey] = []
  /// Realised objects that were updated elsewhere.
  private var updated: [NSManagedObject] = []
  /// Registered objects that were deleted elsewhere.
  private var doomed: [NSManagedObject] = []
  private var merged = ObjectChanges()

  private init(_ context: NSManagedObjectContext) { self.context = context }

  static func run(_ changes: ChangedIDs, in context: NSManagedObjectContext) {
    guard !changes.isEmpty else { return }
    context.advanceGeneration()
    var merge = ContextMerge(context)
    merge.sort(changes)
    guard merge.isNeeded else { return }
    // The context's own changes are announced, and recorded for undo, apart from the merged ones.
    context.processPendingChanges()
    context.mergedObjects = []
    context.withoutCapture { merge.apply() }
    ChangeNotifications.postDidMerge(merge.merged, from: context)
  }

  private var isNeeded: Bool { !arriving.isEmpty || !updated.isEmpty || !doomed.isEmpty }

  // MARK: - What concerns this context

  private mutating func sort(_ changes: ChangedIDs) {
    var seen = Set<ObjectKey>()
    let deleted = changes.deleted.compactMap(context.key)
    seen.formUnion(deleted)
    doomed = deleted.compactMap(context.registered)
    for key in changes.inserted.compactMap(context.key) where seen.insert(key).inserted {
      let object = context.registered(key)
      if let object, object.flags.contains(.realised) {
        updated.append(object)
      } else {
        arriving.append(object?.key ?? key)
      }
    }
    for key in changes.updated.compactMap(context.key) where seen.insert(key).inserted {
      guard let object = context.registered(key), object.flags.contains(.realised) else { continue }
      updated.append(object)
    }
  }

  // MARK: - Applying

  private mutating func apply() {
    let stamp = context.commitStamp
    let rows = loadRows()
    for (object, row) in zip(updated, rows) { refresh(object, row, stamp) }
    for (key, row) in zip(arriving, rows.dropFirst(updated.count)) { arrive(key, row, stamp) }
    for object in doomed where object.context === context {
      MergedDeletion.run(object, in: context)
      merged.deleted.append(object)
    }
    context.tracker.prune()
    context.mergedObjects = merged.inserted
    ChangeProcessing.process(context, forcesPropagation: false)
  }

  /// The rows of `updated` and of `arriving`; nil for those that are gone again.
  private func loadRows() -> [Row?] {
    let keys = updated.map(\.key) + arriving
    do {
      return try context.storedRows(for: keys)
    } catch {
      Log.warning("Could not load \(keys.count) object(s) that were changed elsewhere: \(error)")
      return keys.map { _ in nil }
    }
  }

  /// New values, under the object's own changes. Without a row it is a fault, if it may be one.
  private mutating func refresh(_ object: NSManagedObject, _ row: Row?, _ stamp: UInt32) {
    guard object.context === context, object.flags.isDisjoint(with: .inserted) else { return }
    merged.refreshed.append(object)
    Refreshing.renew(object, on: row, stamp: stamp)
    Refreshing.note(object, context)
  }

  /// The object is registered, and announced as inserted; it is not `isInserted` (R-CTX-762).
  private mutating func arrive(_ key: ObjectKey, _ row: Row?, _ stamp: UInt32) {
    guard let row else { return }
    let concrete = ObjectKey(entity: row.entity, number: key.number, store: key.store)
    // A fault below a parent asks that when it fires.
    let object =
      context.parentContext == nil
      ? context.adopt(concrete, row, stamp: stamp) : context.materialise(concrete)
    Refreshing.moveInverses(of: object, from: nil, to: row)
    object.flags.insert(.arrived)
    context.tracker.noteUnprocessed(object)
    merged.inserted.append(object)
  }
}

extension NSManagedObjectContext {
  /// The key by which this context may know the object of an ID; nil for a store that is not here.
  fileprivate final func key(of id: NSManagedObjectID) -> ObjectKey? {
    id.isTemporaryID ? id.key : rootCoordinator?.key(of: id)
  }

  /// Runs a block whose changes are not the user's, and are not recorded for undo (R-CTX-769).
  final func withoutCapture(_ body: () -> Void) {
    let before = isMerging
    isMerging = true
    defer { isMerging = before }
    body()
  }
}
