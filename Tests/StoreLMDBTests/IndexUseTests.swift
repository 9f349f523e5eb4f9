// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface
import StoreLMDB
import StoreTestSupport
import Testing

@Suite struct IndexUseTests {
  private let schema = LMDBFixture.notes
  private let directory: TemporaryDirectory
  private let store: LMDBStore

  init() throws {
    directory = try TemporaryDirectory()
    store = try LMDBFixture.open(directory.url.appendingPathComponent("store.lmdb"), schema)
    let folders = try store.insert(in: schema, entity: "Folder", objects: [[:], [:]])
    try store.insert(
      in: schema, entity: "Note",
      objects: (0..<1000).map { index in
        [
          "text": .string(String(format: "note %04d", index)), "rank": .integer(Int64(index % 10)),
          "code": .string("c\(index)"), "folder": .reference(folders[index % 2]),
        ]
      })
  }

  // R-PSC-854
  @Test func equalityVisitsTheMatchesOnly() throws {
    let filter = schema.equal("Note", column: "text", value: .string("note 0500"))
    let found: (keys: [ObjectKey], steps: Int) = try store.keys(schema.query("Note", filter))
    #expect(found.keys.map(\.number) == [501])
    #expect(found.steps <= 3)
  }

  // R-PSC-854
  @Test func aRangeVisitsTheRangeOnly() throws {
    let filter = Filter.between(
      .column(schema.path("Note", "text")), lower: .value(.string("note 0100")),
      upper: .value(.string("note 0109")))
    let found: (keys: [ObjectKey], steps: Int) = try store.keys(schema.query("Note", filter))
    #expect(found.keys.map(\.number) == Array(101...110))
    #expect(found.steps <= 25)
  }

  @Test func aPrefixVisitsTheBeginningsOnly() throws {
    let filter = Filter.match(
      .beginsWith, .column(schema.path("Note", "text")), pattern: .value(.string("note 02")), [])
    let found: (keys: [ObjectKey], steps: Int) = try store.keys(schema.query("Note", filter))
    #expect(found.keys.count == 100)
    #expect(found.steps <= 205)
  }

  @Test(arguments: [true, false]) func aLimitWithAnIndexedOrderStopsEarly(
    _ isAscending: Bool
  ) throws {
    var query = schema.query("Note", schema.equal("Note", column: "rank", value: .integer(3)))
    query.sort = [SortKey(schema.path("Note", "text"), ascending: isAscending)]
    query.limit = 5
    let found: (keys: [ObjectKey], steps: Int) = try store.keys(query)
    let expected = isAscending ? [4, 14, 24, 34, 44] : [994, 984, 974, 964, 954]
    #expect(found.keys.map(\.number) == expected.map(Int64.init))
    #expect(found.steps <= 15)
  }

  @Test func aConstraintFindsItsObject() throws {
    let filter = schema.equal("Note", column: "code", value: .string("c77"))
    let found: (keys: [ObjectKey], steps: Int) = try store.keys(schema.query("Note", filter))
    #expect(found.keys.map(\.number) == [78])
    #expect(found.steps <= 3)
  }

  @Test func countingAnIndexedRangeReadsNoRow() throws {
    let snapshot = try store.beginRead()
    defer { snapshot.end() }
    let filter = schema.equal("Note", column: "rank", value: .integer(3))
    #expect(try snapshot.count(schema.query("Note", filter)) == 100)
    #expect((snapshot as? LMDBSnapshot)?.cursorSteps ?? 0 <= 102)
  }

  @Test func countingAnEntityVisitsNothing() throws {
    let snapshot = try store.beginRead()
    defer { snapshot.end() }
    #expect(try snapshot.count(schema.query("Note")) == 1000)
    #expect((snapshot as? LMDBSnapshot)?.cursorSteps == 0)
  }

  @Test func namedObjectsAreLookedUp() throws {
    let entity = schema.index("Note")
    let keys = [900, 7, 7, 5000].map { ObjectKey(entity: entity, number: $0) }
    let filter = Filter.isObject(ColumnPath(.key), keys)
    let found: (keys: [ObjectKey], steps: Int) = try store.keys(schema.query("Note", filter))
    #expect(found.keys.map(\.number) == [7, 900])
    #expect(found.steps <= 3)
  }

  @Test func membersAreFoundThroughTheToOnesIndex() throws {
    let snapshot = try store.beginRead()
    defer { snapshot.end() }
    let owner = ObjectKey(entity: schema.index("Folder"), number: 2)
    let related = try snapshot.related(
      schema.relationship("Folder", "notes"), of: [owner], withRows: false)
    #expect(related.keys.count == 500)
    #expect((snapshot as? LMDBSnapshot)?.cursorSteps ?? 0 <= 501)
  }

  // The folders are asked first, then the notes of those that match: no note is followed.
  @Test func aPathIsAskedAtItsEnd() throws {
    let path = Operand.column(schema.path("Note", "folder.title"))
    let none = Filter.compare(path, .equal, .value(.string("x")), [])
    let found: (keys: [ObjectKey], steps: Int) = try store.keys(schema.query("Note", none))
    #expect(found.keys.isEmpty)
    #expect(found.steps <= 4)
    let any = Filter.quantified(
      .any, schema.toMany("Folder", "notes"),
      .compare(.column(schema.path("Note", "code")), .equal, .value(.string("c77")), []))
    let owners: (keys: [ObjectKey], steps: Int) = try store.keys(schema.query("Folder", any))
    #expect(owners.keys.map(\.number) == [2])
    #expect(owners.steps <= 6)
  }

  @Test func anUpdateMovesTheEntry() throws {
    let key = ObjectKey(entity: schema.index("Note"), number: 1)
    let row = try #require(try store.row(key))
    var changes = ChangeSet()
    changes.updates = [schema.update(key, from: row, set: ["text": .string("moved")])]
    try store.commit(changes)
    let gone = schema.equal("Note", column: "text", value: .string("note 0000"))
    let there = schema.equal("Note", column: "text", value: .string("moved"))
    #expect(try store.keys(schema.query("Note", gone)).isEmpty)
    #expect(try store.keys(schema.query("Note", there)) == [key])
  }
}
#endif
