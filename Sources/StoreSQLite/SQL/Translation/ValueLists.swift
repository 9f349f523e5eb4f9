// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// Long lists of values, in a temporary table of the connection while a query runs.
enum ValueLists {
  static let table = "temp.OCD_VALUES"

  static func fill(_ lists: [[SQLValue]], on connection: Connection) throws(StoreError) {
    guard !lists.isEmpty else { return }
    try connection.execute(
      "CREATE TEMP TABLE IF NOT EXISTS OCD_VALUES "
        + "(Z_LIST INTEGER, Z_VALUE, PRIMARY KEY (Z_LIST, Z_VALUE)) WITHOUT ROWID; "
        + "DELETE FROM temp.OCD_VALUES")
    let insert = try connection.statement(
      "INSERT OR IGNORE INTO \(table) (Z_LIST, Z_VALUE) VALUES (?, ?)")
    defer { insert.finish() }
    for (index, list) in lists.enumerated() {
      insert.bind(index + 1, 1)
      for value in list {
        insert.bind(value, 2)
        try insert.run()
      }
    }
  }
}
#endif
