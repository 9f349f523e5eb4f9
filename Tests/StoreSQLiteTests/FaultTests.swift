// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
import StoreInterface
import StoreSQLite
import StoreTestSupport
import Testing

/// What is left of a fault of the disk once it is over: nothing.
@Suite struct FaultTests {
  static let schema: StoreSchema = {
    var builder = SchemaBuilder()
    builder.entity("Item", ["name": .string, "data": .binaryData])
    return builder.build()
  }()

  /// A file with some rows that are not in memory, and a disk that fails on command.
  private struct Scene {
    let fixture: SQLiteFixture
    let disk: FaultyDisk
    let keys: [ObjectKey]

    init() throws {
      fixture = try SQLiteFixture(FaultTests.schema)
      let store = try fixture.open()
      let items = (0..<300).map { ["name": .string("name \($0)")] as PropertyValues }
      keys = try store.insert("Item", objects: items, schema: FaultTests.schema)
      store.close()
      disk = FaultyDisk(fixture.directory.url)
    }

    func count(_ store: SQLiteStore) throws -> Int {
      let snapshot = try store.beginRead()
      defer { snapshot.end() }
      return try snapshot.rows(for: keys).count { $0 != nil }
    }
  }

  // R-PSC-845
  @Test(arguments: 1...24)
  func aReadThatFailsOnceLeavesNothingBehind(at number: Int) throws {
    let scene = try Scene()
    let store = try scene.fixture.open()
    defer { store.close() }
    var kind: StoreError.Kind?
    try scene.disk.failing(.unreadable(at: number)) {
      do { _ = try scene.count(store) } catch let error as StoreError { kind = error.kind }
    }
    #expect(kind == nil || kind == .inputOutput)
    for _ in 0..<3 { #expect(try scene.count(store) == scene.keys.count) }
  }

  // R-PSC-845
  @Test(arguments: 1...12)
  func aFaultWhileOpeningIsNoDamage(at number: Int) throws {
    let scene = try Scene()
    var kind: StoreError.Kind?
    try scene.disk.failing(.unreadable(at: number)) {
      do { try scene.fixture.open().close() } catch let error as StoreError { kind = error.kind }
    }
    #expect([nil, .inputOutput, .cannotOpen].contains(kind), "\(String(describing: kind))")
    let store = try scene.fixture.open()
    defer { store.close() }
    #expect(try scene.count(store) == scene.keys.count)
  }

  // R-PSC-845
  @Test func aLogThatCannotBeReadIsNoDamage() throws {
    let scene = try Scene()
    let first = try scene.fixture.open()
    defer { first.close() }
    try first.insert("Item", objects: [["name": .string("in the log")]], schema: Self.schema)
    for number in 1...20 {
      var kind: StoreError.Kind?
      try scene.disk.failing(.unreadable(at: number)) {
        do { try scene.fixture.open().close() } catch let error as StoreError { kind = error.kind }
      }
      #expect(kind != .corrupt, "read \(number)")
    }
  }

  // R-PSC-845
  @Test func aWriterThatWasOpenedForReadingIsOpenedAgain() throws {
    let scene = try Scene()
    let store = try scene.fixture.open()
    defer { store.close() }
    let item: [PropertyValues] = [["name": .string("new")]]
    let fault = FaultyDisk.Fault([.open], at: 1, code: SQLITE_CANTOPEN)
    let hasFailed = scene.disk.failing(fault) {
      #expect(
        errorKind { try store.insert("Item", objects: item, schema: Self.schema) } == .inputOutput)
    }
    #expect(hasFailed)
    #expect(throws: Never.self) { try store.insert("Item", objects: item, schema: Self.schema) }
  }

  // R-PSC-845
  @Test(arguments: [Set([FaultyDisk.Call.write]), [.sync], [.read], [.open]], 1...6)
  func aSaveThatFailsOnceCanBeMadeAgain(_ calls: Set<FaultyDisk.Call>, at number: Int) throws {
    let scene = try Scene()
    let store = try scene.fixture.open()
    defer { store.close() }
    store.setCompanions(true)
    let item: [PropertyValues] = [
      ["name": .string("new"), "data": .data(Data(repeating: 1, count: 20_000))]
    ]
    let fault = FaultyDisk.Fault(calls, at: number, code: SQLITE_IOERR | (3 << 8))
    try scene.disk.failing(fault) {
      do { try store.insert("Item", objects: item, schema: Self.schema) } catch let error
        as StoreError
      {
        #expect(error.kind == .inputOutput || error.kind == .cannotOpen)
      }
    }
    let before = try store.statistics().entities[0].rows
    try store.insert("Item", objects: item, schema: Self.schema)
    #expect(try store.statistics().entities[0].rows == before + 1)
  }

  // R-PSC-845
  @Test func aFullDiskIsSaid() throws {
    let scene = try Scene()
    let store = try scene.fixture.open()
    defer { store.close() }
    scene.disk.failing(.full(at: 1)) {
      let kind = errorKind {
        try store.insert("Item", objects: [["name": .string("new")]], schema: Self.schema)
      }
      #expect(kind == .diskFull)
    }
    #expect(throws: Never.self) {
      try store.insert("Item", objects: [["name": .string("new")]], schema: Self.schema)
    }
  }
}
#endif
