// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Where objects were, or were going to be, before they were marked to move.
struct MoveUndo {
  private let places: [(object: NSManagedObject, store: NSPersistentStore?)]

  init(of objects: [NSManagedObject], in context: NSManagedObjectContext) {
    let stores = context.requiredCoordinator.persistentStores
    places = objects.map { object in
      guard !object.key.isTemporary else {
        return (object, context.assignments[ObjectIdentifier(object)])
      }
      let ordinal = context.tracker.moves.store(of: object)
      return (object, stores.first { $0.ordinal == ordinal })
    }
  }

  /// Marks the objects that are still there to be in these stores after the next save; registers the
  /// opposite.
  func run(in context: NSManagedObjectContext) {
    let usable = places.filter {
      $0.object.context === context && $0.object.flags.isDisjoint(with: .deleted)
    }
    for group in Dictionary(grouping: usable, by: { $0.store.map(ObjectIdentifier.init) }).values {
      let objects = group.map(\.object)
      guard let store = group[0].store else {
        unassign(objects, in: context)
        continue
      }
      do {
        try MoveRequest(context, to: store, policy: .closure).mark(objects)
      } catch {
        Log.warning("Moving \(objects.count) object(s) to another store is not undone: \(error)")
      }
    }
  }

  /// New objects that were assigned to no store before.
  private func unassign(_ objects: [NSManagedObject], in context: NSManagedObjectContext) {
    context.undoRecorder?.register(MoveUndo(of: objects, in: context))
    for object in objects where object.key.isTemporary {
      context.assignments[ObjectIdentifier(object)] = nil
      object.renewID()
    }
  }
}
