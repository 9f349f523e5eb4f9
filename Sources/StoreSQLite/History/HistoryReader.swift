// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface

/// Reads the tables of a history.
struct HistoryReader {
  private let plan: StorePlan
  private let connection: Connection

  init(_ plan: StorePlan, _ connection: Connection) {
    self.plan = plan
    self.connection = connection
  }

  func bounds() throws(StoreError) -> HistoryBounds {
    let newest = try connection.integer("SELECT MAX(Z_PK) FROM ATRANSACTION") ?? 0
    let counted =
      try connection.integer(
        "SELECT CAST(IFNULL(Z_MAX, 0) AS INTEGER) FROM Z_PRIMARYKEY WHERE Z_ENT = 16002") ?? 0
    let last = max(newest, counted)
    let first = try connection.integer("SELECT MIN(Z_PK) FROM ATRANSACTION WHERE Z_PK > 0")
    return HistoryBounds(first: newest > 0 ? first ?? 1 : last + 1, last: last)
  }

  func number(from time: Double) throws(StoreError) -> Int64? {
    let statement = try connection.statement(
      "SELECT MIN(+Z_PK) FROM ATRANSACTION WHERE ZTIMESTAMP >= ?1 AND Z_PK > 0")
    defer { statement.finish() }
    statement.bind(.real(time), 1)
    guard try statement.step(), !statement.isNull(0) else { return nil }
    return statement.integer(0)
  }

  // MARK: - Entries

  func read(_ range: HistoryRange, into sink: (HistoryEntry) -> Bool) throws(StoreError) {
    let texts = try texts()
    // Beside a time the numbers are looked up, not searched, unless they say where to begin.
    let column = range.laterThan != nil && range.after <= 0 ? "+Z_PK" : "Z_PK"
    let time = range.laterThan == nil ? "" : " AND ZTIMESTAMP > ?3"
    let statement = try connection.statement(
      "SELECT Z_PK, ZTIMESTAMP, \(textColumns) FROM ATRANSACTION WHERE \(column) > ?1 AND "
        + "\(column) <= ?2\(time) ORDER BY Z_PK")
    defer { statement.finish() }
    statement.bind(max(range.after, 0), 1)
    statement.bind(range.through, 2)
    if let time = range.laterThan { statement.bind(.real(time), 3) }
    let changes = range.includesChanges ? HistoryChanges(plan, connection) : nil
    defer { changes?.finish() }
    while try statement.step() {
      var entry = HistoryEntry(transaction: transaction(statement, texts))
      if let changes {
        entry.changes = try changes.changes(of: entry.transaction.number, through: range.through)
      }
      guard sink(entry) else { return }
    }
  }

  /// The numbers of a transaction's texts, then, in the same order, the texts themselves. Files of
  /// older systems have no numbers (R-REQ-160).
  private var textColumns: String {
    HistoryTables.selected(
      [
        "ZAUTHORTS", "ZBUNDLEIDTS", "ZCONTEXTNAMETS", "ZPROCESSIDTS", "ZAUTHOR", "ZBUNDLEID",
        "ZCONTEXTNAME", "ZPROCESSID",
      ], of: .transaction, on: connection)
  }

  private func transaction(
    _ statement: Statement, _ texts: [Int64: String]
  ) -> HistoryTransaction {
    func text(_ column: Int32) -> String? {
      texts[statement.integer(column)] ?? statement.text(column + 4)
    }
    var transaction = HistoryTransaction(
      timestamp: statement.double(1), author: text(2), contextName: text(4), bundleID: text(3),
      processID: text(5))
    transaction.number = statement.integer(0)
    return transaction
  }

  private func texts() throws(StoreError) -> [Int64: String] {
    guard connection.hasColumn("ZNAME", in: HistoryTables.Number.text.table) else { return [:] }
    let statement = try connection.statement("SELECT Z_PK, ZNAME FROM ATRANSACTIONSTRING")
    defer { statement.finish() }
    var texts: [Int64: String] = [:]
    while try statement.step() { texts[statement.integer(0)] = statement.text(1) }
    return texts
  }
}

/// The changes of transactions that are asked for one after the other, by one statement.
private final class HistoryChanges {
  private let plan: StorePlan
  private let connection: Connection
  private let sql: String
  private var statement: Statement?
  /// The transaction of the row that the statement stands at; nil: it has ended.
  private var next: Int64?

  init(_ plan: StorePlan, _ connection: Connection) {
    self.plan = plan
    self.connection = connection
    // The columns of a model that preserves more than the file's are missing where nobody writes.
    let tombstones = HistoryTables(plan.layout, connection).tombstoneCount
    let columns = HistoryTables.selected(
      ["ZCOLUMNS"] + (0..<tombstones).map(HistoryTables.tombstone), of: .change, on: connection)
    sql =
      "SELECT ZTRANSACTIONID, Z_PK, ZCHANGETYPE, ZENTITY, ZENTITYPK, \(columns) FROM ACHANGE "
      + "WHERE ZTRANSACTIONID >= ?1 AND ZTRANSACTIONID <= ?2 ORDER BY ZTRANSACTIONID, Z_PK"
  }

  func finish() {
    statement?.finish()
    statement = nil
  }

  /// - Parameter last: no transaction behind it will be asked for.
  func changes(of number: Int64, through last: Int64) throws(StoreError) -> [HistoryChange] {
    // A gap may be long: what is in it is not read.
    if statement == nil || next.map({ $0 < number }) == true { try begin(number, last) }
    var changes: [HistoryChange] = []
    // By change: how many to-many relationships were updated.
    var counts: [Int] = []
    guard let statement else { return [] }
    while let next, next == number {
      if let change = try change(statement) {
        changes.append(change)
        if plan.isHistoryForeign { counts.append(toManyCount(change, statement)) }
      }
      try advance()
    }
    guard plan.isHistoryForeign else { return changes }
    var toManys = VagueToManys(plan, changes)
    for index in changes.indices { toManys.narrow(&changes[index], count: counts[index]) }
    return changes
  }

  private func begin(_ number: Int64, _ last: Int64) throws(StoreError) {
    finish()
    let statement = try connection.statement(sql)
    statement.bind(number, 1)
    statement.bind(last, 2)
    self.statement = statement
    try advance()
  }

  private func advance() throws(StoreError) {
    guard let statement else { return }
    next = try statement.step() ? statement.integer(0) : nil
  }

  /// Returns the change of the row; nil for one of an entity that the model lacks, and for what is
  /// no change.
  private func change(_ statement: Statement) throws(StoreError) -> HistoryChange? {
    guard let entity = plan.layout.entity(numbered: statement.integer(3)),
      let kind = HistoryChange.Kind(rawValue: UInt8(truncatingIfNeeded: statement.integer(2))),
      statement.integer(4) > 0
    else { return nil }
    var change = HistoryChange(kind, ObjectKey(entity: entity, number: statement.integer(4)))
    change.number = statement.integer(1)
    switch kind {
    case .insert: break
    case .update:
      change.properties = plan.historyBits(of: entity).properties(statement.bytes(5))
    case .delete: change.tombstone = try tombstone(statement, entity)
    }
    return change
  }

  private func toManyCount(_ change: HistoryChange, _ statement: Statement) -> Int {
    guard change.kind == .update else { return 0 }
    return plan.historyBits(of: change.key.entity).toManyCount(statement.bytes(5))
  }

  private func tombstone(
    _ statement: Statement, _ entity: Int
  ) throws(StoreError) -> [AttributeValue] {
    var values: [AttributeValue] = []
    for (place, index) in plan.schema.history.entities[entity].preserved.enumerated() {
      let attribute = plan.schema.entities[entity].attributes[index]
      let cell = TableCell(kind: TombstoneValue.kind(attribute), column: Int32(place + 6))
      values.append(try cell.value(statement, plan))
    }
    return values
  }
}
#endif
