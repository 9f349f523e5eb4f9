// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// One save of a context to its coordinator, as the list of its stages (R-CTX-561).
final class SaveOperation {
  /// How often `willSave`, validation and handlers may change things again.
  static let roundLimit = 1000
  /// How often conflicts may be resolved and the commit tried again.
  private static let conflictLimit = 10

  private let context: NSManagedObjectContext
  /// The changes that were pending when the first conflict came up.
  private var before: PendingState?

  init(_ context: NSManagedObjectContext) { self.context = context }

  /// Saves, or throws and leaves everything as it was, ready to be tried again; what stores have
  /// saved when another failed after them stays saved.
  func run() throws {
    guard !context.saving.isRunning else { throw SaveOperation.recursion() }
    context.saving.begin()
    defer { context.saving.end() }
    forgetEarlierAttempt()
    ChangeNotifications.postWillSave(from: context)
    try stabilise()
    if let parent = context.parentContext {
      return finish(context.hasChanges ? try ChildSave(context).run(to: parent) : ObjectChanges())
    }
    guard
      context.hasChanges || context.coordinator?.hasMetadataChanges == true
        || !context.tracker.checked.isEmpty
    else {
      try context.coordinator?.clientStores?.saveNothing(of: context)
      return finish(ObjectChanges())
    }
    let saved = try commit()
    context.advanceGenerationNow()
    finish(saved)
  }

  /// The error of a save within a save (R-CTX-590), with Apple's code, for which it has no name.
  private static func recursion() -> CocoaError {
    CocoaError.make(
      CocoaError.Code(rawValue: 132_001),
      reason:
        "save() was called on a context that is being saved. Save after the current save, or in "
        + "a handler of the did-save notification.",
      userInfo: [
        "message": "attempt to recursively call -save: on the context aborted",
        "stack trace": Thread.callStackSymbols.joined(separator: "\n"),
      ])
  }

  // MARK: - Before the commit

  /// A failed save has sent `willSave`; this one sends it again.
  private func forgetEarlierAttempt() {
    let tracker = context.tracker
    guard tracker.hasSentWillSave else { return }
    for list in [tracker.inserted, tracker.updated, tracker.deleted] {
      list.forEachBorrowed { $0.state.expectWillSave() }
    }
  }

  /// Sends `willSave` and validates, until nothing changes any more.
  private func stabilise() throws {
    var rounds = 0
    repeat {
      repeat {
        try countRound(&rounds)
        context.reader.takeFailure()
        ChangeProcessing(context).run(forcesPropagation: true)
        try context.requireRead()
        sendWillSave()
      } while !context.tracker.unprocessed.isEmpty
      do { try validate() } catch {
        // What could not be read has no right number of members, and denies nothing.
        throw context.reader.failure ?? error
      }
      try context.requireRead()
    } while !context.tracker.unprocessed.isEmpty
  }

  private func countRound(_ rounds: inout Int) throws {
    rounds += 1
    if rounds > SaveOperation.roundLimit {
      raise(
        .internalInconsistency,
        "Failed to process pending changes before save. The context is still dirty after "
          + "\(SaveOperation.roundLimit) attempts. Typically this recursive dirtying is caused by "
          + "a bad validation method, willSave, or notification handler.")
    }
  }

  /// To each pending object once, and again to those that changed since.
  private func sendWillSave() {
    guard context.registry.overrides.contains(.willSave) else { return }
    let tracker = context.tracker
    tracker.hasSentWillSave = true
    for list in [tracker.inserted, tracker.updated, tracker.deleted] {
      for object in list where object.flags.isDisjoint(with: .willSaveSent) {
        object.state.markWillSaveSent()
        object.willSave()
      }
    }
  }

  private func validate() throws {
    guard context.saving.validates else { return }
    var errors: [any Error] = []
    let tracker = context.tracker
    func collect(_ check: () throws -> Void) {
      do { try check() } catch { errors.append(error) }
    }
    tracker.savedInserts.forEachBorrowed { object in
      collect { try object.validateForInsert() }
    }
    tracker.savedUpdates.forEachBorrowed { object in
      collect { try object.validateForUpdate() }
    }
    for object in tracker.savedDeletes where !object.flags.contains(.inaccessible) {
      collect { try object.validateForDelete() }
    }
    if let error = CocoaError.validation(combining: errors) { throw error }
  }

  // MARK: - The commit

  private func commit() throws -> ObjectChanges {
    let coordinator = context.requiredCoordinator
    guard !coordinator.persistentStores.isEmpty else {
      throw CocoaError.make(
        exception: .internalInconsistency,
        reason: "This NSPersistentStoreCoordinator has no persistent stores. It cannot perform a "
          + "save operation.")
    }
    try requireStores(coordinator)
    do {
      for _ in 0..<SaveOperation.conflictLimit {
        if let saved = try attempt(coordinator) { return saved }
        try settle()
      }
    } catch {
      before?.restore()
      throw error
    }
    before?.restore()
    throw CocoaError.make(
      .managedObjectMerge,
      reason: "The save met new conflicts \(SaveOperation.conflictLimit) times in a row.")
  }

  /// Changes to objects of a removed store cannot be saved, nor anything with them (R-PSC-075).
  private func requireStores(_ coordinator: NSPersistentStoreCoordinator) throws {
    let stores = coordinator.persistentStores
    // Mostly all are of one store: it is looked for once.
    var present = -1
    func isLost(_ object: NSManagedObject) -> Bool {
      let key = object.key
      guard key.store != present, !key.isTemporary else { return false }
      guard stores.contains(where: { $0.ordinal == key.store }) else { return true }
      present = key.store
      return false
    }
    let moves = context.tracker.moves
    func isBound(_ object: NSManagedObject) -> Bool {
      isLost(object)
        || moves.contains(object) && !stores.contains { $0.ordinal == moves.store(of: object) }
    }
    let (updates, deletes) = (context.tracker.savedUpdates, context.tracker.savedDeletes)
    // Mostly none is: no lists are made to find that out.
    guard updates.contains(where: isBound) || deletes.contains(where: isLost) else { return }
    let lost = updates.filter(isBound) + deletes.filter(isLost)
    guard let first = lost.first else { return }
    throw CocoaError.make(
      .coreData,
      reason: "\(lost.count) changed object(s), such as a \(first.layout.schema.name), belong to a "
        + "store that has been removed. Roll the changes back, or reset the context.",
      userInfo: [NSAffectedObjectsErrorKey: lost])
  }

  /// Builds the changes and commits them; nil when the merge policy has resolved conflicts.
  private func attempt(_ coordinator: NSPersistentStoreCoordinator) throws -> ObjectChanges? {
    let moving = try MovingObjects(context)
    let numbering = try Numbering.assign(
      context.tracker.savedInserts, moving: moving, in: context)
    let resolution: ConflictResolution
    var isSplit = false
    do {
      let plan = try SavePlan(context, moving: moving)
      try context.requireRead()
      let conflicts = try commit(plan, coordinator) { stores in
        isSplit = true
        return adopt(plan, numbering, in: stores)
      }
      if conflicts.isEmpty {
        numbering.keep()
        return plan.adopt(in: context)
      }
      resolution = ConflictResolution(context, conflicts)
    } catch {
      if !isSplit { numbering.undo() }
      throw error
    }
    // The policy may discard new objects, which then never had a permanent number.
    numbering.undo()
    before = before ?? PendingState(context)
    try resolution.run()
    try context.requireRead()
    return nil
  }

  private func commit(
    _ plan: SavePlan, _ coordinator: NSPersistentStoreCoordinator,
    onSplit: ([Int]) -> [NSManagedObject]
  ) throws -> [Conflict] {
    guard let stores = coordinator.clientStores else {
      return try coordinator.commit(plan.changes, notes: plan.notes, onSplit: onSplit)
    }
    return try stores.saving(plan.objects(in: context), of: context) {
      try coordinator.commit(plan.changes, notes: plan.notes, onSplit: onSplit)
    }
  }

  /// Only some stores have the save: their objects are saved, the others stay as they are, to be
  /// saved again (R-PSC-203). What a merge policy has done cannot be taken back any more.
  private func adopt(
    _ plan: SavePlan, _ numbering: Numbering, in stores: [Int]
  ) -> [NSManagedObject] {
    before = nil
    let rest = plan.objects(outside: stores)
    numbering.keep(in: stores)
    context.announceSave(plan.adopt(in: context, only: stores))
    return rest
  }

  /// Processes the changes of a policy: they spread, are announced (R-CTX-620), told that it will
  /// be saved, which only now it may be (R-CTX-566), and validated (R-CTX-619).
  private func settle() throws { try stabilise() }

  // MARK: - After the commit

  /// Objects hear that they were saved, and what was saved of them: programs ask `isInserted`, `isUpdated`
  /// and `isDeleted` there (R-CTX-247).
  private func tell(_ saved: ObjectChanges) {
    for object in saved.inserted { object.state.beginHearing(of: .savedInsertion) }
    for object in saved.updated { object.state.beginHearing(of: .savedUpdate) }
    for object in saved.deleted { object.state.beginHearing(of: .savedDeletion) }
    let objects = saved.inserted + saved.updated + saved.deleted
    for object in objects { object.didSave() }
    for object in objects { object.state.endHearing() }
  }

  private func finish(_ saved: ObjectChanges) {
    context.announceSave(saved)
    if context.registry.overrides.contains(.didSave) { tell(saved) }
    context.merging.letGo()
    context.saving.letOthersSave()
    ChangeNotifications.postDidSave(saved, from: context)
    context.saving.forgetSets()
    for object in saved.deleted {
      object.forgetContext()
      object.announceChange()
      object.settle()
    }
  }
}
