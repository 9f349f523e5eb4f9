// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The last stage of a save below a parent: the changes become changes of the parent, which keeps
/// them until it is saved itself (R-CTX-810…816).
struct ChildSave {
  private let context: NSManagedObjectContext

  init(_ context: NSManagedObjectContext) { self.context = context }

  /// Hands the changes to the parent; the context is clean then.
  func run(to parent: NSManagedObjectContext) throws -> ObjectChanges {
    let changes = try PushedChanges(context)
    try context.requireRead()
    let lost = try parent.accept(changes)
    return adopt(lost: lost)
  }

  /// - Parameter lost: keys of objects that the parent has deleted meanwhile; they are deleted here.
  private func adopt(lost: Set<ObjectKey>) -> ObjectChanges {
    let tracker = context.tracker
    var saved = ObjectChanges()
    saved.inserted = tracker.savedInserts
    saved.updated = tracker.savedUpdates.filter { !lost.contains($0.key) }
    saved.deleted = tracker.savedDeletes + tracker.savedUpdates.filter { lost.contains($0.key) }
    for object in saved.inserted + saved.updated {
      context.assignments[ObjectIdentifier(object)] = nil
      object.becomeSaved(object.presentRow())
    }
    context.finishSaving(saved.deleted)
    return saved
  }
}
