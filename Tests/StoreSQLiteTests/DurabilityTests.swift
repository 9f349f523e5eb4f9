// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
import StoreInterface
import StoreSQLite
import StoreTestSupport
import Testing

/// What a power failure leaves of commits.
@Suite struct DurabilityTests {
  private struct Scene {
    let fixture: SQLiteFixture
    let disk: FaultyDisk
    let store: SQLiteStore

    init(_ change: (inout StoreConfiguration) -> Void = { _ in }) throws {
      fixture = try SQLiteFixture(FaultTests.schema)
      disk = FaultyDisk(fixture.directory.url)
      store = try fixture.open(change)
      // Whatever the creation has synchronised.
      try insert()
    }

    func insert() throws {
      try store.insert("Item", objects: [["name": .string("new")]], schema: FaultTests.schema)
    }

    /// How many rows there would be if the power failed now.
    func lastingRows() throws -> Int {
      let other = try TemporaryDirectory()
      try disk.writeLasting(to: other.url)
      let copy = try SQLiteFixture(FaultTests.schema)
      let url = other.url.appendingPathComponent(fixture.url.lastPathComponent)
      let store = try copy.open { $0.url = url }
      defer { store.close() }
      return try store.statistics().entities[0].rows
    }
  }

  // R-PSC-142
  @Test func aStoreAloneLeavesItsLastCommitsToThePower() throws {
    let scene = try Scene()
    defer { scene.store.close() }
    let syncs = scene.disk.syncs("-wal")
    for _ in 0..<5 { try scene.insert() }
    #expect(scene.disk.syncs("-wal") == syncs)
  }

  // R-PSC-142
  @Test func aStoreAmongOthersKeepsEveryCommit() throws {
    let scene = try Scene()
    defer { scene.store.close() }
    scene.store.setCompanions(true)
    for count in 2...6 {
      try scene.insert()
      #expect(try scene.lastingRows() == count)
    }
    scene.store.setCompanions(false)
    let syncs = scene.disk.syncs("-wal")
    try scene.insert()
    #expect(scene.disk.syncs("-wal") == syncs)
  }

  // R-PSC-142
  @Test func aChosenDurabilityComesBeforeThatOfTheSet() throws {
    let full = try Scene { $0.durability = .full }
    defer { full.store.close() }
    try full.insert()
    #expect(try full.lastingRows() == 2)
    let relaxed = try Scene { $0.durability = .relaxed }
    defer { relaxed.store.close() }
    relaxed.store.setCompanions(true)
    let syncs = relaxed.disk.syncs("-wal")
    try relaxed.insert()
    #expect(relaxed.disk.syncs("-wal") == syncs)
  }

  // R-PSC-142
  @Test func aPragmaComesBeforeEverything() throws {
    let scene = try Scene {
      $0.durability = .full
      $0.settings = ["synchronous": "OFF"]
    }
    defer { scene.store.close() }
    scene.store.setCompanions(true)
    let syncs = scene.disk.syncs("-wal")
    try scene.insert()
    #expect(scene.disk.syncs("-wal") == syncs)
  }

  // R-PSC-142
  @Test func oneCommitCanBeMadeToLast() throws {
    let scene = try Scene()
    defer { scene.store.close() }
    try scene.insert()
    let number = try scene.store.reserveNumbers(1, root: 0)
    let transaction = try scene.store.beginWrite()
    var changes = ChangeSet()
    let key = ObjectKey(entity: 0, number: number)
    changes.inserts = [
      RowInsert(key: key, row: FaultTests.schema.row("Item", ["name": .string("kept")]))
    ]
    #expect(try transaction.apply(changes).isEmpty)
    transaction.requireDurability()
    try transaction.prepare()
    try transaction.commit()
    #expect(try scene.lastingRows() == 3)
  }

  // R-PSC-142
  @Test func withoutALogCommitsLast() throws {
    let scene = try Scene { $0.settings = ["journal_mode": "DELETE"] }
    defer { scene.store.close() }
    try scene.insert()
    #expect(try scene.lastingRows() == 2)
  }

  // R-PSC-846
  @Test func aLogThatAReaderHasKeptShrinksWhenItHasGone() throws {
    let scene = try Scene { $0.settings = ["wal_autocheckpoint": "100"] }
    defer { scene.store.close() }
    let snapshot = try scene.store.beginRead()
    _ = try snapshot.row(for: ObjectKey(entity: 0, number: 1))
    let large: [PropertyValues] = (0..<100).map { _ in
      ["data": .data(Data(repeating: 1, count: 200_000))]
    }
    try scene.store.insert("Item", objects: large, schema: FaultTests.schema)
    let path = scene.fixture.url.path + "-wal"
    func size() throws -> Int {
      try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }
    #expect(try size() > 18 << 20)
    snapshot.end()
    for _ in 0..<3 { try scene.insert() }
    #expect(try size() <= 16 << 20)
  }
}
#endif
