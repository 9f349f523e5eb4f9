// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
import StoreInterface
import StoreSQLite
import StoreTestSupport
import Synchronization
import Testing

/// The allocator of permanent numbers, and locks between connections.
@Suite struct NumberTests {
  private static let schema: StoreSchema = {
    var builder = SchemaBuilder()
    builder.entity("Item", ["name": .string])
    builder.entity("Special", parent: "Item")
    return builder.build()
  }()

  // R-PSC-325, R-PSC-327
  @Test func numbersAreConsecutiveFromOne() throws {
    let fixture = try SQLiteFixture(Self.schema)
    let store = try fixture.open()
    #expect(try store.reserveNumbers(3, root: 0) == 1)
    #expect(try store.reserveNumbers(1, root: 0) == 4)
    store.close()
    #expect(try fixture.raw().rows("SELECT Z_MAX FROM Z_PRIMARYKEY") == ["4", "0"])
  }

  // R-PSC-326
  @Test func theEndOfTheNumbersIsAnError() throws {
    let fixture = try SQLiteFixture(Self.schema)
    try fixture.create()
    try fixture.raw().run("UPDATE Z_PRIMARYKEY SET Z_MAX = \(Int64.max - 1) WHERE Z_ENT = 1")
    let store = try fixture.open()
    defer { store.close() }
    #expect(errorKind { _ = try store.reserveNumbers(2, root: 0) } == .numbersExhausted)
    #expect(try store.reserveNumbers(1, root: 0) == .max)
  }

  // R-PSC-330
  @Test func aBlockIsReservedAtOnce() throws {
    let fixture = try SQLiteFixture(Self.schema)
    let store = try fixture.open { $0.numberBlockSize = 100 }
    #expect(try store.reserveNumbers(1, root: 0) == 1)
    #expect(try fixture.raw().rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 1") == ["100"])
    #expect(try store.reserveNumbers(99, root: 0) == 2)
    #expect(try store.reserveNumbers(1, root: 0) == 101)
    store.close()
  }

  // R-PSC-330
  @Test func blocksGrowWithWhatHasBeenTaken() throws {
    let fixture = try SQLiteFixture(Self.schema)
    let store = try fixture.open()
    let file = try fixture.raw()
    var counters: Set<String> = []
    for number in 1...2000 {
      #expect(try store.reserveNumbers(1, root: 0) == Int64(number))
      counters.formUnion(try file.rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 1"))
    }
    #expect((20..<50).contains(counters.count))
    store.close()
    #expect(try file.rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 1") == ["2000"])
  }

  // R-PSC-329
  @Test func severalStoresOnOneFileNeverGetTheSameNumber() throws {
    let fixture = try SQLiteFixture(Self.schema)
    try fixture.create()
    let all = Mutex<[Int64]>([])
    let fileFixture = fixture
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      guard let store = try? fileFixture.open({ $0.timeout = 60 }) else { return }
      defer { store.close() }
      for count in 1...50 {
        guard let first = try? store.reserveNumbers(count % 3 + 1, root: 0) else { continue }
        all.withLock { all in
          for offset in 0...(count % 3) { all.append(first + Int64(offset)) }
        }
      }
    }
    let numbers = all.withLock { $0 }
    #expect(numbers.count == Set(numbers).count)
    let ofEach = (1...50).map { $0 % 3 + 1 }.reduce(0, +)
    #expect(numbers.count == 4 * ofEach)
  }

  // R-PSC-329, R-PSC-832
  @Test func severalThreadsMayCreateTheSameFile() throws {
    for _ in 0..<5 {
      let fixture = try SQLiteFixture(Self.schema)
      let failures = Mutex<[String]>([])
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        do {
          let store = try fixture.open { $0.timeout = 60 }
          try store.insert("Item", objects: [["name": .string("x")]], schema: Self.schema)
          store.close()
        } catch { failures.withLock { $0.append("\(error)") } }
      }
      #expect(failures.withLock { $0 } == [])
      #expect(try fixture.raw().rows("SELECT COUNT(*) FROM ZITEM") == ["4"])
    }
  }

  // R-PSC-133, R-PSC-835
  @Test func anOpeningWaitsForAReaderOfAFileWithoutALog() throws {
    let fixture = try SQLiteFixture(Self.schema)
    try fixture.create()
    let raw = try fixture.raw()
    try raw.run("PRAGMA journal_mode = DELETE")
    try raw.run("BEGIN")
    #expect(try raw.rows("SELECT COUNT(*) FROM ZITEM") == ["0"])
    #expect(errorKind { try fixture.open { $0.timeout = 0.1 }.close() } == .timeout)
    let opened = DispatchSemaphore(value: 0)
    let failure = Mutex<String?>(nil)
    Thread.detachNewThread {
      do { try fixture.open { $0.timeout = 60 }.close() } catch {
        failure.withLock { $0 = "\(error)" }
      }
      opened.signal()
    }
    #expect(opened.wait(timeout: .now() + 0.2) == .timedOut)
    try raw.run("COMMIT")
    opened.wait()
    #expect(failure.withLock { $0 } == nil)
  }

  // R-PSC-133, R-PSC-835
  @Test func aLockedFileIsATimeout() throws {
    let fixture = try SQLiteFixture(Self.schema)
    let store = try fixture.open { $0.timeout = 0.2 }
    defer { store.close() }
    let raw = try fixture.raw()
    try raw.run("BEGIN IMMEDIATE")
    #expect(errorKind { _ = try store.beginWrite() } == .timeout)
    #expect(errorKind { _ = try store.reserveNumbers(1, root: 0) } == .timeout)
    try raw.run("COMMIT")
    let transaction = try store.beginWrite()
    #expect(errorKind { _ = try store.beginWrite() } == .timeout)
    transaction.rollback()
  }

  @Test func aClosedStoreSaysSo() throws {
    let fixture = try SQLiteFixture(Self.schema)
    let store = try fixture.open()
    store.close()
    store.close()
    #expect(errorKind { _ = try store.beginRead() } == .closed)
    #expect(errorKind { _ = try store.beginWrite() } == .closed)
    #expect(errorKind { _ = try store.reserveNumbers(1, root: 0) } == .closed)
    #expect(errorKind { _ = try store.statistics() } == .closed)
  }
}
#endif
