// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// The tables and indexes that a file has.
enum FileSchema {
  /// The columns of each table, all in upper case.
  static func read(_ connection: Connection) throws(StoreError) -> [String: [String]] {
    let statement = try connection.statement(
      "SELECT m.name, p.name FROM sqlite_master m JOIN pragma_table_info(m.name) p "
        + "WHERE m.type = 'table' ORDER BY m.name, p.cid")
    defer { statement.finish() }
    var result: [String: [String]] = [:]
    while try statement.step() {
      guard let table = statement.text(0), let column = statement.text(1) else { continue }
      result[table.uppercased(), default: []].append(column.uppercased())
    }
    return result
  }

  /// The names of all indexes, in upper case: SQLite ignores case in names.
  static func indexes(_ connection: Connection) throws(StoreError) -> Set<String> {
    let statement = try connection.statement("SELECT name FROM sqlite_master WHERE type = 'index'")
    defer { statement.finish() }
    var result = Set<String>()
    while try statement.step() {
      if let name = statement.text(0) { result.insert(name.uppercased()) }
    }
    return result
  }
}
#endif
