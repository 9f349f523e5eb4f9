// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import RowEngine
package import StoreInterface
import Synchronization

/// A store that lives in memory and vanishes when it is closed: the reference implementation.
///
/// Snapshots share one immutable state with the store and with each other; a transaction works on
/// a copy that shares what it does not touch (R-PSC-856). Readers never wait.
// Sendable: shared state is behind a mutex; the assembler is used by the one open transaction.
package final class MemoryStore: StoreBackend, @unchecked Sendable {
  private struct Shared {
    var published: PublishedState
    var isClosed = false
    /// The next number of each hierarchy, by root entity.
    var nextNumbers: [Int: Int64] = [:]
  }

  package let capabilities: StoreCapabilities
  let schema: StoreSchema
  let uniqueness: UniquenessCheck
  /// Where rows are copied to; belongs to the open transaction.
  let assembler = RowAssembler()
  private let name: String
  private let isReadOnly: Bool
  private let writer: TransactionLock
  private let shared: Mutex<Shared>

  /// Makes an empty store. Never reads or writes the configuration's URL. Does not throw today.
  package static func open(_ configuration: StoreConfiguration) throws(StoreError) -> MemoryStore {
    MemoryStore(configuration)
  }

  private init(_ configuration: StoreConfiguration) {
    schema = configuration.schema
    let common: StoreCapabilities = [
      .concurrentReaders, .readOnlyOpening, .keepableSnapshots, .engine,
    ]
    capabilities = configuration.history == .recorded ? common.union(.history) : common
    uniqueness = UniquenessCheck(configuration.schema)
    name = configuration.url?.path ?? "InMemory"
    isReadOnly = configuration.isReadOnly
    writer = TransactionLock(timeout: configuration.timeout)
    let state = MemoryState(
      StateLayout(configuration.schema), metadata: configuration.newMetadata)
    shared = Mutex(Shared(published: PublishedState(state)))
  }

  func error(_ kind: StoreError.Kind, _ message: String) -> StoreError {
    StoreError(kind, store: name, message: message)
  }

  package var metadata: StoreMetadata { shared.withLock { $0.published }.state.metadata }

  // MARK: - Reading

  package func beginRead() throws(StoreError) -> any StoreSnapshot {
    MemorySnapshot(self, try published())
  }

  private func published() throws(StoreError) -> PublishedState {
    guard let published = shared.withLock({ $0.isClosed ? nil : $0.published }) else {
      throw error(.closed, "The store is closed.")
    }
    return published
  }

  package func statistics() throws(StoreError) -> StoreFigures {
    let state = try published().state
    let next = shared.withLock { $0.nextNumbers }
    let entities = schema.entities.map { entity in
      StoreFigures.Entity(
        entity: entity.index, rows: state.count(entity.index),
        nextNumber: next[entity.root] ?? 1)
    }
    return StoreFigures(entities: entities, bytes: 0)
  }

  // MARK: - Writing

  package func beginWrite() throws(StoreError) -> any StoreTransaction {
    _ = try published()
    guard !isReadOnly else { throw error(.readOnly, "The store was opened read-only.") }
    guard writer.lock() else {
      throw error(.timeout, "Another transaction did not end in time.")
    }
    do throws(StoreError) {
      return MemoryTransaction(self, try published().successor)
    } catch {
      writer.unlock()
      throw error
    }
  }

  /// Ends the open transaction; a state given becomes what everybody sees from now on.
  func endWrite(publishing box: StateBox?) {
    if let box {
      let published = PublishedState(box.state)
      shared.withLock { $0.published = published }
    }
    writer.unlock()
  }

  package func reserveNumbers(_ count: Int, root: Int) throws(StoreError) -> Int64 {
    _ = try published()
    guard !isReadOnly else { throw error(.readOnly, "The store was opened read-only.") }
    let first: Int64? = shared.withLock { shared in
      let first = shared.nextNumbers[root] ?? 1
      let (next, overflow) = first.addingReportingOverflow(Int64(count))
      guard !overflow else { return nil }
      shared.nextNumbers[root] = next
      return first
    }
    guard let first else {
      let entity = schema.entities[root].name
      throw error(.numbersExhausted, "The numbers of \(entity) have reached their end.")
    }
    return first
  }

  package func close() {
    shared.withLock { shared in
      guard !shared.isClosed else { return }
      shared.isClosed = true
      let state = shared.published.state
      shared.published = PublishedState(MemoryState(state.layout, metadata: state.metadata))
    }
  }
}
