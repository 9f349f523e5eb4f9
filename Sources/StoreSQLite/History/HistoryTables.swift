// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// The tables of a history, as Apple's framework makes them (R-REQ-160…164): transactions, changes,
/// and texts that many transactions have.
struct HistoryTables {
  /// The number of a table in `Z_PRIMARYKEY`, which counts its rows there.
  enum Number: Int64, CaseIterable {
    case change = 16_001
    case transaction = 16_002
    case text = 16_003

    var name: String {
      switch self {
      case .change: "CHANGE"
      case .transaction: "TRANSACTION"
      case .text: "TRANSACTIONSTRING"
      }
    }

    var table: String { "A" + name }

    /// The columns with their types, as Apple's framework makes them now: its first systems with a
    /// history had fewer (R-REQ-160).
    fileprivate var columns: KeyValuePairs<String, String> {
      switch self {
      case .change:
        [
          "Z_PK": "INTEGER PRIMARY KEY", "Z_ENT": "INTEGER", "Z_OPT": "INTEGER",
          "ZCHANGETYPE": "INTEGER", "ZENTITY": "INTEGER", "ZENTITYPK": "INTEGER",
          "ZTRANSACTIONID": "INTEGER", "ZCOLUMNS": "BLOB",
        ]
      case .transaction:
        [
          "Z_PK": "INTEGER PRIMARY KEY", "Z_ENT": "INTEGER", "Z_OPT": "INTEGER",
          "ZAUTHORTS": "INTEGER", "ZBUNDLEIDTS": "INTEGER", "ZCONTEXTNAMETS": "INTEGER",
          "ZPROCESSIDTS": "INTEGER", "ZTIMESTAMP": "FLOAT", "ZAUTHOR": "VARCHAR",
          "ZBUNDLEID": "VARCHAR", "ZCONTEXTNAME": "VARCHAR", "ZPROCESSID": "VARCHAR",
          "ZQUERYGEN": "BLOB",
        ]
      case .text:
        [
          "Z_PK": "INTEGER PRIMARY KEY", "Z_ENT": "INTEGER", "Z_OPT": "INTEGER",
          "ZNAME": "VARCHAR",
        ]
      }
    }
  }

  /// Columns that nothing is written into: a file that lacks no others is left as it is.
  private static let unwritten: Set<String> = [
    "Z_OPT", "ZAUTHOR", "ZBUNDLEID", "ZCONTEXTNAME", "ZPROCESSID", "ZQUERYGEN",
  ]

  let connection: Connection
  /// How many columns for values of deleted objects there are to be.
  let tombstoneCount: Int

  init(_ layout: StoreLayout, _ connection: Connection) {
    self.connection = connection
    let entities = layout.schema.history.entities
    tombstoneCount =
      layout.held(entities.indices).map { entities[$0].preserved.count }.max() ?? 0
  }

  /// Returns true if nothing is missing that entries are written into.
  func areComplete(_ found: FileSchema) -> Bool {
    Number.allCases.allSatisfy { table in
      columns(of: table).allSatisfy { column in
        HistoryTables.unwritten.contains(column.name) || found.has(column.name, in: table.table)
      }
    }
  }

  static func tombstone(_ place: Int) -> String { "ZTOMBSTONE\(place)" }

  /// The columns that a table is to have, with their types.
  private func columns(of table: Number) -> [(name: String, type: String)] {
    let columns = table.columns.map { (name: $0.key, type: $0.value) }
    guard table == .change else { return columns }
    return columns
      + (0..<tombstoneCount).map { (name: HistoryTables.tombstone($0), type: "BLOB") }
  }

  /// Returns columns as a query names them: NULL for those that the file's table lacks.
  static func selected(
    _ columns: [String], of table: Number, on connection: Connection
  ) -> String {
    columns.map { connection.hasColumn($0, in: table.table) ? $0 : "NULL" }
      .joined(separator: ", ")
  }

  // MARK: - Making

  /// Makes what is missing. Inside a write transaction.
  func make() throws(StoreError) {
    for table in Number.allCases {
      try create(table)
      try addColumns(to: table)
    }
    for index in HistoryTables.indexes { try connection.execute(index) }
    for table in Number.allCases { try enter(table) }
  }

  private func create(_ table: Number) throws(StoreError) {
    let columns = columns(of: table).map { "\($0.name) \($0.type)" }.joined(separator: ", ")
    try connection.execute("CREATE TABLE IF NOT EXISTS \(table.table) ( \(columns) )")
  }

  /// Adds the columns that a table lacks: an older system made it, or it is from before an
  /// attribute was preserved. Inside a write transaction.
  func addColumns(to table: Number) throws(StoreError) {
    for column in columns(of: table) where !connection.hasColumn(column.name, in: table.table) {
      try connection.execute(
        "ALTER TABLE \(table.table) ADD COLUMN \(column.name) \(column.type)")
    }
  }

  /// A counter that rows have outrun would have numbers given out twice.
  private func enter(_ number: Number) throws(StoreError) {
    try connection.execute(
      "INSERT OR IGNORE INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) "
        + "VALUES (\(number.rawValue), '\(number.name)', 0, 0)")
    try connection.execute(
      "UPDATE Z_PRIMARYKEY SET Z_MAX = (SELECT IFNULL(MAX(Z_PK), 0) FROM \(number.table)) WHERE "
        + "Z_ENT = \(number.rawValue) AND CAST(IFNULL(Z_MAX, 0) AS INTEGER) < "
        + "(SELECT IFNULL(MAX(Z_PK), 0) FROM \(number.table))")
  }

  private static let indexes = [
    "CREATE INDEX IF NOT EXISTS ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)",
    "CREATE INDEX IF NOT EXISTS ATRANSACTION_ZAUTHORTS_INDEX ON ATRANSACTION (ZAUTHORTS)",
    "CREATE INDEX IF NOT EXISTS ATRANSACTION_ZBUNDLEIDTS_INDEX ON ATRANSACTION (ZBUNDLEIDTS)",
    "CREATE INDEX IF NOT EXISTS ATRANSACTION_ZCONTEXTNAMETS_INDEX ON ATRANSACTION (ZCONTEXTNAMETS)",
    "CREATE INDEX IF NOT EXISTS ATRANSACTION_ZPROCESSIDTS_INDEX ON ATRANSACTION (ZPROCESSIDTS)",
    "CREATE INDEX IF NOT EXISTS Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION "
      + "(ZAUTHOR COLLATE BINARY ASC)",
    "CREATE INDEX IF NOT EXISTS Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION "
      + "(ZTIMESTAMP COLLATE BINARY ASC)",
    "CREATE UNIQUE INDEX IF NOT EXISTS Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING "
      + "(ZNAME COLLATE BINARY ASC)",
  ]

  // MARK: - Removing

  /// Removes a history with all that it has. Inside a write transaction.
  static func drop(_ connection: Connection) throws(StoreError) {
    for number in Number.allCases {
      try connection.execute("DROP TABLE IF EXISTS \(number.table)")
      try connection.execute("DELETE FROM Z_PRIMARYKEY WHERE Z_ENT = \(number.rawValue)")
    }
  }
}
#endif
