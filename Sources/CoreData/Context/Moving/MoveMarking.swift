// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Notes where objects go, as a change of theirs that can be undone.
struct MoveMarking {
  private let context: NSManagedObjectContext
  private let store: NSPersistentStore

  init(_ context: NSManagedObjectContext, to store: NSPersistentStore) {
    self.context = context
    self.store = store
  }

  /// Marks objects with the keys that they get; those without one are in the store already, or in
  /// none yet.
  func mark(_ objects: [NSManagedObject], _ keys: [ObjectIdentifier: ObjectKey]) {
    if !objects.isEmpty { context.undoRecorder?.register(MoveUndo(of: objects, in: context)) }
    for object in objects {
      if let key = keys[ObjectIdentifier(object)] {
        object.prepareChange()
        context.tracker.noteMove(of: object, to: key)
      } else if object.key.isTemporary {
        context.assignments[ObjectIdentifier(object)] = store
        object.renewID()
      } else {
        object.announceChange()
        context.tracker.cancelMove(of: object)
      }
    }
  }
}
