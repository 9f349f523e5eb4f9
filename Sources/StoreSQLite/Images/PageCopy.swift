// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
import StoreInterface

/// SQLite's copying of one database into another, page by page.
final class PageCopy {
  private let store: String
  private let output: Connection
  private var handle: OpaquePointer?
  /// Pages copied, and pages there are, after the last step.
  private(set) var done = 0
  private(set) var total = 0
  /// How often the copy had to begin anew, because somebody had committed between two steps.
  private(set) var restarts = 0

  init(from source: Connection, to output: Connection) throws(StoreError) {
    store = source.store
    self.output = output
    handle = sqlite3_backup_init(output.handle, "main", source.handle, "main")
    guard handle != nil else { throw output.error("cannot begin a copy of \(store)") }
  }

  deinit { abandon() }

  /// Takes the lock of the output, which it keeps to the end. Both databases stay as they are.
  func lockOutput() throws(StoreError) {
    let code = sqlite3_backup_step(handle, 0)
    guard code == SQLITE_OK else {
      throw ResultCode.error(code, store: output.store, doing: "cannot be written over")
    }
  }

  /// Copies some pages; false when none are left.
  func step(_ pages: Int) throws(StoreError) -> Bool {
    // The source's busy handler waits for locks.
    let code = sqlite3_backup_step(handle, Int32(clamping: max(pages, 1)))
    guard code == SQLITE_OK || code == SQLITE_DONE else { throw failure(code) }
    count()
    return code == SQLITE_OK
  }

  private func count() {
    total = Int(sqlite3_backup_pagecount(handle))
    let now = total - Int(sqlite3_backup_remaining(handle))
    if now <= done, done > 0, now < total { restarts += 1 }
    done = now
  }

  /// Ends a copy that is complete.
  func finish() throws(StoreError) {
    let code = sqlite3_backup_finish(handle)
    handle = nil
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Ends a copy that is of no use any more; without effect on a finished one.
  func abandon() {
    guard let handle else { return }
    self.handle = nil
    sqlite3_backup_finish(handle)
  }

  private func failure(_ code: Int32) -> StoreError {
    ResultCode.error(code, store: store, doing: "cannot be copied to \(output.store)")
  }
}
#endif
