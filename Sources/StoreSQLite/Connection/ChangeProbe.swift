// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
package import StoreInterface
import Synchronization

/// A connection that does nothing but look whether others have committed: SQLite's counter tells
/// each connection of the commits of all others. Opened when it is first asked.
final class ChangeProbe: Sendable {
  private struct State {
    var connection: Connection?
    var isClosed = false
  }

  private let connect: @Sendable () throws(StoreError) -> Connection
  // Held over one pragma that waits for nobody; only closing the store waits for it.
  private let state = Mutex(State())

  init(connect: @escaping @Sendable () throws(StoreError) -> Connection) {
    self.connect = connect
  }

  /// Returns SQLite's counter of commits by others; nil once the store is closed.
  func count() throws(StoreError) -> UInt64? {
    try state.withLock { (state) throws(StoreError) -> UInt64? in
      guard !state.isClosed else { return nil }
      if state.connection == nil { state.connection = try connect() }
      guard let connection = state.connection else { return nil }
      sqlite3_busy_timeout(connection.handle, 0)
      return try connection.integer("PRAGMA data_version").map { UInt64(bitPattern: $0) }
    }
  }

  func close() {
    let connection = state.withLock { state in
      state.isClosed = true
      defer { state.connection = nil }
      return state.connection
    }
    connection?.close()
  }
}

extension SQLiteStore {
  package func changeCount() throws(StoreError) -> UInt64? { try changeProbe.count() }

  package var writtenFiles: [String] {
    file.isInMemory ? [] : ["", "-wal", "-journal"].map { file.path + $0 }
  }

  package var sharedName: String? { file.path }
}
#endif
