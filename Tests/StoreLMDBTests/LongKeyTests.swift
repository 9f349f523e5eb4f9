// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface
import StoreLMDB
import StoreTestSupport
import Testing

/// Values that are longer than LMDB's keys may be.
@Suite struct LongKeyTests {
  private let schema = LMDBFixture.notes
  private let directory: TemporaryDirectory
  private let store: LMDBStore
  /// Alike in their first 600 bytes, stored in an order of their own.
  private let texts = ["m", "c", "x", "a", "q"].map { String(repeating: "k", count: 600) + $0 }

  init() throws {
    directory = try TemporaryDirectory()
    store = try LMDBFixture.open(directory.url.appendingPathComponent("store.lmdb"), schema)
    var objects: [PropertyValues] = texts.map { ["text": .string($0)] }
    objects.append(["text": .string("short")])
    objects.append(["text": .string(String(repeating: "k", count: 500))])
    try store.insert(in: schema, entity: "Note", objects: objects)
  }

  // R-PSC-854
  @Test func equalityIsVerifiedWithTheRow() throws {
    let query = schema.query("Note", schema.equal("Note", column: "text", value: .string(texts[2])))
    #expect(try store.keys(query).map(\.number) == [3])
  }

  // R-PSC-854
  @Test func rangesAreVerifiedWithTheRow() throws {
    let filter = Filter.between(
      .column(schema.path("Note", "text")), lower: .value(.string(texts[1])),
      upper: .value(.string(texts[4])))
    #expect(try store.keys(schema.query("Note", filter)).map(\.number) == [1, 2, 5])
    let above = Filter.compare(
      .column(schema.path("Note", "text")), .greater, .value(.string(texts[0])), [])
    #expect(try store.keys(schema.query("Note", above)).map(\.number) == [3, 5, 6])
  }

  // R-PSC-854
  @Test func theOrderIsThatOfTheWholeValues() throws {
    var query = schema.query("Note")
    query.filter = .match(
      .beginsWith, .column(schema.path("Note", "text")), pattern: .value(.string("k")), [])
    query.sort = [SortKey(schema.path("Note", "text"))]
    query.limit = 10
    #expect(try store.keys(query).map(\.number) == [7, 4, 2, 1, 5, 3])
  }

  // R-PSC-205
  @Test func aConstraintComparesWholeValues() throws {
    let codes = texts.map { ["code": AttributeValue.string($0)] }
    let keys = try store.insert(in: schema, entity: "Note", objects: codes)
    #expect(keys.count == 5)
    var changes = ChangeSet()
    let key = ObjectKey(entity: schema.index("Note"), number: 100)
    changes.inserts = [RowInsert(key: key, row: schema.row("Note", codes[3]))]
    let conflicts = try store.attempt(changes)
    #expect(conflicts.count == 1)
    guard case .uniqueness(_, _, let pending, let stored, let row) = conflicts.first else {
      Issue.record("no conflict of uniqueness: \(conflicts)")
      return
    }
    #expect(pending == [key])
    #expect(stored == keys[3])
    #expect(row?.string(schema.slot("Note", "code")) == texts[3])
  }

  @Test func deletingRemovesACutEntry() throws {
    var changes = ChangeSet()
    changes.deletes = [
      RowDelete(key: ObjectKey(entity: schema.index("Note"), number: 3), expectedVersion: nil)
    ]
    try store.commit(changes)
    let query = schema.query("Note", schema.equal("Note", column: "text", value: .string(texts[2])))
    #expect(try store.keys(query).isEmpty)
  }
}
#endif
