// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface
import StoreSQLite
import StoreTestSupport
import Synchronization
import Testing

/// Readers beside a writer, on a file and in memory, and other processes.
@Suite struct ConcurrencyTests {
  private static let schema: StoreSchema = {
    var builder = SchemaBuilder()
    builder.entity("Item", ["name": .string])
    return builder.build()
  }()

  private func countItems(_ store: SQLiteStore) throws -> Int {
    let snapshot = try store.beginRead()
    defer { snapshot.end() }
    let query = Query(entity: 0, concreteEntities: 0..<1)
    let count = try snapshot.count(query)
    var seen = 0
    try snapshot.run(query) { batch in
      seen += batch.rows.count
      return true
    }
    guard seen == count else { throw UnexpectedAnswer("\(count) counted, \(seen) read") }
    return count
  }

  // R-PSC-061, R-PSC-831, R-PSC-834
  @Test(arguments: [false, true])
  func readersSeeWholeTransactions(_ isInMemory: Bool) throws {
    let fixture = try SQLiteFixture(Self.schema)
    let store = try fixture.open {
      if isInMemory { $0.url = URL(fileURLWithPath: "/dev/null") }
      $0.timeout = 60
    }
    defer { fixture.close(store) }
    let problems = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 6) { index in
      do {
        for _ in 0..<40 {
          if index < 2 {
            try store.insert(
              "Item", objects: Array(repeating: ["name": .string("x")], count: 10),
              schema: Self.schema)
          } else {
            let count = try countItems(store)
            if count % 10 != 0 { throw UnexpectedAnswer("\(count) items") }
          }
        }
      } catch { problems.withLock { $0.append("\(error)") } }
    }
    #expect(problems.withLock { $0 } == [])
    #expect(try countItems(store) == 800)
  }

  /// Runs a Python program on the file, in a process of its own.
  private func run(_ program: String, on url: URL) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", program, url.path]
    try process.run()
    return process
  }

  // R-PSC-329, R-PSC-327: the other process follows the same protocol.
  @Test func twoProcessesNeverGetTheSameNumber() throws {
    let fixture = try SQLiteFixture(Self.schema)
    let store = try fixture.open { $0.timeout = 60 }
    let other = try run(
      """
      import sqlite3, sys
      db = sqlite3.connect(sys.argv[1], timeout=60, isolation_level=None)
      for _ in range(200):
        db.execute('BEGIN IMMEDIATE')
        n = db.execute('SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 1').fetchone()[0] + 1
        db.execute('UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = 1', (n,))
        db.execute('INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT) VALUES (?, 1, 1)', (n,))
        db.execute('COMMIT')
      """, on: fixture.url)
    for _ in 0..<200 { try store.insert("Item", objects: [[:]], schema: Self.schema) }
    other.waitUntilExit()
    #expect(other.terminationStatus == 0)
    #expect(try countItems(store) == 400)
    // It may be one that was taken ahead.
    let next = try store.reserveNumbers(1, root: 0)
    #expect(
      try fixture.raw().rows("SELECT COUNT(*) FROM ZITEM WHERE Z_PK = \(next)") == ["0"])
    fixture.close(store)
    #expect(try fixture.raw().rows("PRAGMA integrity_check") == ["ok"])
    let counter = "(SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 1)"
    #expect(
      try fixture.raw().rows("SELECT max(max(Z_PK), \(next)) <= \(counter) FROM ZITEM") == ["1"])
  }

  // R-PSC-840
  @Test func aProcessThatIsKilledLeavesAFileThatOpens() throws {
    let fixture = try SQLiteFixture(Self.schema)
    try fixture.create()
    let other = try run(
      """
      import sqlite3, sys, os, signal
      db = sqlite3.connect(sys.argv[1], isolation_level=None)
      db.execute('INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1)')
      db.execute('BEGIN IMMEDIATE')
      db.execute('INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT) VALUES (2, 1, 1)')
      os.kill(os.getpid(), signal.SIGKILL)
      """, on: fixture.url)
    other.waitUntilExit()
    let store = try fixture.open()
    #expect(try countItems(store) == 1)
    #expect(try store.reserveNumbers(1, root: 0) == 2)
    fixture.close(store)
  }

  @Test func aQueryMayRunInsideAnother() throws {
    let fixture = try SQLiteFixture(Self.schema)
    let store = try fixture.open()
    defer { fixture.close(store) }
    let keys = try store.insert(
      "Item", objects: Array(repeating: [:], count: 1000), schema: Self.schema)
    var query = Query(entity: 0, concreteEntities: 0..<1)
    query.filter = .isObject(ColumnPath(.key), keys)
    let snapshot = try store.beginRead()
    defer { snapshot.end() }
    var inner: [Int] = []
    try snapshot.run(query) { batch in
      inner.append((try? snapshot.count(query)) ?? -1)
      return true
    }
    #expect(!inner.isEmpty)
    #expect(inner.allSatisfy { $0 == 1000 })
  }
}
#endif
