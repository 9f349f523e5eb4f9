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
    var conflicts: [Conflict] = []
    let expected =
      changes.updates.map { ($0.key, $0.expectedVersion) }
      + changes.deletes.map { ($0.key, $0.expectedVersion) }
      + changes.checks.map { ($0.key, $0.expectedVersion) }
    for (key, version) in expected {
      if let conflict = try conflict(key, version) { conflicts.append(conflict) }
    }
    guard conflicts.isEmpty else { return conflicts }
    self.changes.inserts += changes.inserts
    self.changes.updates += changes.updates
    self.changes.deletes += changes.deletes
    self.changes.links += changes.links
    self.changes.checks += changes.checks
    self.changes.metadata = changes.metadata ?? self.changes.metadata
    return []
  }

  /// A record that another context has saved or read anew since; or, after a batch request, one that
  /// the store has to be asked for.
  private func conflict(
    _ key: ObjectKey, _ expected: Int64?
  ) throws(StoreError) -> Conflict? {
    guard let expected else { return nil }
    if backend.cache.isStale(key) {
      guard let row = try IncrementalRecord(key, backend).load()?.row else {
        return .version(key: key, expected: expected, actual: 0, stored: nil)
      }
      return row.version == expected ? nil : conflict(key, expected, row)
    }
    guard let row = backend.cache.record(key)?.row, row.version != expected else { return nil }
    return conflict(key, expected, row)
  }

  private func conflict(_ key: ObjectKey, _ expected: Int64, _ row: Row) -> Conflict {
    .version(key: key, expected: expected, actual: row.version, stored: row)
  }

  func prepare() throws(StoreError) {
    guard isOpen else {
      throw StoreError(.closed, store: backend.storeName, message: "The transaction has ended.")
    }
  }

  func commit() throws(StoreError) {
    try prepare()
    defer { rollback() }
    do {
      let (backend, changes, reader) = (backend, changes, reader)
      try backend.gate.call {
        let request = try IncrementalSave(changes, backend).request(reader)
        _ = try backend.store.execute(request, with: StoreCaller.current?.context)
      }
    } catch {
      throw try noting(error)
    }
    backend.cache.adopt(changes)
  }

  func rollback() {
    guard isOpen else { return }
    isOpen = false
    backend.endWrite()
  }

  deinit { rollback() }

  // MARK: - After the call

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
          key: key, expected: Int64(clamping: conflict.oldVersionNumber),
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
