// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface
import StoreSQLite
import StoreTestSupport
import Testing

/// Many rows at once: statements that are fed by virtual tables, and rows that a function packs.
@Suite struct BulkTests {
  private static let schema: StoreSchema = {
    var builder = SchemaBuilder()
    builder.entity("Item", ["name": .string, "rank": .integer64])
    return builder.build()
  }()

  private func insert(_ count: Int, into store: SQLiteStore) throws -> [ObjectKey] {
    try store.insert(
      "Item",
      objects: (0..<count).map { ["name": .string("\($0)"), "rank": .integer(Int64(-$0))] },
      schema: Self.schema)
  }

  private func updates(_ keys: [ObjectKey], expecting version: Int64) -> ChangeSet {
    let entity = Self.schema["Item"]
    var changed = SlotSet()
    for attribute in entity.attributes { changed.insert(attribute.slot) }
    var changes = ChangeSet()
    changes.updates = keys.map { key in
      RowUpdate(
        key: key, row: Self.schema.row("Item", ["name": .string("new")], version: version + 1),
        changed: changed, expectedVersion: version)
    }
    return changes
  }

  // R-PSC-061
  @Test func staleAndMissingRowsAreFoundAmongManyUpdates() throws {
    let fixture = try SQLiteFixture(Self.schema)
    let store = try fixture.open()
    defer { fixture.close(store) }
    let keys = try insert(20, into: store)
    try fixture.raw().run(
      "UPDATE ZITEM SET Z_OPT = 2 WHERE Z_PK = 7; DELETE FROM ZITEM WHERE Z_PK = 9")
    let conflicts = try store.commit(updates(keys, expecting: 1))
    let found = conflicts.compactMap { conflict -> String? in
      guard case .version(let key, let expected, let actual, let stored) = conflict else {
        return nil
      }
      return "\(key.number) \(expected) \(actual) \(stored == nil)"
    }
    #expect(found.sorted() == ["7 1 2 false", "9 1 0 true"])
    #expect(
      try fixture.raw().rows("SELECT COUNT(*), SUM(ZNAME = 'new') FROM ZITEM") == ["19|0"])
  }

  @Test func manyUpdatesWriteTheirRowsAndNoOthers() throws {
    let fixture = try SQLiteFixture(Self.schema)
    let store = try fixture.open()
    defer { fixture.close(store) }
    let keys = try insert(20, into: store)
    #expect(try store.commit(updates(Array(keys[5..<15]), expecting: 1)).isEmpty)
    #expect(
      try fixture.raw().rows(
        "SELECT COUNT(*), MIN(Z_PK), MAX(Z_PK), SUM(ZRANK IS NULL), SUM(Z_ENT = 1) FROM ZITEM "
          + "WHERE ZNAME = 'new' AND Z_OPT = 2") == ["10|6|15|10|10"])
    #expect(try fixture.raw().rows("SELECT COUNT(*) FROM ZITEM") == ["20"])
  }

  // R-PSC-327, R-PSC-330
  @Test func numbersTakenAheadGoBackAtTheEnd() throws {
    let fixture = try SQLiteFixture(Self.schema)
    let store = try fixture.open()
    for number in 1...100 {
      #expect(try store.reserveNumbers(1, root: 0) == Int64(number))
    }
    store.close()
    #expect(try fixture.raw().rows("SELECT Z_MAX FROM Z_PRIMARYKEY") == ["100"])
  }

  // R-PSC-326, R-PSC-329
  @Test func numbersTakenAheadStayTakenWhenAnotherStoreWentOn() throws {
    let fixture = try SQLiteFixture(Self.schema)
    let store = try fixture.open()
    for _ in 1...100 { _ = try store.reserveNumbers(1, root: 0) }
    let other = try fixture.open()
    let next = try other.reserveNumbers(1, root: 0)
    #expect(next > 100)
    store.close()
    #expect(try other.reserveNumbers(1, root: 0) == next + 1)
    other.close()
  }

  @Test func aSorterSeesMoreRowsThanAreKept() throws {
    let fixture = try SQLiteFixture(Self.schema)
    let store = try fixture.open()
    defer { fixture.close(store) }
    _ = try insert(5000, into: store)
    var query = Query(entity: 0, concreteEntities: 0..<1)
    let rank = Self.schema["Item"].attributes.firstIndex { $0.name == "rank" } ?? 0
    // Each row comes before all that were seen earlier.
    query.sort = [SortKey(ColumnPath(.attribute(rank)))]
    query.limit = 3
    let snapshot = try store.beginRead()
    defer { snapshot.end() }
    var numbers: [Int64] = []
    try snapshot.run(query) { batch in
      numbers += batch.keys.map(\.number)
      for (key, row) in zip(batch.keys, batch.rows) {
        #expect(row.integer(Self.schema["Item"].attributes[rank].slot) == 1 - key.number)
      }
      return true
    }
    #expect(numbers == [5000, 4999, 4998])
  }

  @Test func lookUpsGoOnBesideOtherQueries() throws {
    let fixture = try SQLiteFixture(Self.schema)
    let store = try fixture.open()
    defer { fixture.close(store) }
    let keys = try insert(50, into: store)
    let snapshot = try store.beginRead()
    defer { snapshot.end() }
    for key in keys + keys {
      #expect(try snapshot.row(for: key)?.version == 1)
      #expect(try snapshot.rows(for: [keys[3], key, keys[4]]).compactMap(\.self).count == 3)
      let absent = ObjectKey(entity: 0, number: key.number + 1000)
      #expect(try snapshot.row(for: absent) == nil)
    }
  }

  @Test func aFileThatWasReplacedIsReadAnew() throws {
    let fixture = try SQLiteFixture(Self.schema)
    try fixture.create()
    try fixture.open().close()
    try fixture.raw().run("UPDATE Z_PRIMARYKEY SET Z_ENT = 9 WHERE Z_NAME = 'Item'")
    let store = try fixture.open()
    defer { fixture.close(store) }
    _ = try insert(1, into: store)
    #expect(try fixture.raw().rows("SELECT Z_ENT FROM ZITEM") == ["9"])
  }
}
#endif
