// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import RowEngine
import StoreInterface

/// An atomic store as the router sees it: the rows of its nodes in a store in memory, which answers
/// everything; a commit goes through the nodes and the user's `save()`.
// Sendable: the store in memory locks itself; the rest is used within its write transaction.
final class AtomicBackend: ObjectNaming, @unchecked Sendable {
  let capabilities: StoreCapabilities
  /// The coordinator keeps the store while it is mounted.
  unowned let store: NSAtomicStore
  let gate: StoreGate
  let numbers: ReferenceNumbers
  let schema: StoreSchema
  private let memory: any StoreBackend
  private let settings: StoreConfiguration
  private var isLoading = false
  private var file = StoreFile()

  init(
    store: NSAtomicStore, settings: StoreConfiguration, numbers: ReferenceNumbers
  ) throws(StoreError) {
    self.store = store
    self.numbers = numbers
    gate = StoreGate(store)
    schema = settings.schema
    self.settings = settings
    memory = try StoreAssembly.memory(settings)
    let common: StoreCapabilities = [
      .durable, .concurrentReaders, .readOnlyOpening, .singlePhase, .isolatedSnapshots,
      .transactionalReads, .wholeSaves, .keepableSnapshots,
    ]
    let further: StoreCapabilities = store.isOneFile ? [.notes, .keepsJournal] : .notes
    capabilities = store.keepsNotes ? common.union(further) : common
  }

  // MARK: - Loading

  /// Lets the store load its nodes and takes their rows. What goes wrong with an empty file is no
  /// error: it means a new store, for every class (R-PSC-402).
  func load(isNew: Bool) throws {
    let hadFile = store.url.map { FileManager.default.fileExists(atPath: $0.path) } ?? false
    isLoading = true
    defer { isLoading = false }
    // What somebody writes while it is read is not in it.
    if store.isOneFile { file.remember(store.url) }
    do {
      try gate.call { try store.load() }
    } catch {
      guard isNew, hadFile, store.cacheNodes().isEmpty else { throw error.underlying ?? error }
      Log.warning("\(error.store) is empty and becomes a new store: \(error.message)")
    }
    var changes = try NodeGraph(store.cacheNodes(), self).changes()
    changes.notes = MetadataNotes.list(MetadataNotes.notes(in: store.metadata), under: "")
    try add(changes, to: memory)
    try renewDerivedValues()
    // A user's class may write a file of its own when it loads.
    if !store.isOneFile { file.remember(store.url) }
  }

  /// Nodes may have been written by who does not derive: their rows have the right values at once, and
  /// they themselves when they are saved.
  private func renewDerivedValues() throws {
    guard let plan = DerivationPlan(schema, storeDerives: false) else { return }
    let transaction = try memory.beginWrite()
    defer { transaction.rollback() }
    try plan.renew(settings.entities, reader: transaction.reader) {
      (updates) throws(StoreError) in
      var changes = ChangeSet()
      changes.updates = updates
      _ = try transaction.apply(changes)  // no versions: no conflicts
    }
    try transaction.commit()
  }

  /// Nodes that a store adds after it has loaded.
  func take(_ nodes: Set<NSAtomicStoreCacheNode>) {
    // Those that come during a save are of objects that the save inserts.
    guard !isLoading, !store.journal.isRecording else { return }
    do { try add(NodeGraph(nodes, self).changes(), to: memory) } catch {
      raise(.invalidArgument, "addCacheNodes(_:) was given nodes that cannot be read: \(error)")
    }
  }

  private func add(_ changes: ChangeSet, to memory: any StoreBackend) throws {
    guard !changes.isEmpty else { return }
    let transaction = try memory.beginWrite()
    defer { transaction.rollback() }
    guard try transaction.apply(changes).isEmpty else {
      throw CocoaError.make(
        .fileReadCorruptFile, reason: "Two records of \(file.name(store)) have one identity.")
    }
    try transaction.commit()
  }

  /// The file that is there now was made by opening the store: it goes with the store unless that is
  /// saved (R-PSC-403).
  func noteReservation() { file.noteReservation(store.url) }

  /// The store's `save()` was called and threw: the next save may write over what it left.
  func noteFailedSave() { file.rememberFailure(store.url) }

  // MARK: - Naming

  func keys(for objects: [NSManagedObject]) throws(StoreError) -> [ObjectKey] {
    let store = store
    return try gate.call {
      var seen = Set<ObjectKey>()
      return try objects.map { object in
        let reference = store.newReferenceObject(for: object)
        let number = numbers.number(for: reference, root: object.layout.rootName)
        let key = ObjectKey(entity: object.layout.index, number: number, store: store.ordinal)
        let local = ObjectKey(entity: object.layout.schema.root, number: number)
        guard seen.insert(local).inserted, try !isTaken(local) else {
          throw CocoaError.make(
            .persistentStoreSave,
            reason: "newReferenceObject(for:) of \(type(of: store)) gave '\(reference)' for a new "
              + "\(object.layout.schema.name), but another object has that name already.",
            userInfo: [NSAffectedObjectsErrorKey: [object]])
        }
        return key
      }
    }
  }

  private func isTaken(_ key: ObjectKey) throws -> Bool {
    let snapshot = try memory.beginRead()
    defer { snapshot.end() }
    return try snapshot.row(for: key) != nil
  }

  func name(of number: Int64, root: Int) -> String {
    numbers.text(of: number, root: schema.entities[root].name)
  }

  func number(named name: String, root: Int) -> Int64 {
    numbers.number(forText: name, root: schema.entities[root].name)
  }

  var location: URL? { store.url }

  func reserveNumbers(_ count: Int, root: Int) throws(StoreError) -> Int64 {
    try gate.requireWritable()
    return numbers.reserve(count, root: schema.entities[root].name)
  }

  // MARK: - StoreBackend

  var metadata: StoreMetadata { memory.metadata }

  func beginRead() throws(StoreError) -> any StoreSnapshot { try memory.beginRead() }

  /// The file as last saved; nil where there is none, or it is not the store's any more.
  func beginImage(isHeld: Bool) throws(StoreError) -> (any StoreImage)? {
    let store = store
    return try gate.call {
      guard let url = store.url, file.isCurrent(store) else { return nil }
      return try AtomicImage(url)
    }
  }

  /// Reads the values that the nodes hold now, whatever was given to them. O(objects).
  func beginReadingBack() throws(StoreError) -> any StoreSnapshot {
    let rows = try StoreAssembly.memory(settings)
    try gate.call {
      var changes = try NodeGraph(store.cacheNodes(), self).changes()
      try keepLostReferences(in: &changes)
      try add(changes, to: rows)
    }
    return try rows.beginRead()
  }

  /// A row may lead to an object that is gone, where no inverse tells; a node cannot.
  private func keepLostReferences(in changes: inout ChangeSet) throws {
    let given = try memory.beginRead()
    defer { given.end() }
    let assembler = RowAssembler()
    for (place, insert) in changes.inserts.enumerated() {
      guard let row = try given.row(for: insert.key) else { continue }
      let entity = schema.entities[row.entity]
      var lost = SlotSet()
      for toOne in entity.toOnes where insert.row.isNull(toOne.slot) {
        guard let other = row.reference(toOne.slot), try given.row(for: other) == nil else {
          continue
        }
        lost.insert(toOne.slot)
      }
      guard !lost.isEmpty else { continue }
      let update = RowUpdate(key: insert.key, row: row, changed: lost, expectedVersion: nil)
      let kept = RowLayout(entity).merge(update, into: insert.row, with: assembler)
      changes.inserts[place] = RowInsert(key: insert.key, row: kept)
    }
  }

  func beginWrite() throws(StoreError) -> any StoreTransaction {
    try gate.requireWritable()
    let transaction = try memory.beginWrite()
    do {
      return AtomicTransaction(self, transaction, lock: try lock())
    } catch {
      transaction.rollback()
      throw error
    }
  }

  /// A file of ours is written by one at a time, who has read what is there: what another store
  /// decides in view of it must not be refused afterwards.
  private func lock() throws(StoreError) -> FileLock? {
    guard store.isOneFile, let url = store.url else { return nil }
    let store = store
    return try gate.call {
      let lock = try FileLock.take(url, timeout: settings.timeout)
      try file.requireUnchanged(store)
      return lock
    }
  }

  func requireUnchangedFile() throws { try file.requireUnchanged(store) }

  func statistics() throws(StoreError) -> StoreFigures {
    var statistics = try memory.statistics()
    for place in statistics.entities.indices {
      let root = schema.entities[statistics.entities[place].entity].root
      statistics.entities[place].nextNumber = numbers.next(root: schema.entities[root].name)
    }
    statistics.bytes = file.bytes(store.url)
    return statistics
  }

  func close() {
    gate.close()
    memory.close()
    file.removeReservation()
  }

  // MARK: - Saving

  /// Writes the store through its nodes; on an error nodes and file are as before. Returns what the
  /// store has set on the objects.
  ///
  /// - Parameter derived: objects whose derived values are others than before.
  func write(
    _ changes: ChangeSet, derived: Set<ObjectKey>, reader: any StoreSnapshot
  ) throws(StoreError) -> [RowUpdate] {
    let store = store
    return try gate.call {
      try file.requireUnchanged(store)
      var revisions: [RowUpdate] = []
      try SavedObjects.with(
        changes, reader: reader, in: store, naming: { $0.map(store.newReferenceObject) }
      ) { objects in
        // Stand-ins live as long as their context.
        try withExtendedLifetime(objects.keeper) {
          try store.saving(changes) {
            try store.writing(changes.notes) {
              try AtomicSave(backend: self, changes: changes, objects: objects).run {
                try DerivedNodes(of: store, schema, reader: reader).update(derived, changes)
              }
            }
          }
        }
        revisions = objects.revisions(of: changes, in: schema)
      }
      file.remember(store.url)
      return revisions
    }
  }
}
