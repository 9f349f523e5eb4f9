// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
package import Foundation
package import StoreInterface
import Synchronization

/// A store in an SQLite file that is laid out as Apple's Core Data lays it out.
///
/// One connection writes, others read, which never wait for it. Others may have the file open.
package final class SQLiteStore: StoreBackend {
  private struct State {
    var metadata: StoreMetadata
    var isClosed = false
    /// True if other durable stores are written beside this one.
    var hasCompanions = false
    var numbers: NumberBlocks
    /// Snapshots that are open.
    var snapshots = 0
  }

  package let capabilities: StoreCapabilities
  let plan: StorePlan
  let isUniquenessIndexed: Bool
  /// True if the file has a history.
  let hasHistory: Bool
  let hasNotes: Atomic<Bool>
  let file: DatabaseFile
  /// Looks for commits, once somebody has asked for them.
  let changeProbe: ChangeProbe
  let externalFileRemoval: ExternalFileRemoval?
  /// Made for the first transaction; used under the writer's lock.
  private nonisolated(unsafe) var openedWriter: Connection?
  private let pragmas: Pragmas
  private let writerLock: ConnectionLock
  private let requestLimit: RequestLimit?
  private let readers: ReaderPool
  private let isReadOnly: Bool
  private let hasLog: Bool
  let identity: DatabaseIdentity
  private let state: Mutex<State>
  let deferredWork: DeferredWork

  init(_ opened: OpenedFile, _ configuration: StoreConfiguration) {
    plan = opened.plan
    file = opened.file
    let mayHaveFiles = opened.plan.schema.entities.contains { entity in
      entity.attributes.contains { $0.allowsExternalStorage }
    }
    externalFileRemoval =
      mayHaveFiles ? opened.file.externalFiles.map(ExternalFileRemoval.init) : nil
    isReadOnly = configuration.isReadOnly
    isUniquenessIndexed = opened.isUniquenessIndexed
    hasHistory = opened.hasHistory
    hasNotes = Atomic(opened.hadNotes)
    deferredWork = DeferredWork(isThere: opened.hadNotes ? nil : false)
    let file = opened.file
    requestLimit = configuration.requestLimit.map {
      RequestLimit($0, timeout: configuration.timeout, store: file.name)
    }
    writerLock = ConnectionLock(timeout: configuration.timeout, requestLimit)
    pragmas = Pragmas(configuration)
    let connect = { @Sendable [isReadOnly, pragmas] () throws(StoreError) in
      let connection = try file.connect(isReadOnly: isReadOnly)
      try pragmas.apply(to: connection, as: .reader)
      return connection
    }
    readers = ReaderPool(
      kept: max((configuration.requestLimit ?? 5) - 1, 1), first: opened.connection,
      connect: connect)
    changeProbe = ChangeProbe(connect: connect)
    let numbers = NumberBlocks(size: max(configuration.numberBlockSize, 1))
    state = Mutex(State(metadata: opened.metadata, numbers: numbers))
    hasLog = opened.connection.hasLog
    identity = DatabaseIdentity(opened)
    capabilities = opened.capabilities(hasLog: hasLog, configuration.history)
  }

  deinit { close() }

  package var metadata: StoreMetadata { state.withLock { $0.metadata } }

  package var monitor: StoreMonitor? { file.monitor }

  package var location: URL? {
    file.isInMemory ? nil : URL(fileURLWithPath: file.path)
  }

  package func setCompanions(_ hasCompanions: Bool) {
    state.withLock { $0.hasCompanions = hasCompanions }
  }

  /// Numbers that were taken ahead, by root entity.
  var leftovers: [Int: Range<Int64>] { state.withLock { $0.numbers.leftovers } }

  /// Forgets numbers that were taken ahead.
  func withdrawNumbers(_ root: Int) { state.withLock { _ = $0.numbers.withdraw(root) } }

  func setMetadata(_ metadata: StoreMetadata) { state.withLock { $0.metadata = metadata } }

  /// Returns true if there are other durable stores.
  @discardableResult
  private func checkOpen() throws(StoreError) -> Bool {
    let (isClosed, hasCompanions) = state.withLock { ($0.isClosed, $0.hasCompanions) }
    guard !isClosed else {
      throw StoreError(.closed, store: plan.store, message: "the store has been closed")
    }
    return hasCompanions
  }

  // MARK: - Reading

  package func beginRead() throws(StoreError) -> any StoreSnapshot {
    let snapshot = try snapshot()
    return requestLimit.map { LimitedSnapshot(snapshot, $0) } ?? snapshot
  }

  private func snapshot() throws(StoreError) -> SQLiteSnapshot {
    SQLiteSnapshot(plan, connection: try beginReading(), hasHistory: hasHistory) { [self] in
      endReading($0)
    }
  }

  func beginReading() throws(StoreError) -> Connection {
    try checkOpen()
    try file.requireSame(forWriting: false)
    let connection = try readers.take()
    connection.followWatchers()
    do {
      try connection.run(.begin)
      try identity.pin(connection)
      if identity.isInDoubt(connection) { try requireIdentity(connection) }
    } catch {
      connection.close()
      throw error
    }
    state.withLock { $0.snapshots += 1 }
    return connection
  }

  /// Beside a log a reader keeps nobody waiting; and only readers keep external files.
  package func beginImage(isHeld: Bool) throws(StoreError) -> (any StoreImage)? {
    guard !isHeld, !hasLog, externalFileRemoval == nil else {
      return SQLiteImage(try beginReading(), of: file) { [self] in endReading($0) }
    }
    try checkOpen()
    return SQLiteImage(try readers.take(), of: file) { [readers] connection in
      if connection.isInTransaction, !connection.endReading() { return connection.close() }
      readers.giveBack(connection)
    }
  }

  func endReading(_ connection: Connection) {
    if connection.endReading() { readers.giveBack(connection) } else { connection.close() }
    let isLast = state.withLock { state in
      state.snapshots -= 1
      return state.snapshots == 0
    }
    if isLast, let externalFileRemoval, externalFileRemoval.isPending { removeObsoleteFiles() }
  }

  /// Removes external files that a committed transaction's rows named before, or notes them until
  /// no snapshot can see such a row. Under the writer's lock.
  func removeObsolete(_ names: [String], _ writer: Connection) {
    externalFileRemoval?.add(names)
    guard state.withLock({ $0.snapshots == 0 }) else { return }
    externalFileRemoval?.run(writer)
    pragmas.setTimeout(on: writer)
  }

  /// The same later; what cannot be done while somebody writes is done by him.
  private func removeObsoleteFiles() {
    try? withIdleWriter(isWaiting: false) { externalFileRemoval?.run($0) }
  }

  /// Removes the files on the list that nobody needs.
  func removeListedFiles() throws(StoreError) {
    try withIdleWriter(isWaiting: true) { externalFileRemoval?.runThoroughly($0) }
  }

  package func statistics() throws(StoreError) -> StoreFigures {
    let snapshot = try snapshot()
    defer { snapshot.end() }
    let next = state.withLock { $0.numbers.next }
    return StoreFigures(
      entities: try EntityFigures.entities(plan, try snapshot.connection(), next: next),
      bytes: file.byteCount)
  }

  package func sizes(isThorough: Bool) throws(StoreError) -> StoreSizes {
    let snapshot = try beginRead()
    defer { snapshot.end() }
    var sizes = file.sizes(isThorough: isThorough)
    guard let connection = try (snapshot as? SQLiteSnapshot)?.connection() else { return sizes }
    let pages = try connection.integer("PRAGMA freelist_count") ?? 0
    sizes.free = Int(pages * (try connection.integer("PRAGMA page_size") ?? 0))
    return sizes
  }

  // MARK: - Writing

  package func beginWrite() throws(StoreError) -> any StoreTransaction {
    SQLiteTransaction(self, try beginWriting())
  }

  /// Returns the writing connection. Only under the writer's lock. One that an error has left
  /// inside a transaction is replaced.
  private func writer() throws(StoreError) -> Connection {
    if let openedWriter {
      guard openedWriter.isInTransaction else { return openedWriter }
      openedWriter.close()
    }
    openedWriter = nil
    let connection = try file.connect(isReadOnly: false)
    do {
      try file.requireWritable(connection)
      try pragmas.apply(to: connection, as: .writer)
    } catch {
      connection.close()
      throw error
    }
    openedWriter = connection
    return connection
  }

  /// Takes the writing connection and the file's write lock.
  func beginWriting() throws(StoreError) -> Connection {
    try checkOpen()
    guard !isReadOnly else {
      throw StoreError(.readOnly, store: plan.store, message: "the store was opened for reading")
    }
    try writerLock.lock(plan.store)
    do throws(StoreError) {
      do throws(StoreError) {
        return try begun()
      } catch {
        // A log that could not be opened for writing stays so for its connection only.
        guard let code = error.engineCode, code & 0xFF == SQLITE_READONLY else { throw error }
        openedWriter?.close()
        openedWriter = nil
        return try begun()
      }
    } catch {
      writerLock.unlock()
      throw error
    }
  }

  /// Returns the writing connection, in a transaction.
  private func begun() throws(StoreError) -> Connection {
    let hasCompanions = try checkOpen()
    try file.requireSame(forWriting: true)
    let writer = try writer()
    writer.followWatchers()
    if !pragmas.hasSynchronous {
      try writer.setDurability(pragmas.durability ?? (hasCompanions ? .full : commonDurability))
    }
    try writer.run(.beginImmediate)
    do { try requireIdentityIfNew(writer) } catch {
      // The first error is the one to report; a transaction left open makes the next writer anew.
      try? writer.run(.rollback)
      throw error
    }
    return writer
  }

  /// Without a log to lose commits from, a relaxed database could be damaged.
  private var commonDurability: Durability { hasLog ? .relaxed : .full }

  func endWriting() { writerLock.unlock() }

  /// Runs a block with the writing connection outside of transactions; the block waits for no other.
  func withIdleWriter(
    isWaiting: Bool, _ body: (Connection) throws(StoreError) -> Void
  ) throws(StoreError) {
    try checkOpen()
    try file.requireSame(forWriting: true)
    if isWaiting {
      try writerLock.lock(plan.store)
    } else if !writerLock.lockIfFree() {
      throw StoreError(.timeout, store: plan.store, message: "a transaction is writing")
    }
    defer { writerLock.unlock() }
    let writer = try writer()
    sqlite3_busy_timeout(writer.handle, 0)
    defer { pragmas.setTimeout(on: writer) }
    try body(writer)
  }

  package func reserveNumbers(_ count: Int, root: Int) throws(StoreError) -> Int64 {
    let found = state.withLock { state in
      state.isClosed ? nil : state.numbers.take(count, root)
    }
    if let found { return found }
    guard let number = plan.layout.entities[root]?.number else {
      let name = plan.schema.entities[root].name
      throw StoreError(
        .schemaMismatch, store: plan.store, message: "the file has no table of the entity \(name)")
    }
    for _ in 0..<SQLiteStore.reservationLimit {
      let writer = try beginWriting()
      defer { endWriting() }
      do throws(StoreError) {
        if let first = try reserve(count, number: number, root: root, writer: writer) {
          return first
        }
      } catch {
        // The first error is the one to report; a transaction left open fails the next writer.
        if writer.isInTransaction { try? writer.run(.rollback) }
        throw error
      }
    }
    throw StoreError(
      .corrupt, store: plan.store,
      message: "the counter of \(plan.schema.entities[root].name) cannot be raised")
  }

  /// The lock is held between reading a counter and raising it, so that the first time should do.
  private static let reservationLimit = 16

  /// Raises the counter in the transaction that has begun, and commits it; nil when somebody else
  /// has raised it, in spite of the lock.
  private func reserve(
    _ count: Int, number: Int64, root: Int, writer: Connection
  ) throws(StoreError) -> Int64? {
    let maximum = try PrimaryKeyTable.maximum(number, writer)
    let (left, ahead, isChecked) = state.withLock { state in
      (
        state.numbers.withdraw(root), state.numbers.ahead(of: count, root),
        state.numbers.isChecked(root)
      )
    }
    var last = max(maximum, 0)
    if let left, left.upperBound - 1 == maximum { last = left.lowerBound - 1 }
    // Rows may have outrun the counter of a damaged or foreign file.
    if !isChecked { last = max(last, try PrimaryKeyTable.highest(of: root, plan.layout, writer)) }
    guard count <= Int64.max - last else {
      let name = plan.schema.entities[root].name
      throw StoreError(
        .numbersExhausted, store: plan.store,
        message: "there are no \(count) numbers left for objects of \(name)")
    }
    let given = last + Int64(count)
    let end = given + min(Int64(ahead), Int64.max - 1 - min(given, Int64.max - 1))
    let isRaised = try PrimaryKeyTable.raise(number, from: maximum, to: end, writer)
    try writer.run(.commit)
    guard isRaised else { return nil }
    // An empty block has no place behind the greatest number.
    let rest = given == .max ? 0..<0 : (given + 1)..<(end + 1)
    state.withLock { $0.numbers.add(rest, taken: end - max(maximum, last), root) }
    return last + 1
  }

  /// Gives numbers back that were taken ahead, unless others have taken more since, or are writing.
  private func returnNumbers() {
    let leftovers = leftovers
    guard !leftovers.isEmpty, let writer = openedWriter, !writer.isInTransaction else { return }
    sqlite3_busy_timeout(writer.handle, 0)
    // Nothing is wrong with a gap: what fails here is left as it is.
    try? writer.run(.beginImmediate)
    // In another store's file there is nothing to be given back.
    guard writer.isInTransaction, (try? requireIdentityIfNew(writer)) != nil else { return }
    for (root, left) in leftovers {
      guard let number = plan.layout.entities[root]?.number else { continue }
      // A gap, as above.
      _ = try? PrimaryKeyTable.raise(
        number, from: left.upperBound - 1, to: left.lowerBound - 1, writer)
    }
    // Closing the connection takes back what could not be committed.
    try? writer.run(.commit)
  }

  /// Removes external files that this store, or a process that died, has left: of this very file.
  private func removeUnusedFiles() {
    guard let externalFileRemoval, !isReadOnly, file.externalFiles?.list.exists == true,
      (try? file.requireSame(forWriting: true)) != nil,  // else there is nothing to remove
      let writer = try? writer()  // the next one to close the file does it
    else { return }
    externalFileRemoval.runThoroughly(writer)
  }

  package func close() {
    let wasClosed = state.withLock { state in
      defer { state.isClosed = true }
      return state.isClosed
    }
    guard !wasClosed else { return }
    readers.close()
    changeProbe.close()
    returnNumbers()
    removeUnusedFiles()
    // Last, so that SQLite can empty the log.
    openedWriter?.close()
    if isReadOnly { file.removeOwnLog() }
    file.close()
  }
}
#endif
