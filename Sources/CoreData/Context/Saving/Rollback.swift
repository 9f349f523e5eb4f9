// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Forgetting pending changes (R-CTX-660…664).
struct Rollback {
  private let context: NSManagedObjectContext

  init(_ context: NSManagedObjectContext) { self.context = context }

  func run() {
    let tracker = context.tracker
    context.processWithoutRecording()
    context.undoRecorder?.forgetAll()
    // Before anything is taken apart: subscribers find all as it was, and may change something.
    NSManagedObject.announceChange(of: tracker.updated + tracker.deleted + tracker.inserted)
    let inserted = tracker.inserted
    let deleted = tracker.savedDeletes
    let updated = tracker.updated
    let stay = tracker.savedUpdates
    _ = tracker.takeUnprocessed()
    for object in updated + deleted { revert(object) }
    for object in inserted { forget(object) }
    tracker.removeAll()
    context.reader.forgetUnread()
    var changes = ObjectChanges()
    changes.deleted = inserted
    changes.inserted = deleted
    changes.refreshed = stay
    ChangeNotifications.postDidChange(changes, from: context)
    for object in inserted { object.orphan() }
    for object in updated + deleted { object.awake(fromSnapshotEvents: .rollback) }
  }

  /// The object is as it was when it was last clean.
  func revert(_ object: NSManagedObject) {
    object.state.rollBack()
    guard !object.flags.contains(.inaccessible) else {
      object.state.markInaccessible(false)
      return object.turnIntoFault()
    }
    for index in object.changed.slots where !object.cells.isEmpty {
      if case .toMany(let value) = object.cells[index] {
        value.revert()
      } else {
        object.state.replace(context.tracker.cleanCell(index, of: object), index)
      }
    }
    object.state.forgetChanges()
  }

  /// A new object leaves the context.
  func forget(_ object: NSManagedObject) {
    object.state.becomeClean()
    context.assignments[ObjectIdentifier(object)] = nil
    context.identityMap.forget(object, key: object.key)
  }
}

/// Forgetting all objects (R-CTX-665…667).
struct Reset {
  private let context: NSManagedObjectContext

  init(_ context: NSManagedObjectContext) { self.context = context }

  func run() {
    NSManagedObject.announceChange(of: context.identityMap.objects())
    // First: some objects live only as long as what follows holds them.
    let objects = context.identityMap.removeAll()
    context.undoRecorder?.forgetAll()
    context.tracker.removeAll()
    context.assignments.removeAll()
    context.registry.forgetObjects()
    context.merging.letGo()
    context.tracker.forgetChecks()
    context.reader.forgetObjects()
    context.advanceGeneration()
    let ids = objects.map(\.currentID)
    for object in objects { object.orphan() }
    ChangeNotifications.postInvalidatedAll(ids, from: context)
  }
}
