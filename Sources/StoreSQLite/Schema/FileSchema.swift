// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import StoreInterface

/// The tables, indexes and triggers that a file has, as of when it was read.
struct FileSchema {
  /// Names in upper case: SQLite ignores case in names.
  private(set) var tables: Set<String> = []
  private(set) var indexes: Set<String> = []
  /// Names as they are.
  private(set) var triggers: [String] = []
  private let connection: Connection

  init(_ connection: Connection) throws(StoreError) {
    self.connection = connection
    let statement = try connection.statement("SELECT type, name FROM sqlite_master")
    defer { statement.finish() }
    while try statement.step() {
      guard let name = statement.text(1) else { continue }
      switch statement.text(0) {
      case "table": tables.insert(name.uppercased())
      case "index": indexes.insert(name.uppercased())
      case "trigger": triggers.append(name)
      default: break
      }
    }
  }

  /// Returns the columns of every index that covers all rows of its table, as
  /// ``TableIndex/shape``. A unique index stands for a plain one too.
  func indexShapes() throws(StoreError) -> Set<String> {
    let statement = try connection.statement(
      "SELECT m.name, i.name, i.\"unique\", x.name, x.\"desc\" FROM sqlite_master m, "
        + "pragma_index_list(m.name) i, pragma_index_xinfo(i.name) x "
        + "WHERE m.type = 'table' AND i.partial = 0 AND x.\"key\" = 1 ORDER BY m.name, i.name, x.seqno"
    )
    defer { statement.finish() }
    var shapes: Set<String> = []
    var index: [String] = []
    var shape = ""
    var isUnique = false
    func add() {
      shapes.insert(shape)
      if isUnique { shapes.insert(shape + " unique") }
    }
    while try statement.step() {
      let table = statement.text(0)?.uppercased() ?? ""
      let next = [table, statement.text(1) ?? ""]
      if next != index {
        add()
        index = next
        shape = table + " "
        isUnique = statement.integer(2) != 0
      }
      // An expression has no name, and is no column of ours.
      shape += (statement.text(3)?.uppercased() ?? "()") + (statement.integer(4) == 0 ? "+" : "-")
    }
    add()
    return shapes
  }

  /// Returns true if Apple's framework made the file: its files carry the compiled model, without a
  /// mark of ours, or are older than that. Nothing is added to them.
  func isForeign() throws(StoreError) -> Bool {
    guard tables.contains("Z_MODELCACHE") else { return true }
    return try ModelCacheTable.isForeign(connection)
  }

  /// True if there are triggers for something else than derived attributes.
  var hasForeignTriggers: Bool { triggers.contains { !$0.hasPrefix("Z_DA_") } }

  /// True if the file has the tables of a history of changes.
  var hasHistory: Bool { tables.contains("ACHANGE") && tables.contains("ATRANSACTION") }

  /// True if the file has, or had, notes.
  var hasNotes: Bool { tables.contains(NotesTable.name) }

  /// Asks what SQLite has read already: no statement is run.
  func has(_ column: String, in table: String) -> Bool {
    connection.hasColumn(column, in: table)
  }

  /// All columns of a table, in upper case and in order.
  func columns(of table: String) throws(StoreError) -> [String] {
    try declarations(of: table).map { $0.name.uppercased() }
  }

  /// All columns of a table with their types, in order.
  func declarations(of table: String) throws(StoreError) -> [(name: String, type: String)] {
    let statement = try connection.statement(
      "SELECT name, type FROM pragma_table_info(?) ORDER BY cid")
    defer { statement.finish() }
    statement.bind(text: table, 1)
    var result: [(name: String, type: String)] = []
    while try statement.step() {
      if let name = statement.text(0) { result.append((name, statement.text(1) ?? "")) }
    }
    return result
  }
}

extension Connection {
  /// Returns true if a table of the file has a column, as of the schema that SQLite has read: no
  /// statement is run.
  func hasColumn(_ column: String, in table: String) -> Bool {
    sqlite3_table_column_metadata(handle, "main", table, column, nil, nil, nil, nil, nil)
      == SQLITE_OK
  }
}
#endif
