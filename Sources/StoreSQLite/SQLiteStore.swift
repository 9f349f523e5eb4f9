// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
package import StoreInterface
import Synchronization

/// A store in an SQLite file that is laid out as Apple's Core Data lays it out.
///
/// One connection writes, others read; readers never wait for the writer. Other processes and other
/// stores of this process may have the file open.
package final class SQLiteStore: StoreBackend {
  private struct State {
    var metadata: StoreMetadata
    var isClosed = false
    /// Numbers reserved and not yet given out, by root entity.
    var blocks: [Int: Range<Int64>] = [:]
    /// Snapshots that may still need files that a commit made obsolete.
    var snapshots = 0
    var obsoleteFiles: [String] = []
  }

  package let capabilities: StoreCapabilities
  let plan: StorePlan
  let isUniquenessIndexed: Bool
  private let file: DatabaseFile
  /// Made for the first transaction; used under the writer's lock.
  private nonisolated(unsafe) var openedWriter: Connection?
  private let pragmas: Pragmas
  private let writerLock: WriterLock
  private let readers: ReaderPool
  private let isReadOnly: Bool
  private let numberBlockSize: Int
  private let state: Mutex<State>

  init(_ opened: OpenedFile, _ configuration: StoreConfiguration) {
    plan = StorePlan(layout: opened.layout, store: opened.file.name)
    file = opened.file
    isReadOnly = configuration.isReadOnly
    isUniquenessIndexed = opened.isUniquenessIndexed
    numberBlockSize = max(configuration.numberBlockSize, 1)
    writerLock = WriterLock(timeout: configuration.timeout)
    let file = opened.file
    let pragmas = Pragmas(configuration)
    self.pragmas = pragmas
    readers = ReaderPool(kept: 4, first: opened.connection) { () throws(StoreError) in
      let connection = try file.connect(isReadOnly: configuration.isReadOnly)
      try pragmas.apply(to: connection, as: .reader)
      return connection
    }
    state = Mutex(State(metadata: opened.metadata))
    let shared: StoreCapabilities = [.concurrentReaders, .sqlNullSemantics]
    capabilities =
      file.isInMemory
      ? shared : shared.union([.durable, .multiProcess, .readOnlyOpening])
  }

  deinit { close() }

  package var metadata: StoreMetadata { state.withLock { $0.metadata } }

  func setMetadata(_ metadata: StoreMetadata) { state.withLock { $0.metadata = metadata } }

  private func checkOpen() throws(StoreError) {
    guard !state.withLock({ $0.isClosed }) else {
      throw StoreError(.closed, store: plan.store, message: "the store has been closed")
    }
  }

  // MARK: - Reading

  package func beginRead() throws(StoreError) -> any StoreSnapshot {
    try checkOpen()
    let connection = try readers.take()
    do {
      try connection.run(.begin)
      // The first read fixes what the transaction sees.
      _ = try connection.integer("SELECT Z_VERSION FROM Z_METADATA LIMIT 1")
    } catch {
      connection.close()
      throw error
    }
    state.withLock { $0.snapshots += 1 }
    return SQLiteSnapshot(plan, connection: connection) { [self] in endReading($0) }
  }

  private func endReading(_ connection: Connection) {
    // A transaction that only read has nothing to lose; one that cannot end is of no more use.
    do { try connection.run(.commit) } catch { connection.close() }
    readers.giveBack(connection)
    let obsolete = state.withLock { state in
      state.snapshots -= 1
      guard state.snapshots == 0 else { return [String]() }
      defer { state.obsoleteFiles = [] }
      return state.obsoleteFiles
    }
    if !obsolete.isEmpty { file.externalFiles?.remove(obsolete) }
  }

  /// Removes files that no row names any more, once no snapshot can see such a row.
  func removeObsolete(_ names: [String]) {
    let isFree = state.withLock { state in
      if state.snapshots > 0 { state.obsoleteFiles += names }
      return state.snapshots == 0
    }
    if isFree { file.externalFiles?.remove(names) }
  }

  package func statistics() throws(StoreError) -> StoreStatistics {
    let snapshot = try beginRead()
    defer { snapshot.end() }
    guard let snapshot = snapshot as? SQLiteSnapshot else {
      return StoreStatistics(entities: [], bytes: 0)
    }
    let blocks = state.withLock { $0.blocks }
    return StoreStatistics(
      entities: try Statistics.entities(plan, try snapshot.connection(), blocks: blocks),
      bytes: file.byteCount)
  }

  // MARK: - Writing

  package func beginWrite() throws(StoreError) -> any StoreTransaction {
    try beginWriting()
    return SQLiteTransaction(self, try writer())
  }

  /// The writing connection. Only under the writer's lock.
  private func writer() throws(StoreError) -> Connection {
    if let openedWriter { return openedWriter }
    let connection = try file.connect(isReadOnly: false)
    do { try pragmas.apply(to: connection, as: .writer) } catch {
      connection.close()
      throw error
    }
    openedWriter = connection
    return connection
  }

  /// Takes the writing connection and the file's write lock.
  private func beginWriting() throws(StoreError) {
    try checkOpen()
    guard !isReadOnly else {
      throw StoreError(.readOnly, store: plan.store, message: "the store was opened for reading")
    }
    try writerLock.lock(plan.store)
    do {
      try checkOpen()
      try writer().run(.beginImmediate)
    } catch {
      writerLock.unlock()
      throw error
    }
  }

  func endWriting() { writerLock.unlock() }

  package func reserveNumbers(_ count: Int, root: Int) throws(StoreError) -> Int64 {
    if let first = takeFromBlock(count, root) { return first }
    guard let number = plan.layout.entities[root]?.number else {
      let name = plan.schema.entities[root].name
      throw StoreError(
        .engine, store: plan.store, message: "the store does not hold the entity \(name)")
    }
    let size = max(count, numberBlockSize)
    let first = try reserve(size, number, root)
    if size > count {
      state.withLock { $0.blocks[root] = (first + Int64(count))..<(first + Int64(size)) }
    }
    return first
  }

  private func takeFromBlock(_ count: Int, _ root: Int) -> Int64? {
    guard numberBlockSize > 1 else { return nil }
    return state.withLock { state in
      guard !state.isClosed, let block = state.blocks[root], block.count >= count else {
        return nil
      }
      state.blocks[root] = (block.lowerBound + Int64(count))..<block.upperBound
      return block.lowerBound
    }
  }

  private func reserve(_ count: Int, _ number: Int64, _ root: Int) throws(StoreError) -> Int64 {
    while true {
      try beginWriting()
      defer { endWriting() }
      let writer = try writer()
      do throws(StoreError) {
        let maximum = try PrimaryKeyTable.maximum(number, writer)
        guard count <= Int64.max - max(maximum, 0) else {
          let name = plan.schema.entities[root].name
          throw StoreError(
            .numbersExhausted, store: plan.store,
            message: "there are no \(count) numbers left for objects of \(name)")
        }
        let isRaised = try PrimaryKeyTable.raise(
          number, from: maximum, to: maximum + Int64(count), writer)
        try writer.run(.commit)
        if isRaised { return maximum + 1 }
      } catch {
        if writer.isInTransaction { try? writer.run(.rollback) }
        throw error
      }
    }
  }

  package func close() {
    let wasClosed = state.withLock { state in
      defer { state.isClosed = true }
      return state.isClosed
    }
    guard !wasClosed else { return }
    readers.close()
    // Last, so that SQLite can empty and remove the log.
    openedWriter?.close()
    if isReadOnly { file.removeOwnLog() }
    file.close()
  }
}
#endif
