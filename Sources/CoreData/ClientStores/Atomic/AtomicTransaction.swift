// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The write transaction of an atomic store: rows change in memory; the file is written, through
/// the nodes, when it commits.
final class AtomicTransaction: StoreTransaction {
  private let backend: AtomicBackend
  private let memory: any StoreTransaction
  private var applied: ChangeSet?
  /// The objects with derived values that were applied.
  private var derived: Set<ObjectKey> = []
  /// Held until the transaction ends.
  private var lock: FileLock?

  init(_ backend: AtomicBackend, _ memory: any StoreTransaction, lock: FileLock?) {
    self.lock = lock
    self.backend = backend
    self.memory = memory
  }

  var reader: any StoreSnapshot { memory.reader }

  func apply(_ changes: ChangeSet) throws(StoreError) -> [Conflict] {
    if changes.isDerived {
      derived.formUnion(changes.updates.map(\.key))
      return try memory.apply(changes)
    }
    var changes = changes
    // Every node says itself what it leads to, in the store's file too.
    changes.keepsAllOwners = true
    if applied == nil { try countSave(in: &changes) }
    let conflicts = try memory.apply(changes)
    guard conflicts.isEmpty else { return conflicts }
    guard var all = applied else {
      applied = changes
      return []
    }
    all.inserts += changes.inserts
    all.updates += changes.updates
    all.deletes += changes.deletes
    all.links += changes.links
    all.metadata = changes.metadata ?? all.metadata
    all.notes += changes.notes
    all.isReplay = changes.isReplay
    applied = all
    return []
  }

  /// A store that takes part in journaled saves counts all of its own: a copy of its file shows then
  /// what it lacks.
  private func countSave(in changes: inout ChangeSet) throws(StoreError) {
    guard backend.capabilities.contains(.notes) else { return }
    let notes = try memory.reader.notes(under: "")
    guard !notes.isEmpty || !changes.notes.isEmpty else { return }
    let known = notes.first { $0.name == StoreNote.saveCount }?.content ?? Data()
    var count = known.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) } + 1
    let content = Data(bytes: &count, count: MemoryLayout<UInt64>.size)
    changes.notes.append(StoreNote(name: StoreNote.saveCount, content: content))
  }

  func prepare() throws(StoreError) { try memory.prepare() }

  func commit() throws(StoreError) {
    var revisions = ChangeSet()
    revisions.updates = try backend.write(
      applied ?? ChangeSet(), derived: derived, reader: memory.reader)
    if !revisions.isEmpty { _ = try memory.apply(revisions) }  // no versions: no conflicts
    try memory.commit()
    lock = nil
  }

  func rollback() {
    memory.rollback()
    lock = nil
  }
}
