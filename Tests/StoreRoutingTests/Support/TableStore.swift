// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import RowEngine
import StoreInterface
import Synchronization

/// A plain store for tests of what lies above: rows in a dictionary, capabilities as wished, and
/// counts of what has not been ended.
final class TableStore: StoreBackend {
  struct State: Sendable {
    var rows: [ObjectKey: Row] = [:]
    var metadata: StoreMetadata
    var nextNumbers: [Int: Int64] = [:]
    var isWriting = false
    var openSnapshots = 0
    var isClosed = false
    var hasCompanions = false
    /// How often transactions were told to write ahead, and whether the next one cannot.
    var flushes = 0
    var isFull = false
  }

  let schema: StoreSchema
  let capabilities: StoreCapabilities
  let state: Mutex<State>

  init(
    _ schema: StoreSchema, identifier: String = UUID().uuidString,
    capabilities: StoreCapabilities = [.durable]
  ) {
    self.schema = schema
    self.capabilities = capabilities
    state = Mutex(State(metadata: StoreMetadata(identifier: identifier, properties: Data())))
  }

  var metadata: StoreMetadata { state.withLock { $0.metadata } }
  var rows: [ObjectKey: Row] { state.withLock { $0.rows } }
  var isWriting: Bool { state.withLock { $0.isWriting } }
  var openSnapshots: Int { state.withLock { $0.openSnapshots } }

  var hasCompanions: Bool { state.withLock { $0.hasCompanions } }
  var flushes: Int { state.withLock { $0.flushes } }

  func setCompanions(_ hasCompanions: Bool) {
    state.withLock { $0.hasCompanions = hasCompanions }
  }

  func error(_ kind: StoreError.Kind) -> StoreError {
    StoreError(kind, store: "table", message: "A call failed.")
  }

  func beginRead() throws(StoreError) -> any StoreSnapshot {
    let rows = state.withLock { state -> [ObjectKey: Row]? in
      guard !state.isClosed else { return nil }
      state.openSnapshots += 1
      return state.rows
    }
    guard let rows else { throw error(.closed) }
    return TableSnapshot(self, rows)
  }

  func beginWrite() throws(StoreError) -> any StoreTransaction {
    let begun = state.withLock { state -> State? in
      guard !state.isWriting else { return nil }
      state.isWriting = true
      return state
    }
    guard let begun else { throw error(.timeout) }
    return TableTransaction(self, begun)
  }

  func reserveNumbers(_ count: Int, root: Int) throws(StoreError) -> Int64 {
    state.withLock { state in
      let first = state.nextNumbers[root] ?? 1
      state.nextNumbers[root] = first + Int64(count)
      return first
    }
  }

  func statistics() throws(StoreError) -> StoreFigures {
    StoreFigures(entities: [], bytes: 0)
  }

  func close() { state.withLock { $0.isClosed = true } }
}
