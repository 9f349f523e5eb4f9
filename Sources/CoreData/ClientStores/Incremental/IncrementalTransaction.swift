// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// A save of an incremental store, one at a time. Versions are checked against the records that were
/// read; the store itself is called when the transaction commits, and may find conflicts then.
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
    try prepare()
    let conflicts = try conflicts(of: changes)
    guard conflicts.isEmpty else { return conflicts }
    self.changes.inserts += changes.inserts
    self.changes.updates += changes.updates
    self.changes.deletes += changes.deletes
    self.changes.links += changes.links
    self.changes.checks += changes.checks
    self.changes.metadata = changes.metadata ?? self.changes.metadata
    self.changes.notes += changes.notes
    self.changes.isReplay = changes.isReplay
    return []
  }

  private func conflicts(of changes: ChangeSet) throws(StoreError) -> [Conflict] {
    var conflicts: [Conflict] = []
    func check(_ key: ObjectKey, _ expected: Int64?) throws(StoreError) {
      guard let expected else { return }
      let row = try row(key)
      guard row?.version != expected else { return }
      conflicts.append(
        .version(key: key, expected: expected, actual: row?.version ?? 0, stored: row))
    }
    for update in changes.updates { try check(update.key, update.expectedVersion) }
    for delete in changes.deletes { try check(delete.key, delete.expectedVersion) }
    for version in changes.checks { try check(version.key, version.expectedVersion) }
    return conflicts
  }

  /// Returns the record as it was last read, perhaps by another context; the store is asked for one
  /// that is not known any more.
  private func row(_ key: ObjectKey) throws(StoreError) -> Row? {
    if let known = backend.cache.record(key) { return known.row }
    return try IncrementalRecord(key: key, backend: backend).load()
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
        let save = IncrementalSave(changes, backend)
        try save.withObjects(reader) { objects in
          try backend.store.saving(changes) {
            try backend.store.writing(changes.notes) { try save.run(objects) }
          }
          backend.cache.adopt(changes, saved: objects.updated.map { $0.key.inStore(0) })
          backend.cache.revise(objects.revisions(of: changes, in: backend.schema))
          // No context that comes and goes lets go of what a copy has written.
          guard objects.keeper != nil else { return }
          backend.registrations.trim(backend.cache, backend.store.ordinal)
        }
      }
    } catch {
      throw noting(error)
    }
    if let metadata = changes.metadata { backend.noteMetadata(metadata) }
  }

  func rollback() {
    guard isOpen else { return }
    isOpen = false
    backend.turn.end()
  }

  deinit { rollback() }

  // MARK: - After the call

  /// A store that found conflicts itself names them: their records are read anew, so that
  /// the merge policy sees what is there (R-PSC-450). What cannot be read is gone if the store showed
  /// nothing of it, as a service says in words of its own; else nobody can merge, and the store's error
  /// stays the one of the save.
  private func noting(_ given: StoreError) -> StoreError {
    guard let cocoa = given.underlying as? CocoaError,
      [.persistentStoreSaveConflicts, .managedObjectMerge].contains(cocoa.code),
      let found = cocoa.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
    else { return given }
    var result = given
    for conflict in found {
      let key = conflict.sourceObject.key.inStore(0)
      let stored: Row?
      do {
        stored = try IncrementalRecord(key: key, backend: backend).load()
      } catch {
        guard conflict.persistedSnapshot == nil, conflict.cachedSnapshot == nil else {
          return given
        }
        backend.cache.remove(key)
        stored = nil
      }
      result.conflicts.append(
        .version(
          key: key, expected: Int64(clamping: conflict.oldVersionNumber),
          actual: stored?.version ?? 0, stored: stored))
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

  func withObjects(
    _ reader: any StoreSnapshot, _ body: (SavedObjects) throws -> Void
  ) throws {
    let (store, numbers) = (backend.store, backend.numbers)
    try SavedObjects.with(
      changes, reader: reader, in: store,
      naming: { new in
        try store.obtainPermanentIDs(for: new).map {
          numbers.reference(of: $0.key.number, root: $0.layout.rootName)
        }
      }, body: body)
  }

  /// Calls the store. Stand-ins live as long as their context.
  func run(_ objects: SavedObjects) throws {
    let request = request(objects)
    guard let keeper = objects.keeper else {
      _ = try backend.call { try backend.store.execute(request, with: $0) }
      return
    }
    _ = try withExtendedLifetime(keeper) { try backend.store.execute(request, with: keeper) }
  }

  /// All sets nil: only the metadata is to be written (R-PSC-444). Stores that lock nothing look
  /// whether there are locked objects at all.
  func request(_ objects: SavedObjects) -> NSSaveChangesRequest {
    let hasObjects = !objects.isEmpty
    let request = NSSaveChangesRequest(
      inserted: hasObjects ? Set(objects.inserted) : nil,
      updated: hasObjects ? Set(objects.updated) : nil,
      deleted: hasObjects ? Set(objects.deleted) : nil,
      locked: objects.locked.isEmpty ? nil : Set(objects.locked))
    request.affectedStores = [backend.store]
    return request
  }
}
