// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
import StoreInterface
import Synchronization

/// Removes the external files that rows of one database named before, when nobody can need them.
///
/// Three things must be: what dropped a file is on the disk, or a power failure would bring back the
/// row without it; no transaction of any process sees the row; no row of this process names it. A
/// checkpoint that begins the log anew is the first two: it writes everything out, and fails while
/// somebody reads what is older.
final class ExternalFileRemoval: Sendable {
  private struct State {
    /// The files that committed transactions of this store have dropped.
    var names: Set<String> = []
    /// True if a reader of another process stands in the way: not tried until the next commit.
    var isBlocked = false
  }

  private let files: ExternalFiles
  private let state = Mutex(State())

  init(_ files: ExternalFiles) { self.files = files }

  /// True if it is worth a try after the last snapshot has ended.
  var isPending: Bool { state.withLock { !$0.names.isEmpty && !$0.isBlocked } }

  /// A transaction has been committed.
  func add(_ names: [String]) {
    state.withLock {
      $0.names.formUnion(names)
      $0.isBlocked = false
    }
  }

  /// Removes what can be. Under the writer's lock, outside of transactions; does not wait.
  func run(_ connection: Connection) {
    let names = free(state.withLock { $0.names })
    guard !names.isEmpty else { return }
    guard ExternalFileRemoval.checkpoint(connection) else {
      return state.withLock { $0.isBlocked = true }
    }
    remove(names)
  }

  /// The same for whatever a process that died has left on the list too. Reads the tables.
  func runThoroughly(_ connection: Connection) {
    guard files.list.exists else { return }
    sqlite3_busy_timeout(connection.handle, 0)
    // What fails here is done at another time.
    guard !connection.isInTransaction, (try? connection.run(.beginImmediate)) != nil else { return }
    // No other transaction is under way, so what is on the list is named or of no use.
    let listed = files.list.names
    // Without the names nothing is removed; another time will do.
    let named = try? ExternalReferences.names(connection)
    // A transaction that does not end is seen below.
    try? connection.run(.commit)
    guard let named, !connection.isInTransaction else { return }
    files.list.remove(listed.intersection(named))
    let unused = listed.subtracting(named)
    guard !unused.isEmpty, ExternalFileRemoval.checkpoint(connection) else { return }
    remove(unused)
  }

  /// The rows that name the files may have gone meanwhile, but none has come.
  private func remove(_ names: Set<String>) {
    let names = free(names)
    files.remove(names)
    files.list.remove(names)
    state.withLock { $0.names.subtract(names) }
  }

  private func free(_ names: Set<String>) -> Set<String> {
    names.filter { !ExternalFileUse.isInUse(files.path($0)) }
  }

  /// Empties the log, unless somebody needs it. Without a log every commit has been written out, and
  /// had to wait for all readers.
  private static func checkpoint(_ connection: Connection) -> Bool {
    sqlite3_busy_timeout(connection.handle, 0)
    return sqlite3_wal_checkpoint_v2(
      connection.handle, "main", SQLITE_CHECKPOINT_RESTART, nil, nil) == SQLITE_OK
  }
}
#endif
