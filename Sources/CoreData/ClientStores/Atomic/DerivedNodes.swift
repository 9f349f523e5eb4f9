// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Gives the nodes of an atomic store their derived values, which the objects of a save do not have.
struct DerivedNodes {
  private let store: NSAtomicStore
  private let schema: StoreSchema
  private let reader: any StoreSnapshot

  /// - Parameter reader: shows the rows as they will be saved.
  init(of store: NSAtomicStore, _ schema: StoreSchema, reader: any StoreSnapshot) {
    self.store = store
    self.schema = schema
    self.reader = reader
  }

  /// Updates the nodes of objects with new derived values, and of those that were written: their
  /// contexts may have values of their own.
  func update(_ derived: Set<ObjectKey>, _ changes: ChangeSet) throws(StoreError) {
    guard !schema.derived.isEmpty, let coordinator = store.persistentStoreCoordinator else {
      return
    }
    let keys = derived.union(changes.inserts.map(\.key)).union(changes.updates.map(\.key)).sorted()
    for (key, row) in zip(keys, try reader.rows(for: keys)) {
      guard let row,
        let node = store.cacheNode(for: coordinator.objectID(for: key.inStore(store.ordinal)))
      else { continue }
      update(node, to: row, of: coordinator.entities[row.entity].frozenLayoutOrFail)
    }
  }

  private func update(
    _ node: NSAtomicStoreCacheNode, to row: Row, of layout: PropertyLayout
  ) {
    for attribute in schema.derived
    where schema.entities[attribute.entity].subtree.contains(row.entity) {
      let column = layout.schema.attributes[attribute.attribute]
      let value = PropertyValue(row, slot: column.slot, type: column.type)
      node.setValue(value.clientValue(type: column.type), forKey: column.name)
    }
  }
}
