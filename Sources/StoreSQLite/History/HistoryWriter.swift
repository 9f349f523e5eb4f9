// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface

/// Writes entries into the tables of a history, in the transaction that they tell of.
struct HistoryWriter {
  private let plan: StorePlan
  private let connection: Connection

  init(_ plan: StorePlan, _ connection: Connection) {
    self.plan = plan
    self.connection = connection
  }

  /// Returns the number of the transaction.
  func write(_ entry: HistoryEntry) throws(StoreError) -> Int64 {
    let number = try take(1, of: .transaction)
    try write(entry.transaction, number)
    let first = try take(entry.changes.count, of: .change)
    var place = 0
    while place < entry.changes.count {
      let next = first + Int64(place)
      let run = HistoryWriter.run(of: entry.changes, from: place)
      if run.count >= FeedTable.worthwhile {
        try write(run, first: next, in: number)
        place = run.endIndex
      } else {
        try write(entry.changes[place], next, in: number)
        place += 1
      }
    }
    return number
  }

  /// Raises the counters, where they are lower.
  func raise(transaction: Int64, change: Int64) throws(StoreError) {
    for (table, number) in [(HistoryTables.Number.transaction, transaction), (.change, change)] {
      let statement = try connection.statement(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = MAX(CAST(IFNULL(Z_MAX, 0) AS INTEGER), ?1) "
          + "WHERE Z_ENT = ?2")
      defer { statement.finish() }
      statement.bind(number, 1)
      statement.bind(table.rawValue, 2)
      try statement.run()
    }
  }

  func purge(before number: Int64) throws(StoreError) {
    for sql in [
      "DELETE FROM ACHANGE WHERE ZTRANSACTIONID < ?1", "DELETE FROM ATRANSACTION WHERE Z_PK < ?1",
    ] {
      let statement = try connection.statement(sql)
      defer { statement.finish() }
      statement.bind(number, 1)
      try statement.run()
    }
  }

  /// Takes numbers of a table, which are committed with the rows. Returns the first.
  private func take(_ count: Int, of table: HistoryTables.Number) throws(StoreError) -> Int64 {
    let statement = try connection.statement(
      "UPDATE Z_PRIMARYKEY SET Z_MAX = CAST(IFNULL(Z_MAX, 0) AS INTEGER) + ?1 WHERE Z_ENT = ?2 "
        + "RETURNING Z_MAX")
    defer { statement.finish() }
    statement.bind(count, 1)
    statement.bind(table.rawValue, 2)
    guard try statement.step() else {
      throw StoreError(
        .corrupt, store: plan.store,
        message: "the file has no counter for the history's table \(table.table)")
    }
    return statement.integer(0) - Int64(count) + 1
  }

  // MARK: - Transactions

  private func write(_ transaction: HistoryTransaction, _ number: Int64) throws(StoreError) {
    let texts = [
      transaction.author, transaction.bundleID, transaction.contextName, transaction.processID,
    ]
    var numbers: [Int64?] = []
    for text in texts { numbers.append(try text.map(self.number(of:))) }
    let statement = try connection.statement(
      "INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZAUTHORTS, ZBUNDLEIDTS, ZCONTEXTNAMETS, ZPROCESSIDTS, "
        + "ZTIMESTAMP) VALUES (?1, 16002, ?2, ?3, ?4, ?5, ?6)")
    defer { statement.finish() }
    statement.bind(number, 1)
    for (place, text) in numbers.enumerated() {
      statement.bind(text.map(SQLValue.integer) ?? .null, Int32(place + 2))
    }
    statement.bind(.real(transaction.timestamp), 6)
    try statement.run()
  }

  /// Returns the number of a text, which is entered if it is new.
  private func number(of text: String) throws(StoreError) -> Int64 {
    let search = try connection.statement("SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?1")
    defer { search.finish() }
    search.bind(text: text, 1)
    if try search.step() { return search.integer(0) }
    let number = try take(1, of: .text)
    let statement = try connection.statement(
      "INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, ZNAME) VALUES (?1, 16003, ?2)")
    defer { statement.finish() }
    statement.bind(number, 1)
    statement.bind(text: text, 2)
    try statement.run()
    return number
  }

  // MARK: - Changes

  /// Returns the changes from a place on that differ only in the number of the object.
  private static func run(of changes: [HistoryChange], from start: Int) -> ArraySlice<HistoryChange>
  {
    let first = changes[start]
    guard first.tombstone.isEmpty else { return changes[start...start] }
    var end = start + 1
    while end < changes.count, changes[end].isLike(first) { end += 1 }
    return changes[start..<end]
  }

  /// Writes a run by one statement.
  private func write(
    _ run: ArraySlice<HistoryChange>, first: Int64, in transaction: Int64
  ) throws(StoreError) {
    let change = run[run.startIndex]
    let statement = try connection.statement(
      "INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS) "
        + "SELECT ?1 + rowid, 16001, ?2, ?3, c0, ?4, ?5 FROM \(FeedTable.keys)")
    defer { statement.finish() }
    statement.bind(first, 1)
    statement.bind(Int64(change.kind.rawValue), 2)
    statement.bind(try entityNumber(change), 3)
    statement.bind(transaction, 4)
    bind(propertiesOf: change, to: statement, 5)
    let numbers = run.map(\.key.number)
    try numbers.withUnsafeBufferPointer { (numbers) throws(StoreError) in
      connection.keyFeed.pointee.feed = Feed(numbers)
      try statement.run()
    }
  }

  private func bind(propertiesOf change: HistoryChange, to statement: Statement, _ index: Int32) {
    guard change.kind == .update else { return statement.bind(.null, index) }
    let bits = plan.historyBits(of: change.key.entity)
    statement.bind(blob: bits.data(change.properties), index)
  }

  private func write(
    _ change: HistoryChange, _ number: Int64, in transaction: Int64
  ) throws(StoreError) {
    let values = tombstone(of: change)
    let columns = values.indices.map { ", \(HistoryTables.tombstone($0))" }.joined()
    let places = values.indices.map { ", ?\($0 + 7)" }.joined()
    let statement = try connection.statement(
      "INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS"
        + "\(columns)) VALUES (?1, 16001, ?2, ?3, ?4, ?5, ?6\(places))")
    defer { statement.finish() }
    statement.bind(number, 1)
    statement.bind(Int64(change.kind.rawValue), 2)
    statement.bind(try entityNumber(change), 3)
    statement.bind(change.key.number, 4)
    statement.bind(transaction, 5)
    bind(propertiesOf: change, to: statement, 6)
    for (place, value) in values.enumerated() { statement.bind(value, Int32(place + 7)) }
    try statement.run()
  }

  private func tombstone(of change: HistoryChange) -> [SQLValue] {
    guard !change.tombstone.isEmpty else { return [] }
    let entity = plan.schema.entities[change.key.entity]
    let preserved = plan.schema.history.entities[change.key.entity].preserved
    return zip(preserved, change.tombstone).map { attribute, value in
      TombstoneValue.stored(value, of: entity.attributes[attribute])
    }
  }

  private func entityNumber(_ change: HistoryChange) throws(StoreError) -> Int64 {
    if let number = plan.layout.entities[change.key.entity]?.number { return number }
    let name = plan.schema.entities[change.key.entity].name
    throw StoreError(
      .schemaMismatch, store: plan.store, message: "the file has no table of the entity \(name)")
  }
}

extension HistoryChange {
  /// Returns true if only the object is another.
  fileprivate func isLike(_ other: HistoryChange) -> Bool {
    kind == other.kind && key.entity == other.key.entity && properties == other.properties
      && tombstone.isEmpty
  }
}
#endif
