// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// The tables and indexes that a file has, and the table of its entities.
struct FileSchema {
  /// The columns of each table, all in upper case.
  var tables: [String: [String]] = [:]
  /// Names of indexes in upper case: SQLite ignores case in names.
  var indexes: Set<String> = []

  init(_ connection: Connection) throws(StoreError) {
    let statement = try connection.statement(
      "SELECT m.type, m.name, p.name FROM sqlite_master m "
        + "LEFT JOIN pragma_table_info(m.name) p ON m.type = 'table' "
        + "WHERE m.type IN ('table', 'index')")
    defer { statement.finish() }
    while try statement.step() {
      guard let name = statement.text(1)?.uppercased() else { continue }
      if statement.text(0) == "index" {
        indexes.insert(name)
      } else if let column = statement.text(2) {
        tables[name, default: []].append(column.uppercased())
      }
    }
  }
}
#endif
