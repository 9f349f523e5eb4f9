// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// A save of an incremental store. Versions are checked against the records that were read; the
/// store itself is called when the transaction commits, and may find conflicts then.
final class IncrementalTransaction: StoreTransaction {
  private let backend: IncrementalBackend
  private var changes = ChangeSet()
  private var isOpen = true
  let reader: any StoreSnapshot

  init(_ backend: IncrementalBackend) {
    self.backend = backend
    reader = IncrementalSnapshot(backend)
  }

  func apply(_ changes: ChangeSet) throws(StoreError) -> [Conflict] {
    let conflicts =
      changes.updates.compactMap { conflict($0.key, $0.expectedVersion) }
      + changes.deletes.compactMap { conflict($0.key, $0.expectedVersion) }
      + changes.checks.compactMap { conflict($0.key, $0.expectedVersion) }
    guard conflicts.isEmpty else { return conflicts }
    self.changes.inserts += changes.inserts
    self.changes.updates += changes.updates
    self.changes.deletes += changes.deletes
    self.changes.links += changes.links
    self.changes.checks += changes.checks
    self.changes.metadata = changes.metadata ?? self.changes.metadata
    return []
  }

  /// A record that was read anew since by another context.
  private func conflict(_ key: ObjectKey, _ expected: Int64?) -> Conflict? {
    guard let expected, let row = backend.cache.record(key)?.row, row.version != expected else {
      return nil
    }
    return .version(key: key, expected: expected, actual: row.version, stored: row)
  }

  func prepare() throws(StoreError) {
    guard isOpen else {
      throw StoreError(.closed, store: backend.storeName, message: "The transaction has ended.")
    }
  }

  func commit() throws(StoreError) {
    try prepare()
    isOpen = false
    do {
      let (backend, changes, reader) = (backend, changes, reader)
      try backend.gate.call {
        let request = try IncrementalSave(changes, backend).request(reader)
        _ = try backend.store.execute(request, with: StoreCaller.current?.context)
      }
    } catch {
      throw try noting(error)
    }
    adopt()
  }

  func rollback() { isOpen = false }

  // MARK: - After the call

  /// What was saved is what there is now.
  private func adopt() {
    for insert in changes.inserts { backend.cache.set(insert.row, for: insert.key) }
    for update in changes.updates {
      if update.expectedVersion == nil {
        backend.cache.forgetMembers(of: update.key)
      } else {
        backend.cache.set(update.row, for: update.key)
      }
    }
    for check in changes.checks { backend.cache.noteLock(check.key) }
    for delete in changes.deletes { backend.cache.remove(delete.key) }
    for link in changes.links {
      backend.cache.forgetMembers(of: link.first)
      backend.cache.forgetMembers(of: link.second)
    }
  }

  /// A store that found conflicts itself names them: their records are read anew, so that the merge
  /// policy sees what is there (R-PSC-450).
  private func noting(_ error: StoreError) throws(StoreError) -> StoreError {
    guard let cocoa = error.underlying as? CocoaError,
      cocoa.code == .persistentStoreSaveConflicts,
      let found = cocoa.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
    else { return error }
    var result = error
    for conflict in found {
      let key = conflict.sourceObject.key.inStore(0)
      let stored = try IncrementalRecord(key, backend).load()
      result.conflicts.append(
        .version(
          key: key,
          expected: backend.cache.version(UInt64(max(0, conflict.oldVersionNumber)), of: key),
          actual: stored?.row.version ?? 0, stored: stored?.row))
    }
    return result
  }
}

/// The request of a save.
struct IncrementalSave {
  private let changes: ChangeSet
  private let backend: IncrementalBackend

  init(_ changes: ChangeSet, _ backend: IncrementalBackend) {
    self.changes = changes
    self.backend = backend
  }

  /// All sets nil: only the metadata is to be written (R-PSC-444).
  func request(_ reader: any StoreSnapshot) throws -> NSSaveChangesRequest {
    let (store, numbers) = (backend.store, backend.numbers)
    let objects = try SavedObjects.of(changes, reader, in: store) { new in
      try store.obtainPermanentIDs(for: new).map { numbers.reference(of: $0.key.number) }
    }
    let hasObjects = !objects.isEmpty
    let request = NSSaveChangesRequest(
      inserted: hasObjects ? Set(objects.inserted) : nil,
      updated: hasObjects ? Set(objects.updated) : nil,
      deleted: hasObjects ? Set(objects.deleted) : nil,
      locked: hasObjects ? Set(objects.locked) : nil)
    request.affectedStores = [backend.store]
    return request
  }
}
