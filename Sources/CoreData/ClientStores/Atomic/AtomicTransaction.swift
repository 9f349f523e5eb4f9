// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The write transaction of an atomic store: rows change in memory; the file is written, through
/// the nodes, when it commits.
final class AtomicTransaction: StoreTransaction {
  private let backend: AtomicBackend
  private let memory: any StoreTransaction
  private var applied: ChangeSet?
  /// Held until the transaction ends.
  private var lock: FileLock?

  init(_ backend: AtomicBackend, _ memory: any StoreTransaction, lock: FileLock?) {
    self.lock = lock
    self.backend = backend
    self.memory = memory
  }

  var reader: any StoreSnapshot { memory.reader }

  func apply(_ changes: ChangeSet) throws(StoreError) -> [Conflict] {
    var changes = changes
    // Every node says itself what it leads to, in the store's file too.
    changes.keepsAllOwners = true
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

  func prepare() throws(StoreError) { try memory.prepare() }

  func commit() throws(StoreError) {
    var revisions = ChangeSet()
    revisions.updates = try backend.write(applied ?? ChangeSet(), memory.reader)
    if !revisions.isEmpty { _ = try memory.apply(revisions) }  // no versions: no conflicts
    try memory.commit()
    lock = nil
  }

  func rollback() {
    memory.rollback()
    lock = nil
  }
}
