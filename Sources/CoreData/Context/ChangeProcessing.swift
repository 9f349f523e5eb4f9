// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// What happens at the end of an event: deletions spread, observers are told (R-CTX-350).
enum ChangeProcessing {
  /// - Parameter forcesPropagation: as a save does, whatever the context's setting.
  static func process(_ context: NSManagedObjectContext, forcesPropagation: Bool) {
    let tracker = context.tracker
    // Objects that vanish now can be left by others only now, whatever the setting.
    let forcesPropagation =
      forcesPropagation
      || tracker.deleted.contains { $0.flags.contains(.inserted) }
    if forcesPropagation || context.propagatesDeletesAtEndOfEvent {
      DeletePropagation.run(in: context)
    }
    var passes = 0
    while !tracker.unprocessed.isEmpty, passes < SaveOperation.roundLimit {
      announce(tracker.takeUnprocessed(), in: context)
      if forcesPropagation || context.propagatesDeletesAtEndOfEvent {
        DeletePropagation.run(in: context)
      }
      passes += 1
    }
  }

  private static func announce(_ objects: [NSManagedObject], in context: NSManagedObjectContext) {
    var changes = ObjectChanges()
    var vanished: [NSManagedObject] = []
    if objects.allSatisfy(\.flags.isNewInsertion) {
      // After an import: the list itself, no copies.
      objects.forEachBorrowed { $0.flags.insert(.announced) }
      changes.inserted = objects
    } else {
      for object in objects { sort(object, into: &changes, &vanished, context.isMerging) }
    }
    ChangeNotifications.postDidChange(changes, from: context)
    forget(vanished, in: context)
  }

  private static func sort(
    _ object: NSManagedObject, into changes: inout ObjectChanges,
    _ vanished: inout [NSManagedObject], _ isMerging: Bool
  ) {
    let flags = object.flags
    if flags.contains(.refreshed) { changes.refreshed.append(object) }
    if flags.contains(.arrived) { changes.inserted.append(object) }
    object.flags.subtract([.refreshed, .arrived])
    if flags.contains(.deleted) {
      if flags.isSuperset(of: [.inserted, .deleted]) { vanished.append(object) }
      if !flags.contains(.inserted) || flags.contains(.announced) { changes.deleted.append(object) }
    } else if flags.contains(.inserted), !flags.contains(.announced) {
      changes.inserted.append(object)
    } else if flags.contains(.refreshed), isMerging {
      // Its own changes have been announced before.
    } else if flags.contains(.inserted) || flags.contains(.updated) {
      changes.updated.append(object)
    }
    object.flags.insert(.announced)
  }

  /// Objects that were inserted and deleted again without a save leave the context (R-CTX-408).
  private static func forget(_ objects: [NSManagedObject], in context: NSManagedObjectContext) {
    guard !objects.isEmpty else { return }
    for object in objects {
      object.flags.subtract(.pending)
      context.assignments[ObjectIdentifier(object)] = nil
      context.identityMap.forget(object, key: object.key)
    }
    context.tracker.prune()
    for object in objects { object.orphan() }
  }
}
