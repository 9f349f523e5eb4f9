// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation

/// SQLite without the library, to look at files and to change them.
enum StatementRows {
  struct Failure: Error { let message: String }

  /// Runs one statement; the columns of each row as text divided by `|`.
  @discardableResult
  static func run(_ sql: String, in url: URL) throws -> [String] {
    var handle: OpaquePointer?
    guard sqlite3_open(url.path, &handle) == SQLITE_OK else { throw Failure(message: url.path) }
    defer { sqlite3_close_v2(handle) }
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
      throw Failure(message: String(cString: sqlite3_errmsg(handle)))
    }
    defer { sqlite3_finalize(statement) }
    var rows: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      let columns = (0..<sqlite3_column_count(statement)).map { column in
        sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "NULL"
      }
      rows.append(columns.joined(separator: "|"))
    }
    return rows
  }

  /// The statements of the triggers of a file, by name.
  static func triggers(in url: URL) throws -> [String] {
    try run("SELECT sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name", in: url)
  }
}
#endif
