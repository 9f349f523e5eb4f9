// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// The R-trees that Apple's framework keeps beside a table for a fetch index of that kind: a virtual table
/// with columns `X_MIN` and `X_MAX` for a column `X`, and triggers of the table that fill it (R-MOD-176).
///
/// Nothing here reads them. One whose table and columns stay is filled anew, since triggers do not run in a
/// migration; one that has lost a column goes, or its triggers would refuse every change of the table.
struct SpatialIndexMigration {
  private struct Index {
    let name: String
    let table: String
    let triggers: [String]
    /// Columns of the table.
    let columns: [String]
  }

  private let connection: Connection
  private var kept: [Index] = []

  /// Removes the R-trees that cannot stay.
  init(_ connection: Connection, altered: [TableAlteration]) throws(StoreError) {
    self.connection = connection
    let names = try names()
    for name in names {
      let index = try index(name, among: names)
      if stays(index, altered) { kept.append(index) } else { try remove(index) }
    }
  }

  /// Fills those that stay with what the table has now.
  func fill() throws(StoreError) {
    for index in kept {
      let columns = index.columns.flatMap { [$0 + "_MIN", $0 + "_MAX"] }.map { "\(SQLName($0))" }
      let values = index.columns.flatMap { [$0, $0] }.map { "\(SQLName($0))" }
      let present = index.columns.map { "\(SQLName($0)) NOT NULL" }
      try connection.execute(
        "DELETE FROM \(SQLName(index.name)); INSERT INTO \(SQLName(index.name)) "
          + "(Z_PK, \(columns.joined(separator: ", "))) "
          + "SELECT Z_PK, \(values.joined(separator: ", ")) FROM \(SQLName(index.table)) "
          + "WHERE \(present.joined(separator: " AND "))")
    }
  }

  // MARK: - What there is

  private func names() throws(StoreError) -> [String] {
    try texts(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'Z\\_%' ESCAPE '\\' "
        + "AND sql LIKE 'CREATE VIRTUAL TABLE % USING RTREE%'")
  }

  private func index(_ name: String, among names: [String]) throws(StoreError) -> Index {
    // One name may begin with another.
    let longer = names.filter { $0.count > name.count }
    let triggers = try texts("SELECT name FROM sqlite_master WHERE type = 'trigger'").filter {
      trigger in
      trigger.hasPrefix(name + "_") && !longer.contains { trigger.hasPrefix($0 + "_") }
    }
    let owner = triggers.first.map { SQLLiteral.text($0) } ?? "NULL"
    let columns = try texts("SELECT name FROM pragma_table_info(\(SQLLiteral.text(name)))")
    return Index(
      name: name,
      table: try texts("SELECT tbl_name FROM sqlite_master WHERE name = \(owner)").first ?? "",
      triggers: triggers,
      columns: columns.filter { $0.hasSuffix("_MIN") }.map { String($0.dropLast(4)) })
  }

  private func texts(_ sql: String) throws(StoreError) -> [String] {
    let statement = try connection.statement(sql)
    defer { statement.finish() }
    var result: [String] = []
    while try statement.step() { result.append(statement.text(0) ?? "") }
    return result
  }

  // MARK: - What becomes of it

  private func stays(_ index: Index, _ altered: [TableAlteration]) -> Bool {
    guard !index.columns.isEmpty,
      let table = altered.first(where: { $0.migration.old.name == index.table }),
      table.migration.new.name == index.table
    else { return false }
    return index.columns.allSatisfy { table.bases[$0] == $0 }
  }

  private func remove(_ index: Index) throws(StoreError) {
    for trigger in index.triggers { try connection.execute("DROP TRIGGER \(SQLName(trigger))") }
    try connection.execute("DROP TABLE \(SQLName(index.name))")
  }
}
#endif
