// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface
import StoreSQLite
import StoreTestSupport
import Testing

/// What a commit appends to the log is written at once, and nothing else is kept back.
@Suite struct GatheredLogTests {
  private struct Scene {
    let fixture: SQLiteFixture
    let disk: FaultyDisk
    let store: SQLiteStore

    init(pragmas: [String: String] = [:]) throws {
      fixture = try SQLiteFixture(FaultTests.schema)
      disk = FaultyDisk(fixture.directory.url)
      store = try fixture.open { $0.settings = pragmas }
      // The log has begun.
      try insert(1)
    }

    @discardableResult
    func insert(_ count: Int, _ name: String = "new") throws -> [ObjectKey] {
      try store.insert(
        "Item", objects: Array(repeating: ["name": .string(name)], count: count),
        schema: FaultTests.schema)
    }

    func update(_ keys: [ObjectKey], to name: String, version: Int64) -> ChangeSet {
      var changed = SlotSet()
      for attribute in FaultTests.schema["Item"].attributes { changed.insert(attribute.slot) }
      var changes = ChangeSet()
      changes.updates = keys.map { key in
        RowUpdate(
          key: key,
          row: FaultTests.schema.row("Item", ["name": .string(name)], version: version + 1),
          changed: changed, expectedVersion: version)
      }
      return changes
    }

    /// The names in the file and how often each is there, as another program sees them.
    func names() throws -> [String] {
      try fixture.raw().rows("SELECT ZNAME, COUNT(*) FROM ZITEM GROUP BY ZNAME ORDER BY ZNAME")
    }

    func integrity() throws -> [String] { try fixture.raw().rows("PRAGMA integrity_check") }
  }

  /// A cache of a few pages: SQLite writes to the log in the middle of transactions, and rewrites what
  /// it has written.
  private static let smallCache = ["cache_size": "10", "cache_spill": "1"]

  @Test func aCommitIsOneWriteToTheLog() throws {
    let scene = try Scene()
    defer { scene.store.close() }
    // Numbers are taken ahead with a commit of their own, once in a while.
    try scene.insert(8)
    let writes = scene.disk.writes("-wal")
    let version = try scene.store.commit(
      scene.update([ObjectKey(entity: 0, number: 1)], to: "other", version: 1))
    #expect(version.isEmpty)
    #expect(scene.disk.writes("-wal") == writes + 1)
    #expect(try scene.names() == ["new|8", "other|1"])
  }

  @Test func aLargeCommitTakesAWriteForManyPages() throws {
    let scene = try Scene()
    defer { scene.store.close() }
    let writes = scene.disk.writes("-wal")
    try scene.insert(5000, String(repeating: "long", count: 50))
    // Some 300 pages.
    #expect(scene.disk.writes("-wal") - writes < 20)
    #expect(try scene.integrity() == ["ok"])
    #expect(try scene.fixture.raw().rows("SELECT COUNT(*) FROM ZITEM") == ["5001"])
  }

  @Test func transactionsThatOutgrowTheCacheAreWhole() throws {
    let scene = try Scene(pragmas: Self.smallCache)
    defer { scene.store.close() }
    let keys = try scene.insert(3000, "first")
    let transaction = try scene.store.beginWrite()
    #expect(try transaction.apply(scene.update(keys, to: "second", version: 1)).isEmpty)
    #expect(try transaction.apply(scene.update(keys, to: "third", version: 2)).isEmpty)
    try transaction.prepare()
    try transaction.commit()
    #expect(try scene.integrity() == ["ok"])
    #expect(try scene.names() == ["new|1", "third|3000"])
  }

  /// What the one has written and taken back must not come after what the other has committed there.
  @Test func aTransactionThatIsTakenBackLeavesOthersAlone() throws {
    let scene = try Scene(pragmas: Self.smallCache)
    defer { scene.store.close() }
    let keys = try scene.insert(3000, "first")
    let other = try scene.fixture.open { $0.settings = Self.smallCache }
    defer { other.close() }
    for round in 1...5 {
      let transaction = try scene.store.beginWrite()
      #expect(
        try transaction.apply(scene.update(keys, to: "never", version: Int64(round))).isEmpty)
      transaction.rollback()
      #expect(
        try other.commit(scene.update(keys, to: "round \(round)", version: Int64(round))).isEmpty)
      try scene.insert(1)
    }
    #expect(try scene.integrity() == ["ok"])
    #expect(try scene.names() == ["new|6", "round 5|3000"])
  }

  /// A log that is cut would grow again with every commit, which takes longer than writing it over.
  @Test func theLogKeepsTheLengthThatCheckpointsLeaveIt() throws {
    let scene = try Scene(pragmas: ["wal_autocheckpoint": "400"])
    defer { scene.store.close() }
    let log = scene.fixture.url.path + "-wal"
    var lengths: [Int] = []
    for _ in 0..<120 {
      try scene.insert(1, String(repeating: "long", count: 15_000))
      let values = try FileManager.default.attributesOfItem(atPath: log)
      lengths.append(try #require(values[.size] as? Int))
    }
    #expect(lengths == lengths.sorted())
    let last = try #require(lengths.last)
    // Beyond a megabyte, and of the 1,900 pages that were written a few hundred.
    #expect((1_500_000..<3_000_000).contains(last))
  }

  /// A commit that the disk refuses, at whichever write, leaves nothing that a later one would write.
  @Test(arguments: 1...6)
  func aRefusedCommitIsTakenBack(at number: Int) throws {
    let scene = try Scene()
    defer { scene.store.close() }
    var kind: StoreError.Kind?
    let hasFailed = try scene.disk.failing(.full(at: number)) {
      do {
        try scene.insert(2500, String(repeating: "long", count: 50))
      } catch let error as StoreError { kind = error.kind }
    }
    #expect((kind == .diskFull) == hasFailed)
    try scene.insert(3, "after")
    #expect(try scene.integrity() == ["ok"])
    #expect(
      try scene.fixture.raw().rows("SELECT COUNT(*) FROM ZITEM WHERE ZNAME IN ('new', 'after')")
        == ["4"])
    #expect(
      try scene.fixture.raw().rows("SELECT COUNT(*) FROM ZITEM") == [hasFailed ? "4" : "2504"])
  }
}
#endif
