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
      numbers.bind(reference, to: object.key.number)
    }
    return objects
  }
}
