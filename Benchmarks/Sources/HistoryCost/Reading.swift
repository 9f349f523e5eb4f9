// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import RawSQLite

/// A long history: its newest part read, beside the SQL that reads the same rows, and its older half
/// purged while somebody writes.
struct Reading {
  private let folder: URL
  private let type: String
  private let writer: Writer

  /// Makes a history of so many transactions of 1,000 changes.
  init(_ folder: URL, _ type: String, transactions: Int) throws {
    self.folder = folder
    self.type = type
    writer = try Writer(folder, type, isRecorded: true)
    for _ in 1..<transactions { try writer.insertBatch(1_000) }
  }

  func run(rounds: Int) throws {
    let token = try writer.tokenBeforeLast()
    let library = try median(rounds) {
      let transactions = try writer.history(after: token)
      let changes = transactions.flatMap { $0.changes ?? [] }
      precondition(changes.count == 1_000 && changes.allSatisfy { $0.changeID > 0 })
    }
    line("the last 1,000", library, beside: "by SQL", try bySQL(rounds))
    try purge()
  }

  private func line(_ name: String, _ time: Double, beside other: String, _ base: Double?) {
    let ratio = base.map { String(format: "%8.2f", time / $0) } ?? ""
    let text = base.map { String(format: "%.1f µs %@, ", $0, other) } ?? ""
    print("\(type)  \(name): \(text)\(String(format: "%.1f µs", time))\(ratio)")
  }

  private func median(_ rounds: Int, _ body: () throws -> Void) rethrows -> Double {
    var times: [Double] = []
    for _ in 0..<rounds { times.append(try microseconds(body)) }
    return times.sorted()[rounds / 2]
  }

  private func microseconds(_ body: () throws -> Void) rethrows -> Double {
    let begun = ContinuousClock.now
    try body()
    let duration = ContinuousClock.now - begun
    return Double(duration.components.seconds) * 1e6
      + Double(duration.components.attoseconds) / 1e12
  }

  // MARK: - By hand

  private func bySQL(_ rounds: Int) throws -> Double? {
    guard type == NSSQLiteStoreType else { return nil }
    var database: OpaquePointer?
    let path = folder.appendingPathComponent("\(type) true").path
    guard sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK else {
      throw CocoaError(.fileReadUnknown)
    }
    defer { sqlite3_close_v2(database) }
    let sql = """
      SELECT t.Z_PK, t.ZTIMESTAMP, a.ZNAME, b.ZNAME, p.ZNAME, c.Z_PK, c.ZCHANGETYPE, c.ZENTITY,
      c.ZENTITYPK, c.ZCOLUMNS FROM ATRANSACTION t JOIN ACHANGE c ON c.ZTRANSACTIONID = t.Z_PK
      LEFT JOIN ATRANSACTIONSTRING a ON a.Z_PK = t.ZAUTHORTS
      LEFT JOIN ATRANSACTIONSTRING b ON b.Z_PK = t.ZBUNDLEIDTS
      LEFT JOIN ATRANSACTIONSTRING p ON p.Z_PK = t.ZPROCESSIDTS
      WHERE t.Z_PK > (SELECT MAX(Z_PK) FROM ATRANSACTION) - 1 ORDER BY t.Z_PK, c.Z_PK
      """
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else {
      throw CocoaError(.fileReadUnknown)
    }
    defer { sqlite3_finalize(statement) }
    return median(rounds) {
      var (count, sum) = (0, Int64(0))
      while sqlite3_step(statement) == SQLITE_ROW {
        count += 1
        for column in [0, 5, 6, 7, 8] as [Int32] { sum &+= sqlite3_column_int64(statement, column) }
        for column in [2, 3, 4] as [Int32] {
          if let text = sqlite3_column_text(statement, column) { sum &+= Int64(text.pointee) }
        }
      }
      sqlite3_reset(statement)
      precondition(count == 1_000 && sum != 0)
    }
  }

  // MARK: - Purging

  /// How long a writer waits at most beside a purge of the older half.
  private func purge() throws {
    let half = try writer.middleToken()
    let purger = Thread { [writer] in
      // Said below, by what is left.
      try? writer.purge(before: half)
    }
    var longest = 0.0
    var count = 0
    let begun = ContinuousClock.now
    purger.start()
    while !purger.isFinished {
      longest = max(longest, try microseconds { try writer.insert(1) })
      count += 1
    }
    let duration = ContinuousClock.now - begun
    print(
      "\(type)  half purged in \(duration), beside \(count) saves, of which the longest took "
        + "\(String(format: "%.1f ms", longest / 1_000)); \(try writer.transactionCount()) left")
  }
}
