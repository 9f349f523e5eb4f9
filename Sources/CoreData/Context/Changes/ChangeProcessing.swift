// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The end of an event: deletions spread, the undo manager is given what undoes it all, observers
/// are told (R-CTX-350).
struct ChangeProcessing {
  private let context: NSManagedObjectContext

  init(_ context: NSManagedObjectContext) { self.context = context }

  /// - Parameter forcesPropagation: as a save does, whatever the context's setting and whoever is
  ///   processing. Other calls during processing leave everything to the next pass (R-CTX-351), but
  ///   for a merge, whose changes are announced by themselves.
  func run(forcesPropagation: Bool) {
    let tracker = context.tracker
    guard forcesPropagation || !tracker.isProcessing || context.merging.isApplying else { return }
    let isNested = tracker.isProcessing
    tracker.isProcessing = true
    defer { tracker.isProcessing = isNested }
    // Objects that vanish now can be left by others only now, whatever the setting.
    let propagates =
      forcesPropagation
      || (context.propagatesDeletesAtEndOfEvent
        || tracker.deleted.contains { $0.flags.contains(.inserted) })
        && !context.isAskingForbidden
    if propagates { DeletePropagation(context, isFinal: forcesPropagation).run() }
    var passes = 0
    var waiting: [NSManagedObject] = []
    while tracker.hasUnprocessed(isFinal: forcesPropagation), passes < SaveOperation.roundLimit {
      endEvent(&waiting, isFinal: forcesPropagation)
      if propagates { DeletePropagation(context, isFinal: forcesPropagation).run() }
      passes += 1
    }
    for object in waiting where object.context === context { tracker.noteUnprocessed(object) }
  }

  /// - Parameters:
  ///   - waiting: what vanishes once its deletion has spread, which takes a later pass.
  ///   - isFinal: true in a save; else what is being told of its deletion is left to a later event.
  private func endEvent(_ waiting: inout [NSManagedObject], isFinal: Bool) {
    let tracker = context.tracker
    // What comes from elsewhere is not undone (R-CTX-769).
    let recorder = context.merging.isApplying ? nil : context.undoRecorder
    let records = recorder?.records(in: context, isFinal: isFinal) ?? []
    var changes = ObjectChanges()
    var vanished: [NSManagedObject] = []
    let objects = tracker.takeUnprocessed(isFinal: isFinal)
    sort(objects, into: &changes, &vanished)
    // What observers change comes from here.
    context.merging.tellObservers()
    tracker.event.announce(objects, keepsRest: tracker.leavesPreparing(isFinal: isFinal)) {
      recorder?.register(records)
      ChangeNotifications.postDidChange(changes, from: context)
    }
    if context.isAskingForbidden {
      waiting += vanished.filter { $0.flags.isDisjoint(with: .propagated) }
      vanished.removeAll { $0.flags.isDisjoint(with: .propagated) }
    }
    forget(vanished)
  }

  private func sort(
    _ objects: [NSManagedObject], into changes: inout ObjectChanges,
    _ vanished: inout [NSManagedObject]
  ) {
    let tracker = context.tracker
    if objects.allSatisfy(\.flags.isNewInsertion) {
      // After an import: the list itself, no copies.
      objects.forEachBorrowed { $0.state.announce() }
      changes.inserted = objects
    } else {
      for object in objects {
        let isBack = tracker.event.state(of: object)?.flags.contains(.deleted) == true
        sort(
          object, into: &changes, &vanished, isBack: isBack)
      }
    }
  }

  /// - Parameter isBack: whether the object was deleted before the event.
  private func sort(
    _ object: NSManagedObject, into changes: inout ObjectChanges,
    _ vanished: inout [NSManagedObject], isBack: Bool
  ) {
    let flags = object.flags
    if flags.contains(.refreshed) { changes.refreshed.append(object) }
    if flags.contains(.arrived) { changes.inserted.append(object) }
    if flags.contains(.deleted) {
      if flags.contains(.inserted) { vanished.append(object) }
      changes.deleted.append(object)
    } else if isBack || flags.contains(.inserted) && !flags.contains(.announced) {
      changes.inserted.append(object)
    } else if flags.contains(.onlyRefreshed)
      || flags.contains(.refreshed) && context.merging.isApplying
    {
      // Its own changes have been announced before.
    } else if flags.contains(.inserted) || flags.contains(.updated) {
      changes.updated.append(object)
    }
    object.state.announce()
  }

  /// Objects that were inserted and deleted again without a save leave the context (R-CTX-408).
  private func forget(_ objects: [NSManagedObject]) {
    guard !objects.isEmpty else { return }
    NSManagedObject.announceChange(of: objects)
    for object in objects {
      object.state.becomeClean()
      context.assignments[ObjectIdentifier(object)] = nil
      context.identityMap.forget(object, key: object.key)
    }
    context.tracker.prune(objects)
    for object in objects { object.orphan() }
  }
}
