// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface
import Synchronization

/// Connections for snapshots. Any number may be out; a few are kept for the next.
final class ReaderPool: Sendable {
  private struct State {
    var idle: [Connection]
    var isClosed = false
  }

  private let kept: Int
  private let connect: @Sendable () throws(StoreError) -> Connection
  private let state: Mutex<State>

  /// - Parameter first: a connection to begin with.
  init(
    kept: Int, first: Connection, connect: @escaping @Sendable () throws(StoreError) -> Connection
  ) {
    self.kept = kept
    self.connect = connect
    state = Mutex(State(idle: [first]))
  }

  func take() throws(StoreError) -> Connection {
    if let connection = state.withLock({ $0.idle.popLast() }) { return connection }
    return try connect()
  }

  /// Takes a connection that is in no transaction; a closed one is left to itself.
  func giveBack(_ connection: Connection) {
    guard !connection.isClosed else { return }
    let isKept = state.withLock { state in
      guard !state.isClosed, state.idle.count < kept else { return false }
      state.idle.append(connection)
      return true
    }
    if !isKept { connection.close() }
  }

  func close() {
    let idle = state.withLock { state in
      state.isClosed = true
      defer { state.idle = [] }
      return state.idle
    }
    for connection in idle { connection.close() }
  }
}
#endif
