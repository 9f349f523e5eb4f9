// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// The work that contexts hand to their coordinator: rows up, changes down.
extension NSPersistentStoreCoordinator {
  final var schema: StoreSchema { router.schema }

  // MARK: - Identity

  final func objectID(for key: ObjectKey) -> NSManagedObjectID {
    objectID(for: key, of: reference(to: key.store))
  }

  /// Returns the ID in a store that has, or had, the key's ordinal.
  final func objectID(for key: ObjectKey, of store: StoreReference?) -> NSManagedObjectID {
    NSManagedObjectID(
      key: key, layout: entities[key.entity].frozenLayoutOrFail, model: managedObjectModel,
      reference: store)
  }

  /// Returns the key of a permanent ID in this coordinator, whichever made the ID; nil when its
  /// store or entity is not here.
  // Inlined: a look-up that leaves the coordinator's own IDs alone counts no reference to it.
  @inline(__always)
  final func key(of id: NSManagedObjectID) -> ObjectKey? {
    if id.reference?.leads(to: id.key.store, in: references) == true { return id.key }
    return foreignKey(of: id)
  }

  /// Returns the key of an ID that another coordinator made, or for a store that left and came
  /// back.
  private final func foreignKey(of id: NSManagedObjectID) -> ObjectKey? {
    guard !id.key.isTemporary, let reference = id.reference else { return nil }
    let present = router.ordinal(of: reference.identifier)
    guard let ordinal = present ?? references.alias(reference.identifier)?.ordinal,
      let entity = schema.entity(named: id.layout.schema.name)
    else { return self.reference(to: reference.ordinal) === reference ? id.key : nil }
    return ObjectKey(entity: entity.index, number: id.key.number, store: ordinal)
  }

  /// Returns the ordinals of stores that a request is restricted to; nil for all (R-PSC-260, 261).
  final func ordinals(of stores: [NSPersistentStore]?) throws -> [Int]? {
    guard let stores else { return nil }
    let present = persistentStores
    for store in stores where !present.contains(where: { $0 === store }) {
      throw CocoaError.make(
        .persistentStoreOperation,
        reason: "A store of the request's affectedStores is not in the coordinator.",
        userInfo: [NSAffectedStoresErrorKey: [store]])
    }
    return stores.map(\.ordinal)
  }

  final func setReadOnly(_ isReadOnly: Bool, of ordinal: Int) {
    try? router.setReadOnly(isReadOnly, of: ordinal)  // fails only for a store just removed
  }

  // MARK: - Reading

  final func run(_ query: Query, in scope: FetchScope, into sink: (RowBatch) -> Bool) throws {
    try translating { () throws(RoutingError) in try router.run(query, in: scope, into: sink) }
  }

  /// Returns the row of a key; nil when there is none, or its store has been removed.
  final func row(for key: ObjectKey) throws -> Row? {
    do {
      return try router.row(for: key)
    } catch {
      if case .unknownStore = error { return nil }
      throw ErrorTranslation.cocoaError(error, coordinator: self, objects: [])
    }
  }

  // MARK: - Writing

  final func reserveKeys(_ objects: [NewObject]) throws -> [ObjectKey] {
    guard !objects.isEmpty else { return [] }
    return try translating { () throws(RoutingError) in try router.reserveKeys(for: objects) }
  }

  /// Permanent keys for new objects whose stores are known.
  final func reserveKeys(
    _ new: [NewObject], of objects: [NSManagedObject]
  ) throws -> [ObjectKey] {
    guard let clientStores else { return try reserveKeys(new) }
    return try clientStores.keys(for: new, of: objects)
  }

  /// True if a store's metadata waits to be written.
  final var hasMetadataChanges: Bool { persistentStores.contains { $0.pendingMetadata != nil } }

  /// Commits a save, with all changed metadata; returns the conflicts, having then done nothing.
  ///
  /// - Parameters:
  ///   - notes: changed notes of stores, by ordinal.
  ///   - onSplit: called before the error is thrown when a store has failed after others
  ///     committed, with those that have the save; gives the objects that are not saved.
  final func commit(
    _ changes: ChangeSet, notes: [Int: [StoreNote]] = [:],
    onSplit: ([Int]) -> [NSManagedObject] = { _ in [] }
  ) throws -> [Conflict] {
    let pending = persistentStores.compactMap { $0.pendingMetadata }.filter { !$0.store.isReadOnly }
    var metadata: [Int: StoreMetadata] = [:]
    for part in pending { metadata[part.store.ordinal] = try part.encoded() }
    if !notes.isEmpty { forwarding.noteUse(of: Set(notes.keys)) }
    do {
      let conflicts = try router.commit(changes, metadata: metadata, notes: notes)
      if conflicts.isEmpty { noteCommit(changes, pending) }
      return conflicts
    } catch {
      var rest: [NSManagedObject] = []
      if case .partialCommit(let committed, _, _) = error {
        noteCommit(
          changes.part(in: committed), pending.filter { committed.contains($0.store.ordinal) })
        rest = onSplit(committed)
      }
      throw ErrorTranslation.cocoaError(
        error, coordinator: self, objects: rest, userInfo: outcomes(of: changes, after: error))
    }
  }

  /// Writes the metadata that wait in a store, if it can be written, and nothing else (R-PSC-072).
  /// A failure is logged.
  final func writeMetadata(of store: NSPersistentStore) {
    guard let pending = store.pendingMetadata, !store.isReadOnly else { return }
    do {
      let metadata = try [store.ordinal: pending.encoded()]
      _ = try router.commit(ChangeSet(), metadata: metadata)  // no objects: no conflicts
      store.metadataWasSaved(pending)
    } catch {
      Log.warning(
        "The metadata that were set of \(store.url?.path ?? store.type) could not be written: "
          + "\(error)")
    }
  }

  /// The fate of each store's part of a save that has failed.
  private final func outcomes(
    of changes: ChangeSet, after error: RoutingError
  ) -> [String: Any] {
    var committed: [Int] = []
    if case .partialCommit(let stores, _, _) = error { committed = stores }
    let written = Set(changes.writtenKeys.map(\.store))
    var outcomes: [NSPersistentStore: StoreSaveOutcome] = [:]
    for store in persistentStores where written.contains(store.ordinal) {
      outcomes[store] = committed.contains(store.ordinal) ? .committed : .rolledBack
    }
    return [StoreSaveOutcomesErrorKey: outcomes]
  }

  private final func noteCommit(_ changes: ChangeSet, _ pending: [PendingMetadata]) {
    for part in pending { part.store.metadataWasSaved(part) }
    recentWrites.add(changes)
    if !staleRows.isEmpty { staleRows.drop(changes.writtenKeys) }
  }

  final func translating<T>(_ body: () throws(RoutingError) -> T) throws -> T {
    do {
      return try body()
    } catch {
      throw ErrorTranslation.cocoaError(error, coordinator: self, objects: [])
    }
  }
}

extension ChangeSet {
  /// The keys of the rows that are written or removed.
  fileprivate var writtenKeys: [ObjectKey] {
    inserts.map(\.key) + updates.map(\.key) + deletes.map(\.key)
  }

  /// Returns the rows of some stores.
  fileprivate func part(in stores: [Int]) -> ChangeSet {
    var part = ChangeSet()
    part.inserts = inserts.filter { stores.contains($0.key.store) }
    part.updates = updates.filter { stores.contains($0.key.store) }
    part.deletes = deletes.filter { stores.contains($0.key.store) }
    return part
  }
}
