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

  package func record(_ entry: HistoryEntry) throws(StoreError) -> Int64 {
    try checkIsOpen()
    return box.state.history.append(entry)
  }

  package func raiseHistory(transaction: Int64, change: Int64) throws(StoreError) {
    try checkIsOpen()
    box.state.history.raise(transaction: transaction, change: change)
  }

  package func purgeHistory(before number: Int64) throws(StoreError) {
    try checkIsOpen()
    box.state.history.purge(before: number)
  }

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
    if !changes.deletes.isEmpty { box.state.delete(changes.deletes) }
    for update in changes.updates { applyUpdate(update) }
    try applyInserts(changes.inserts)
    applyLinks(changes.links, keepsAllOwners: changes.keepsAllOwners)
    if let metadata = changes.metadata { box.state.metadata = metadata }
    for note in changes.notes { box.state.write(note) }
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

  /// A blind update of a row that is gone does nothing.
  private func applyUpdate(_ update: RowUpdate) {
    guard let stored = box.state.row(update.key) else { return }
    let layout = box.state.layout.entities[stored.entity].layout
    let row = layout.merge(update, into: stored, with: store.assembler)
    box.state.replace(stored, with: row, for: update.key, changed: update.changed)
  }

  /// Rows are kept as they are given, entity by entity.
  private func applyInserts(_ inserts: [RowInsert]) throws(StoreError) {
    let taken = inserts.withUnsafeBufferPointer { inserts -> ObjectKey? in
      var start = 0
      while start < inserts.count {
        let entity = inserts[start].key.entity
        var end = start + 1
        while end < inserts.count, inserts[end].key.entity == entity { end += 1 }
        let run = UnsafeBufferPointer(rebasing: inserts[start..<end])
        if let taken = box.state.insert(run) { return taken }
        start = end
      }
      return nil
    }
    guard let taken else { return }
    let name = store.schema.entities[taken.entity].name
    throw store.error(.engine, "An object \(taken.number) of \(name) exists already.")
  }

  /// Changes are applied in their order, runs of one kind to one link at once.
  private func applyLinks(_ links: [LinkChange], keepsAllOwners: Bool) {
    var start = 0
    while start < links.count {
      let (link, kind) = (links[start].link, links[start].kind)
      var end = start + 1
      while end < links.count, links[end].link == link, links[end].kind == kind { end += 1 }
      box.state.links[link].apply(links[start..<end], keepsAllOwners: keepsAllOwners)
      start = end
    }
  }
}
