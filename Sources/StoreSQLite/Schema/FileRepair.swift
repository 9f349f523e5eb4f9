// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import StoreInterface

/// What an existing file may lack without being damaged: indexes, counters that are high enough,
/// and the removal of external files that nothing names.
struct FileRepair {
  private let layout: StoreLayout
  private let connection: Connection

  init(_ layout: StoreLayout, _ connection: Connection) {
    self.layout = layout
    self.connection = connection
  }

  /// - Parameters:
  ///   - indexes: the names of those there are, in upper case.
  ///   - entries: the counters.
  func isNeeded(
    indexes: Set<String>, entries: [String: PrimaryKeyTable.Entry]
  ) throws(StoreError) -> Bool {
    let missing = SchemaWriter(layout: layout).indexStatements.contains {
      !indexes.contains($0.name.uppercased())
    }
    if missing { return true }
    if try !raisedCounters(entries).isEmpty { return true }
    return try !orphans().isEmpty
  }

  /// Inside a write transaction. Returns whether every constraint has its index.
  func run() throws(StoreError) -> Bool {
    let isComplete = try createIndexes()
    for (number, old, new) in try raisedCounters(try PrimaryKeyTable.entries(connection)) {
      _ = try PrimaryKeyTable.raise(number, from: old, to: new, connection)
    }
    connection.externalFiles?.remove(try orphans())
    return isComplete
  }

  private func createIndexes() throws(StoreError) -> Bool {
    let existing = try FileSchema(connection).indexes
    var isComplete = true
    for index in SchemaWriter(layout: layout).indexStatements
    where !existing.contains(index.name.uppercased()) {
      do { try connection.execute(index.sql) } catch {
        guard let code = error.engineCode, code & 0xFF == SQLITE_CONSTRAINT else { throw error }
        // Rows that are there break the constraint: it is checked by query from now on.
        isComplete = false
      }
    }
    return isComplete
  }

  /// Counters that rows have outrun, in a damaged or foreign file.
  private func raisedCounters(
    _ entries: [String: PrimaryKeyTable.Entry]
  ) throws(StoreError) -> [(number: Int64, old: Int64, new: Int64)] {
    var result: [(number: Int64, old: Int64, new: Int64)] = []
    for table in layout.tables {
      guard let entry = entries[layout.schema.entities[table.root].name] else { continue }
      let highest = try connection.integer("SELECT MAX(Z_PK) FROM \(SQLName(table.name))") ?? 0
      if highest > entry.maximum { result.append((entry.number, entry.maximum, highest)) }
    }
    return result
  }

  // MARK: - External files

  private var externalColumns: [(table: String, column: String)] {
    layout.schema.entities.flatMap { entity -> [(table: String, column: String)] in
      guard let place = layout.entities[entity.index] else { return [] }
      return zip(entity.attributes, place.attributes).filter {
        $0.0.allowsExternalStorage && $0.0.declaredBy == entity.index
      }.map { (layout.tables[place.table].name, $0.1) }
    }
  }

  /// All writers write their files under the write lock, so what no row names under it is an orphan.
  private func orphans() throws(StoreError) -> [String] {
    let columns = externalColumns
    guard !columns.isEmpty else { return [] }
    let candidates = connection.externalFiles?.names ?? []
    guard !candidates.isEmpty else { return [] }
    var named = Set<String>()
    for (table, column) in columns {
      let statement = try connection.statement(
        "SELECT \(SQLName(column)) FROM \(SQLName(table)) "
          + "WHERE substr(\(SQLName(column)), 1, 1) = x'02'")
      defer { statement.finish() }
      while try statement.step() {
        if let name = ExternalFiles.fileName(statement.bytes(0)) { named.insert(name) }
      }
    }
    return candidates.filter { !named.contains($0) }
  }
}
#endif
