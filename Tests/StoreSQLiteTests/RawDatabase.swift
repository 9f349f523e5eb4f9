// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation

/// SQLite without the store, to look at files and to tamper with them.
final class RawDatabase {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let handle: OpaquePointer

  init(_ url: URL) throws {
    var handle: OpaquePointer?
    guard sqlite3_open(url.path, &handle) == SQLITE_OK, let handle else {
      throw Failure(description: "cannot open \(url.path)")
    }
    self.handle = handle
  }

  deinit { sqlite3_close_v2(handle) }

  func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw Failure(description: String(cString: sqlite3_errmsg(handle)))
    }
  }

  /// All rows, columns as text separated by `|`, nulls as `NULL`.
  func rows(_ sql: String) throws -> [String] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
      throw Failure(description: String(cString: sqlite3_errmsg(handle)))
    }
    defer { sqlite3_finalize(statement) }
    var result: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      let columns = (0..<sqlite3_column_count(statement)).map { column in
        sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "NULL"
      }
      result.append(columns.joined(separator: "|"))
    }
    return result
  }

  /// The statements that made the tables and indexes of the model, in order of their creation.
  func statements(of tables: [String]) throws -> [String] {
    let names = tables.map { "'\($0)'" }.joined(separator: ", ")
    return try rows(
      "SELECT sql FROM sqlite_master WHERE tbl_name IN (\(names)) AND sql IS NOT NULL "
        + "ORDER BY type = 'index', rowid")
  }
}
#endif
