// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

extension SavedObjects {
  /// Hands out the objects of a change set on its way to a client store: those of the context that
  /// saves, or stand-ins where none does, on their context's queue. New objects have been named
  /// before: all stand-ins, and those that got their numbers from a store that was migrated to this
  /// one.
  static func with(
    _ changes: ChangeSet, reader: any StoreSnapshot, in store: NSPersistentStore,
    naming name: ([NSManagedObject]) throws -> [Any], body: (SavedObjects) throws -> Void
  ) throws {
    if let save = StoreCaller.current?.save, !changes.isReplay {
      let objects = save.inStore(store.ordinal)
      let unnamed = objects.inserted.filter {
        store.reference.numbers?.isUnnamed($0.key.number, root: $0.layout.rootName) ?? false
      }
      try bind(unnamed, in: store, name)
      return try body(objects)
    }
    // Only metadata or notes.
    guard !changes.isEmptyOfObjects else { return try body(SavedObjects()) }
    let standIns = try StandIns(changes, reader, in: store)
    try standIns.context.queue.sync {
      let objects = try standIns.objects()
      if !changes.isReplay { try bind(objects.inserted, in: store, name) }
      try body(objects)
    }
  }

  private static func bind(
    _ new: [NSManagedObject], in store: NSPersistentStore,
    _ name: ([NSManagedObject]) throws -> [Any]
  ) throws {
    guard !new.isEmpty, let numbers = store.reference.numbers else { return }
    for (object, reference) in zip(new, try name(new)) {
      numbers.bind(reference, to: object.key.number, root: object.layout.rootName)
    }
  }
}

extension ChangeSet {
  fileprivate var isEmptyOfObjects: Bool {
    inserts.isEmpty && updates.isEmpty && deletes.isEmpty && links.isEmpty && checks.isEmpty
  }
}

extension NSPersistentStore {
  /// Runs a save of a change set. What no context stands behind brings its own metadata, which the
  /// store has from then on, unless the save fails.
  final func saving(_ changes: ChangeSet, _ body: () throws -> Void) throws {
    guard StoreCaller.current?.save == nil || changes.isReplay, let new = changes.metadata else {
      return try body()
    }
    let former = metadata
    metadata = try StoreMetadataCoding.decoded(new)
    do { try body() } catch {
      metadata = former
      metadataWasSaved()
      throw error
    }
    metadataWasSaved()
  }
}
