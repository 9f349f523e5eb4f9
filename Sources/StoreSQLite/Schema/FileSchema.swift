// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import StoreInterface

/// The tables and indexes that a file has, as of when it was read.
struct FileSchema {
  /// Names in upper case: SQLite ignores case in names.
  private(set) var tables: Set<String> = []
  private(set) var indexes: Set<String> = []
  private let connection: Connection

  init(_ connection: Connection) throws(StoreError) {
    self.connection = connection
    let statement = try connection.statement("SELECT type, name FROM sqlite_master")
    defer { statement.finish() }
    while try statement.step() {
      guard let name = statement.text(1)?.uppercased() else { continue }
      switch statement.text(0) {
      case "table": tables.insert(name)
      case "index": indexes.insert(name)
      default: break
      }
    }
  }

  /// Asks what SQLite has read already: no statement is run.
  func has(_ column: String, in table: String) -> Bool {
    sqlite3_table_column_metadata(connection.handle, "main", table, column, nil, nil, nil, nil, nil)
      == SQLITE_OK
  }

  /// All columns of a table, in upper case and in order.
  func columns(of table: String) throws(StoreError) -> [String] {
    let statement = try connection.statement("SELECT name FROM pragma_table_info(?) ORDER BY cid")
    defer { statement.finish() }
    statement.bind(text: table, 1)
    var result: [String] = []
    while try statement.step() {
      if let name = statement.text(0) { result.append(name.uppercased()) }
    }
    return result
  }
}
#endif
