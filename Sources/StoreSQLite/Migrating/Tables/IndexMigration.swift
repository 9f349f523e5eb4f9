// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import StoreInterface

/// The indexes of a migrated file: those that the destination demands, and of those that were there what
/// is still right.
struct IndexMigration {
  /// An index that the file has.
  private struct Existing {
    let name: String
    let isUnique: Bool
    /// The statement that made it, if it is for some of the rows only.
    let partial: String?
    /// Nil for an expression.
    var elements: [(column: String?, isDescending: Bool)]
  }

  private let connection: Connection
  private let wanted: [TableIndex]
  private let schema: StoreSchema
  /// The names that the source's model gives.
  private let former: Set<String>

  init(_ layouts: MigrationLayouts, _ connection: Connection) {
    self.connection = connection
    wanted = SchemaWriter(layout: layouts.destination).indexes
    schema = layouts.mapping.destination
    former = Set(SchemaWriter(layout: layouts.source).indexes.map { $0.name.uppercased() })
  }

  /// A table that stays, and what becomes of its columns: nil for those that go.
  struct Change {
    let table: String
    let newTable: String
    /// By name in upper case.
    var columns: [String: String?]
    /// Columns that rows get other values in, in upper case.
    var changed: Set<String> = []
    /// True if all rows get other values: an index is made anew then, which is faster.
    var isWhole = false

    fileprivate func name(of column: String) -> String? {
      columns[column.uppercased(), default: column]
    }

    fileprivate var isNone: Bool { table == newTable && columns.isEmpty && changed.isEmpty }
  }

  // MARK: - Before

  /// Removes the indexes of a table that will not be right, or are in the way.
  func removeObsolete(_ change: Change) throws(StoreError) {
    let shapes = Set(wanted.filter(\.scope.isEmpty).map(\.shape))
    for index in try existing(change.table) where !stays(index, after: change, among: shapes) {
      try connection.execute("DROP INDEX \(SQLName(index.name))")
    }
  }

  private func stays(_ index: Existing, after change: Change, among shapes: Set<String>) -> Bool {
    let columns = index.elements.map { element in
      (element.column, element.column.flatMap(change.name))
    }
    // Conditions speak of entity numbers.
    if let sql = index.partial { return change.isNone && wanted.contains { $0.sql == sql } }
    if columns.contains(where: { $0.0 != nil && $0.1 == nil }) { return false }
    let isChanged = columns.contains {
      $0.0.map { change.changed.contains($0.uppercased()) } ?? true
    }
    if isChanged, index.isUnique || change.isWhole { return false }
    let terms = zip(columns, index.elements).map { column, element in
      (column.1?.uppercased() ?? "()") + (element.isDescending ? "-" : "+")
    }
    let shape =
      "\(change.newTable.uppercased()) \(terms.joined())\(index.isUnique ? " unique" : "")"
    if shapes.contains(shape) { return true }
    return !index.isUnique && !former.contains(index.name.uppercased())
  }

  private func existing(_ table: String) throws(StoreError) -> [Existing] {
    let statement = try connection.statement(
      "SELECT i.name, i.\"unique\", "
        + "CASE WHEN i.partial THEN m.sql END, x.name, x.\"desc\" FROM pragma_index_list(?1) i "
        + "JOIN sqlite_master m ON m.type = 'index' AND m.name = i.name, "
        + "pragma_index_xinfo(i.name) x WHERE i.origin = 'c' AND x.\"key\" = 1 "
        + "ORDER BY i.name, x.seqno")
    defer { statement.finish() }
    statement.bind(text: table, 1)
    var result: [Existing] = []
    while try statement.step() {
      let name = statement.text(0) ?? ""
      if result.last?.name != name {
        result.append(
          Existing(
            name: name, isUnique: statement.integer(1) != 0, partial: statement.text(2),
            elements: []))
      }
      result[result.count - 1].elements.append((statement.text(3), statement.integer(4) != 0))
    }
    return result
  }

  // MARK: - After

  /// Makes what is missing. One of the same columns stands for another of any name; a name that is taken by
  /// an index of other columns is taken from it.
  func make() throws(StoreError) {
    var missing = wanted
    while true {
      let present = try names()
      let shapes = try FileSchema(connection).indexShapes()
      missing = wanted.filter { index in
        // What has a condition and is still there is right.
        index.scope.isEmpty
          ? !shapes.contains(index.shape) : present[index.name.uppercased()] == nil
      }
      let obstacles = missing.compactMap { present[$0.name.uppercased()] }
      if obstacles.isEmpty { break }
      for name in obstacles { try connection.execute("DROP INDEX \(SQLName(name))") }
    }
    for index in missing { try make(index) }
  }

  private func names() throws(StoreError) -> [String: String] {
    let statement = try connection.statement("SELECT name FROM sqlite_master WHERE type = 'index'")
    defer { statement.finish() }
    var names: [String: String] = [:]
    while try statement.step() {
      if let name = statement.text(0) { names[name.uppercased()] = name }
    }
    return names
  }

  private func make(_ index: TableIndex) throws(StoreError) {
    do { try connection.execute(index.sql) } catch {
      guard let code = error.engineCode, code & 0xFF == SQLITE_CONSTRAINT else { throw error }
      throw duplicates(index)
    }
  }

  private func duplicates(_ index: TableIndex) -> StoreError {
    for entity in schema.entities {
      for constraint in entity.constraints where constraint.declaredBy == entity.index {
        let names = constraint.columns.map { SchemaWriter.name(of: $0, in: entity) }
        guard index.name == "Z_\(entity.name)_UNIQUE_\(names.joined(separator: "_"))" else {
          continue
        }
        return StoreError(
          .duplicates, store: connection.store,
          message: "several objects of \(entity.name) have the same values of "
            + "\(names.joined(separator: ", ")), which the new version does not allow")
      }
    }
    return StoreError(
      .duplicates, store: connection.store,
      message: "rows of \(index.table) have the same values, which \(index.name) does not allow")
  }
}
#endif
