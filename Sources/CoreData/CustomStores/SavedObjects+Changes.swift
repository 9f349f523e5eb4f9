// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

extension SavedObjects {
  /// The objects of a change set on its way to a user's store: those of the context that saves, or
  /// stand-ins where none does. In the second case new objects have been named afterwards.
  static func of(
    _ changes: ChangeSet, _ reader: any StoreSnapshot, in store: NSPersistentStore,
    naming name: ([NSManagedObject]) throws -> [Any]
  ) throws -> SavedObjects {
    if let save = StoreCaller.current?.save { return save.inStore(store.ordinal) }
    let objects = try StandIns(changes, reader, in: store).objects()
    guard let numbers = store.reference.numbers, !objects.inserted.isEmpty else { return objects }
    for (object, reference) in zip(objects.inserted, try name(objects.inserted)) {
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
