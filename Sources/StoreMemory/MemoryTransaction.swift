// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
package import StoreInterface

/// The write transaction of a ``MemoryStore``: it changes a copy of the state, which commit
/// publishes and rollback drops.
package final class MemoryTransaction: StoreTransaction {
  private let store: MemoryStore
  private let box: StateBox
  private var isOpen = true
  package let reader: any StoreSnapshot

  init(_ store: MemoryStore, _ state: MemoryState) {
    self.store = store
    box = StateBox(state)
    reader = MemorySnapshot(store, box)
  }

  deinit { rollback() }

  // MARK: - Ending

  package func prepare() throws(StoreError) { try checkIsOpen() }

  package func commit() throws(StoreError) {
    try checkIsOpen()
    isOpen = false
    reader.end()
    store.endWrite(publishing: box)
  }

  package func rollback() {
    guard isOpen else { return }
    isOpen = false
    reader.end()
    store.endWrite(publishing: nil)
  }

  private func checkIsOpen() throws(StoreError) {
    guard isOpen else { throw store.error(.closed, "The transaction has ended.") }
  }

  // MARK: - Applying

  package func apply(_ changes: ChangeSet) throws(StoreError) -> [Conflict] {
    try checkIsOpen()
    var conflicts = versionConflicts(changes)
    conflicts += try store.uniqueness.conflicts(of: changes, in: box.state)
    guard conflicts.isEmpty else { return conflicts }
    for delete in changes.deletes { applyDelete(delete) }
    for update in changes.updates { applyUpdate(update) }
    for insert in changes.inserts { try applyInsert(insert) }
    for link in changes.links { box.state.links[link.link].apply(link) }
    if let metadata = changes.metadata { box.state.metadata = metadata }
    return []
  }

  private func versionConflicts(_ changes: ChangeSet) -> [Conflict] {
    var conflicts: [Conflict] = []
    func check(_ key: ObjectKey, _ expected: Int64?) {
      guard let expected else { return }
      let stored = box.state.row(key)
      let actual = stored?.version ?? 0
      guard actual != expected else { return }
      conflicts.append(
        .version(key: key, expected: expected, actual: actual, stored: stored))
    }
    for delete in changes.deletes { check(delete.key, delete.expectedVersion) }
    for update in changes.updates { check(update.key, update.expectedVersion) }
    for check in changes.checks { checkVersion(check) }
    func checkVersion(_ version: VersionCheck) { check(version.key, version.expectedVersion) }
    return conflicts
  }

  private func applyDelete(_ delete: RowDelete) {
    guard let row = box.state.row(delete.key) else { return }
    box.state.delete(row, delete.key)
  }

  /// A blind update of a row that is gone does nothing.
  private func applyUpdate(_ update: RowUpdate) {
    guard let stored = box.state.row(update.key) else { return }
    let layout = box.state.layout.entities[stored.entity].layout
    box.state.replace(stored, layout.merge(update, into: stored, with: store.assembler), update.key)
  }

  /// The row is copied out of its chunk, which may be large and otherwise dead.
  private func applyInsert(_ insert: RowInsert) throws(StoreError) {
    guard box.state.row(insert.key) == nil else {
      let name = store.schema.entities[insert.key.entity].name
      throw store.error(
        .engine, "An object \(insert.key.number) of \(name) exists already.")
    }
    let row = insert.row.withBytes { store.assembler.append(image: $0) }
    box.state.insert(row, insert.key)
  }
}
