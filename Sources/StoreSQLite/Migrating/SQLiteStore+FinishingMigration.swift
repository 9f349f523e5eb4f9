// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
package import StoreInterface
import Synchronization

/// The knowledge of an open store whether a migration has left something for later.
final class DeferredWork: Sendable {
  private let known: Mutex<Bool?>

  init(isThere: Bool?) { known = Mutex(isThere) }

  /// Nil as long as nobody has asked.
  var isThere: Bool? {
    get { known.withLock { $0 } }
    set { known.withLock { $0 = newValue } }
  }
}

/// The clean-up that a migration has left for later (R-PSC-630, R-PSC-631).
extension SQLiteStore {
  package func finishMigration(steps: Int) throws(StoreError) -> Bool {
    for _ in 0..<max(steps, 0) {
      guard try finishFirst() else { return false }
    }
    return hasUnfinishedMigration
  }

  /// Does one task, as a transaction. Returns true if there are more.
  private func finishFirst() throws(StoreError) -> Bool {
    let writer = try beginWriting()
    defer { endWriting() }
    do throws(StoreError) {
      var deferred = try DeferredTasks(writer)
      try deferred.finishFirst(writer)
      try writer.run(.commit)
      deferredWork.isThere = !deferred.tasks.isEmpty
      return !deferred.tasks.isEmpty
    } catch {
      // The first error is the one to report; a transaction left open makes the next writer anew.
      if writer.isInTransaction { try? writer.run(.rollback) }
      throw error
    }
  }

  package var hasUnfinishedMigration: Bool {
    if let known = deferredWork.isThere { return known }
    // What cannot be read now is asked again.
    guard let connection = try? beginReading() else { return false }
    defer { endReading(connection) }
    guard let deferred = try? DeferredTasks(connection) else { return false }
    deferredWork.isThere = !deferred.tasks.isEmpty
    return !deferred.tasks.isEmpty
  }
}
#endif
