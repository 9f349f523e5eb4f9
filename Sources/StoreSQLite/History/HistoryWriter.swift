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

  func write(_ entry: HistoryEntry) throws(StoreError) {
    let number = try take(1, of: .transaction)
    try write(entry.transaction, number)
    let first = try take(entry.changes.count, of: .change)
    var place = 0
    while place < entry.changes.count {
      let count = HistoryWriter.run(of: entry.changes, from: place)
      let next = first + Int64(place)
      if count >= HistoryWriter.shortestRun {
        try write(insertions: count, from: entry.changes[place], first: next, in: number)
        place += count
      } else {
        try write(entry.changes[place], next, in: number)
        place += 1
      }
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

  /// From this length on one statement writes the insertions of consecutive objects.
  private static let shortestRun = 8

  /// Returns how many changes from a place on are insertions of one entity under consecutive
  /// numbers.
  private static func run(of changes: [HistoryChange], from start: Int) -> Int {
    let first = changes[start]
    guard first.kind == .insert else { return 0 }
    var count = 1
    while start + count < changes.count {
      let next = changes[start + count]
      guard next.kind == .insert, next.key.entity == first.key.entity,
        next.key.number == first.key.number + Int64(count)
      else { break }
      count += 1
    }
    return count
  }

  private func write(
    insertions count: Int, from change: HistoryChange, first: Int64, in transaction: Int64
  ) throws(StoreError) {
    let statement = try connection.statement(
      "WITH RECURSIVE place(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM place WHERE i + 1 < ?1) "
        + "INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID) "
        + "SELECT ?2 + i, 16001, 0, ?3, ?4 + i, ?5 FROM place")
    defer { statement.finish() }
    statement.bind(count, 1)
    statement.bind(first, 2)
    statement.bind(try entityNumber(change), 3)
    statement.bind(change.key.number, 4)
    statement.bind(transaction, 5)
    try statement.run()
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
    if change.kind == .update {
      let count = plan.schema.history.entities[change.key.entity].properties.count
      statement.bind(blob: PropertyBits.data(change.properties, of: count), 6)
    } else {
      statement.bind(.null, 6)
    }
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
#endif
