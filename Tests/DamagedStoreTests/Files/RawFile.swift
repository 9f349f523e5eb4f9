// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation

/// A file looked at and changed behind the library's back.
enum RawFile {
  static func run(_ sql: String, at url: URL) throws -> Bool {
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    return sqlite3_open(url.path, &handle) == SQLITE_OK
      && sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK
  }

  /// The first column of all rows, as text; nulls are left out.
  static func texts(_ sql: String, at url: URL) -> [String] {
    var handle: OpaquePointer?
    var statement: OpaquePointer?
    defer {
      sqlite3_finalize(statement)
      sqlite3_close_v2(handle)
    }
    guard sqlite3_open(url.path, &handle) == SQLITE_OK,
      sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK
    else { return [] }
    var texts: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      if let text = sqlite3_column_text(statement, 0) { texts.append(String(cString: text)) }
    }
    return texts
  }
}
#endif
