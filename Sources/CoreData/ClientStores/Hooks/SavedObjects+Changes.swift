// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

extension SavedObjects {
  /// Hands out the objects of a change set on its way to a client store: those of the context that
  /// saves, or stand-ins on their context's queue where none does, and where objects move from or to
  /// the store: in their context they are one object, and it is neither new nor deleted. New objects
  /// have been named before, but for those of copied stores, and those that got their numbers from a
  /// store that was migrated to this one.
  static func with(
    _ changes: ChangeSet, reader: any StoreSnapshot, in store: NSPersistentStore,
    naming name: ([NSManagedObject]) throws -> [Any], body: (SavedObjects) throws -> Void
  ) throws {
    let save = changes.isReplay ? nil : StoreCaller.current?.save
    if let save, !save.movingStores.contains(store.ordinal) {
      let objects = save.inStore(store.ordinal)
      try bind(unnamed(objects.inserted, in: store), in: store, name)
      return try body(objects)
    }
    // Only metadata or notes.
    guard !changes.isEmptyOfObjects else { return try body(SavedObjects()) }
    let standIns = try StandIns(changes, reader, in: store)
    try standIns.context.queue.sync {
      let objects = try standIns.objects()
      if !changes.isReplay {
        let isNamed = save != nil
        try bind(
          isNamed ? unnamed(objects.inserted, in: store) : nameless(objects.inserted, in: store),
          in: store, name)
      }
      try body(objects)
    }
  }

  private static func unnamed(
    _ objects: [NSManagedObject], in store: NSPersistentStore
  ) -> [NSManagedObject] {
    guard let numbers = store.reference.numbers else { return [] }
    return objects.filter { numbers.isUnnamed($0.key.number, root: $0.layout.rootName) }
  }

  /// Returns the objects of a copied store that nobody has given a name; those of a migrated one keep
  /// theirs.
  private static func nameless(
    _ objects: [NSManagedObject], in store: NSPersistentStore
  ) -> [NSManagedObject] {
    guard let numbers = store.reference.numbers else { return [] }
    return objects.filter { !numbers.isNamed($0.key.number, root: $0.layout.rootName) }
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
    let (former, wasPending) = (metadata, pendingMetadata != nil)
    metadata = try StoreMetadataCoding.decoded(new)
    do { try body() } catch {
      metadata = former
      if !wasPending { metadataWasSaved() }
      throw error
    }
    metadataWasSaved()
  }
}
