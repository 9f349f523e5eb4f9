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
  }

  let connection: Connection
  /// How many columns for values of deleted objects there are to be.
  let tombstoneCount: Int

  init(_ layout: StoreLayout, _ connection: Connection) {
    self.connection = connection
    let entities = layout.schema.history.entities
    tombstoneCount =
      layout.held(entities.indices).map { entities[$0].preserved.count }.max() ?? 0
  }

  /// Returns true if nothing is missing.
  func areComplete(_ found: FileSchema) -> Bool {
    found.hasHistory && found.tables.contains(Number.text.table)
      && (tombstoneCount == 0
        || found.has(HistoryTables.tombstone(tombstoneCount - 1), in: Number.change.table))
  }

  static func tombstone(_ place: Int) -> String { "ZTOMBSTONE\(place)" }

  // MARK: - Making

  /// Makes what is missing. Inside a write transaction.
  func make(_ found: FileSchema) throws(StoreError) {
    for statement in HistoryTables.statements { try connection.execute(statement) }
    for place in 0..<tombstoneCount
    where !found.has(HistoryTables.tombstone(place), in: Number.change.table) {
      try connection.execute(
        "ALTER TABLE \(Number.change.table) ADD COLUMN \(HistoryTables.tombstone(place)) BLOB")
    }
    for number in Number.allCases { try enter(number) }
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

  private static let statements = [
    "CREATE TABLE IF NOT EXISTS ACHANGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
      + "ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, "
      + "ZCOLUMNS BLOB )",
    "CREATE TABLE IF NOT EXISTS ATRANSACTION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, "
      + "Z_OPT INTEGER, ZAUTHORTS INTEGER, ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER, "
      + "ZPROCESSIDTS INTEGER, ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, ZBUNDLEID VARCHAR, "
      + "ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB )",
    "CREATE TABLE IF NOT EXISTS ATRANSACTIONSTRING ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, "
      + "Z_OPT INTEGER, ZNAME VARCHAR )",
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
