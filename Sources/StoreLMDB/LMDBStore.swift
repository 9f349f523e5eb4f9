// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
package import Foundation
import RowEngine
package import StoreInterface
import Synchronization

/// A store in one LMDB file: rows by number, ordered indexes, links, counters and metadata in named
/// databases of one environment.
///
/// Several stores, coordinators and processes may use one file. Readers never wait for the writer;
/// there is one writer system-wide. The map grows by itself.
package final class LMDBStore: StoreBackend {
  let environment: Environment
  let layout: DatabaseLayout
  let isReadOnly: Bool
  let timeout: Double
  /// True if a commit waits for the disk.
  let isSynced: Bool
  /// True if a power failure may take the newest commit.
  let isRelaxed: Bool
  /// The indexes that the planner may choose from, by entity, in the order of
  /// `layout.indexesOfEntity`.
  let candidates: [[IndexCandidate]]
  package let capabilities: StoreCapabilities
  private let hasNotes: Atomic<Bool>
  private let numberBlockSize: Int
  private let state: Mutex<State>
  private let committed = Atomic<Int>(-1)
  private let identity: FileContentIdentity

  private struct State {
    var isClosed = false
    var metadata: StoreMetadata
    /// True if a migration has left databases to be emptied.
    var hasUnfinished: Bool
    /// Reserved and not yet handed out, by root.
    var numbers: [Int: NumberBlock] = [:]
  }

  private init(
    environment: Environment, opened: OpenedLayout, configuration: StoreConfiguration
  ) {
    self.environment = environment
    layout = opened.layout
    identity = FileContentIdentity(opened, path: environment.path)
    candidates = opened.layout.candidates
    capabilities =
      opened.hasHistory
      ? LMDBStore.abilities.union(
        configuration.history == .recorded ? .history : .unwrittenHistory)
      : LMDBStore.abilities
    hasNotes = Atomic(opened.hadNotes)
    isReadOnly = configuration.isReadOnly
    timeout = configuration.timeout
    isSynced = LMDBStore.isSynced(configuration)
    isRelaxed = configuration.durability == .relaxed
    numberBlockSize = max(1, configuration.numberBlockSize)
    state = Mutex(State(metadata: opened.metadata, hasUnfinished: opened.hasUnfinished))
  }

  deinit { close() }

  /// Opens or creates the store at the configuration's file URL. Folders that are missing are
  /// made; a file without content becomes a new store; a failure leaves nothing behind that was not
  /// there.
  ///
  /// Settings: "mapsize" (initial bytes of address space), "maxreaders", and "sync": "full" (the
  /// default) or "none", which leaves durability to the system and is for measuring only.
  ///
  /// Opened for reading only, the store's file is never changed; LMDB's lock file beside it is
  /// used, and made where it can be.
  package static func open(
    _ configuration: StoreConfiguration
  ) throws(StoreError) -> LMDBStore {
    guard let url = configuration.url, url.isFileURL else {
      throw StoreError(.cannotOpen, store: "LMDB", message: "an LMDB store needs a file URL")
    }
    let path = try FilePath.resolved(url.path)
    try requireSharedMemory(path)
    try LMDBFile.checkContent(path, isReadOnly: configuration.isReadOnly)
    guard !configuration.isReadOnly else { return try open(path, configuration) }
    let creation = try FileCreation(path: path, mode: mode_t(configuration.fileMode))
    do throws(StoreError) {
      return try open(path, configuration)
    } catch {
      creation.undo()
      throw error
    }
  }

  /// The engine's readers and writers meet in memory that they share: there is none between machines.
  private static func requireSharedMemory(_ path: String) throws(StoreError) {
    guard let system = NetworkFileSystem.name(at: path) else { return }
    throw StoreError(
      .cannotOpen, store: path,
      message: "the file is on a network file system (\(system)), where LMDB does not work")
  }

  private static func open(
    _ path: String, _ configuration: StoreConfiguration
  ) throws(StoreError) -> LMDBStore {
    let deadline = Deadline(after: configuration.timeout)
    let environment = try EnvironmentRegistry.acquire(
      path: path, isReadOnly: configuration.isReadOnly, options: options(configuration),
      until: deadline)
    do throws(StoreError) {
      let opening = LayoutOpening(
        environment, configuration, isSynced: isSynced(configuration))
      return LMDBStore(
        environment: environment, opened: try opening.run(until: deadline),
        configuration: configuration)
    } catch {
      EnvironmentRegistry.release(environment)
      throw error
    }
  }

  private static func options(_ configuration: StoreConfiguration) -> EnvironmentOptions {
    var options = EnvironmentOptions(
      settings: configuration.settings, databases: databaseCount(configuration.schema))
    options.mode = mode_t(configuration.fileMode)
    return options
  }

  /// Keeps the environment open in which it has read the metadata: the opening finds it in the registry.
  /// What cannot be opened like that is looked at for reading only.
  package static func visit(
    _ configuration: StoreConfiguration, at url: URL
  ) throws(StoreError) -> any StoreVisit {
    do throws(StoreError) {
      let path = try FilePath.resolved(url.path)
      try requireSharedMemory(path)
      try LMDBFile.checkContent(path, isReadOnly: true)
      return try EnvironmentVisit(
        SchemalessFile(
          path, isReadOnly: configuration.isReadOnly, options: options(configuration),
          timeout: configuration.timeout))
    } catch {
      guard error.kind != .timeout else { throw error }
      return MetadataVisit(try readMetadata(at: url))
    }
  }

  private static func isSynced(_ configuration: StoreConfiguration) -> Bool {
    configuration.settings["sync"] != "none"
  }

  // MARK: - State

  private static let abilities: StoreCapabilities = [
    .durable, .concurrentReaders, .multiProcess, .readOnlyOpening, .keepableSnapshots, .engine,
    .keepsJournal,
  ]

  package var metadata: StoreMetadata { state.withLock { $0.metadata } }

  package var location: URL? { URL(fileURLWithPath: environment.path) }

  /// The number of the last transaction, if this store has committed all since it was last asked
  /// whether others have.
  var lastCommit: Int {
    get { committed.load(ordering: .acquiring) }
    set {
      committed.store(newValue, ordering: .releasing)
      identity.noteCommit(newValue)
    }
  }

  /// Notes a commit that nobody has asked about.
  func noteCommit(_ number: Int) {
    if lastCommit == number - 1 { lastCommit = number } else { identity.noteCommit(number) }
  }

  package var mayHaveNotes: Bool { hasNotes.load(ordering: .acquiring) }

  /// A transaction writes notes.
  func willWriteNotes() { hasNotes.store(true, ordering: .releasing) }

  /// Notes metadata that was committed.
  func didCommit(_ metadata: StoreMetadata) { state.withLock { $0.metadata = metadata } }

  package var hasUnfinishedMigration: Bool { state.withLock { $0.hasUnfinished } }

  /// Notes what there is left to be done, as of the last transaction.
  func noteUnfinished(_ isLeft: Bool) { state.withLock { $0.hasUnfinished = isLeft } }

  func checkIsOpen() throws(StoreError) {
    guard state.withLock({ !$0.isClosed }) else { throw closedError }
  }

  var closedError: StoreError {
    StoreError(.closed, store: environment.path, message: "the store was closed")
  }

  package func close() {
    let wasOpen = state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
    guard wasOpen else { return }
    giveNumbersBack()
    EnvironmentRegistry.release(environment)
  }

  // MARK: - Transactions

  package func beginRead() throws(StoreError) -> any StoreSnapshot {
    try read()
  }

  func read() throws(StoreError) -> LMDBSnapshot {
    try checkIsOpen()
    let transaction = try environment.beginRead(until: Deadline(after: timeout))
    do throws(StoreError) {
      try requireIdentity(transaction, mdb_txn_id(transaction))
    } catch {
      environment.endRead(transaction)
      throw error
    }
    return LMDBSnapshot(self, transaction, ownsTransaction: true)
  }

  /// Of another state of the store the numbers that were reserved are not ours.
  func requireIdentity(_ transaction: OpaquePointer, _ number: Int) throws(StoreError) {
    guard !identity.isCurrent(number) else { return }
    let current = state.withLock { $0.metadata.identifier }
    guard try identity.isReplaced(transaction, number, under: current) else { return }
    state.withLock { $0.numbers = [:] }
  }

  package func beginImage(isHeld: Bool) throws(StoreError) -> (any StoreImage)? {
    try LMDBImage(self)
  }

  package func beginWrite() throws(StoreError) -> any StoreTransaction {
    try checkIsOpen()
    guard !isReadOnly else {
      throw StoreError(
        .readOnly, store: environment.path, message: "the store was opened for reading only")
    }
    return try LMDBTransaction(self)
  }

  // MARK: - Numbers

  package func reserveNumbers(_ count: Int, root: Int) throws(StoreError) -> Int64 {
    try checkIsOpen()
    guard count > 0 else { return try nextNumber(root) }
    if let number = takeReserved(count, root) { return number }
    guard !isReadOnly else {
      throw StoreError(
        .readOnly, store: environment.path, message: "the store was opened for reading only")
    }
    let size = state.withLock { state in
      state.numbers[root, default: NumberBlock()].sizeOfRequest(count, least: numberBlockSize)
    }
    let more = try reserve(size, atLeast: Int64(count), root)
    return state.withLock { state in
      state.numbers[root, default: NumberBlock()].add(more, taking: count)
    }
  }

  /// Takes numbers from the file; near the end of all numbers no more than needed.
  private func reserve(
    _ size: Int64, atLeast count: Int64, _ root: Int
  ) throws(StoreError) -> Range<Int64> {
    do throws(StoreError) {
      let first = try NumberReservation(self, timeout: timeout).reserve(size, root: root)
      return first..<first + size
    } catch {
      guard error.kind == .numbersExhausted, size > count else { throw error }
    }
    let first = try NumberReservation(self, timeout: timeout).reserve(count, root: root)
    return first..<first + count
  }

  private func takeReserved(_ count: Int, _ root: Int) -> Int64? {
    state.withLock { $0.numbers[root]?.take(count) }
  }

  private func nextNumber(_ root: Int) throws(StoreError) -> Int64 {
    let snapshot = try read()
    defer { snapshot.end() }
    return try nextNumber(root, snapshot)
  }

  private func nextNumber(_ root: Int, _ snapshot: LMDBSnapshot) throws(StoreError) -> Int64 {
    let next = try snapshot.nextNumber(root: root)
    let block = state.withLock { $0.numbers[root]?.range ?? 0..<0 }
    return !block.isEmpty && block.upperBound == next ? block.lowerBound : next
  }

  /// Numbers that were set aside and not used go back, unless that takes waiting.
  private func giveNumbersBack() {
    guard !isReadOnly else { return }
    let blocks = state.withLock { state in
      defer { state.numbers = [:] }
      return state.numbers
    }
    for (root, block) in blocks where !block.range.isEmpty {
      // What cannot be given back is a gap, which is allowed.
      try? NumberReservation(self, timeout: 0.05).giveBack(block.range, root: root)
    }
  }

  // MARK: - Reports

  package func statistics() throws(StoreError) -> StoreFigures {
    let snapshot = try read()
    defer { snapshot.end() }
    var entities: [StoreFigures.Entity] = []
    for entity in layout.entities {
      entities.append(
        StoreFigures.Entity(
          entity: entity, rows: try snapshot.storedCount(of: entity),
          nextNumber: try nextNumber(layout.schema.entities[entity].root, snapshot)))
    }
    return StoreFigures(entities: entities, bytes: LMDBFile.byteCount(environment.path))
  }
}
#endif
