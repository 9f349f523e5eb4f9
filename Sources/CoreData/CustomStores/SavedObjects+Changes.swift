// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

extension SavedObjects {
  /// The objects of a change set on its way to a user's store: those of the context that saves, or
  /// stand-ins where none does. New objects have been named afterwards: all stand-ins, and those that
  /// got their numbers from a store that was migrated to this one.
  static func of(
    _ changes: ChangeSet, _ reader: any StoreSnapshot, in store: NSPersistentStore,
    naming name: ([NSManagedObject]) throws -> [Any]
  ) throws -> SavedObjects {
    let save = StoreCaller.current?.save
    let objects =
      try save?.inStore(store.ordinal) ?? StandIns(changes, reader, in: store).objects()
    guard let numbers = store.reference.numbers else { return objects }
    let new =
      save == nil
      ? objects.inserted
      : objects.inserted.filter { numbers.isUnnamed($0.key.number, root: $0.layout.rootName) }
    guard !new.isEmpty else { return objects }
    for (object, reference) in zip(new, try name(new)) {
      numbers.bind(reference, to: object.key.number, root: object.layout.rootName)
    }
    return objects
  }
}

extension NSPersistentStore {
  /// Runs a save of a change set. What no context stands behind brings its own metadata, which the
  /// store has from then on, unless the save fails.
  final func saving(_ changes: ChangeSet, _ body: () throws -> Void) throws {
    guard StoreCaller.current?.save == nil, let new = changes.metadata else { return try body() }
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
