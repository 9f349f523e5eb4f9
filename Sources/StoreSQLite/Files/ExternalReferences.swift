// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// The external files that a database names, whatever its model.
enum ExternalReferences {
  /// Reads every row with binary data; of the data itself only what has the length of a name.
  static func names(_ connection: Connection) throws(StoreError) -> Set<String> {
    var names = Set<String>()
    for (table, column) in try columns(connection) {
      let (table, column) = (SQLName(table), SQLName(column))
      let statement = try connection.statement(
        "SELECT \(column) FROM \(table) WHERE typeof(\(column)) = 'blob' "
          + "AND length(\(column)) BETWEEN 37 AND 38")
      defer { statement.finish() }
      while try statement.step() {
        if let name = ExternalFiles.fileName(statement.bytes(0)) { names.insert(name) }
      }
    }
    return names
  }

  private static func columns(
    _ connection: Connection
  ) throws(StoreError) -> [(table: String, column: String)] {
    let statement = try connection.statement(
      "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c "
        + "WHERE m.type = 'table' AND m.name LIKE 'Z%' AND upper(c.type) = 'BLOB'")
    defer { statement.finish() }
    var columns: [(table: String, column: String)] = []
    while try statement.step() {
      if let table = statement.text(0), let column = statement.text(1) {
        columns.append((table, column))
      }
    }
    return columns
  }
}
#endif
