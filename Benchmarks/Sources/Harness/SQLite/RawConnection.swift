// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation
import RawSQLite
import SQLiteTuning

/// A connection to SQLite at its defaults, or tuned, closed by `close`. Nothing but direct calls.
package final class RawConnection {
  private var handle: OpaquePointer?

  package init(_ file: URL, isTuned: Bool = false) throws {
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | (isTuned ? SQLITE_OPEN_NOMUTEX : 0)
    guard sqlite3_open_v2(file.path, &handle, flags, nil) == SQLITE_OK else {
      throw BenchmarkFailure("SQLite cannot open \(file.path).")
    }
    // A connection's setting, unlike the journal's mode, which the file keeps.
    try run("PRAGMA synchronous = NORMAL")
    if isTuned { try run(SQLiteTuning.pragmas) }
  }

  package func close() {
    sqlite3_close(handle)
    handle = nil
  }

  package func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
  }

  package func prepare(_ sql: String) throws -> RawStatement {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw failure(sql)
    }
    return RawStatement(handle: statement)
  }

  /// The only value of a query.
  package func integer(_ sql: String) throws -> Int64 {
    let statement = try prepare(sql)
    defer { statement.finalize() }
    guard statement.step() else { throw failure(sql) }
    return statement.integer(0)
  }

  private func failure(_ sql: String) -> BenchmarkFailure {
    BenchmarkFailure("SQLite: \(String(cString: sqlite3_errmsg(handle))) in \(sql)")
  }
}
