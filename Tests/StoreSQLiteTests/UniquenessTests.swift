// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface
import StoreSQLite
import StoreTestSupport
import Testing

/// Unique values that change hands within one save.
@Suite struct UniquenessTests {
  private static let schema: StoreSchema = {
    var builder = SchemaBuilder()
    builder.entity("Item", ["code": .string, "note": .string])
    builder.constraint("Item", ["code"])
    return builder.build()
  }()

  private func update(
    _ store: SQLiteStore, _ pairs: [(ObjectKey, String)]
  ) throws -> [Conflict] {
    var changes = ChangeSet()
    for (key, code) in pairs {
      guard let row = try store.row(key) else { continue }
      changes.updates.append(Self.schema.update(key, from: row, set: ["code": .string(code)]))
    }
    return try store.commit(changes)
  }

  @Test func twoObjectsMayExchangeTheirValues() throws {
    let fixture = try SQLiteFixture(Self.schema)
    let store = try fixture.open()
    defer { fixture.close(store) }
    let keys = try store.insert(
      "Item", objects: [["code": .string("a")], ["code": .string("b")]], schema: Self.schema)
    #expect(try update(store, [(keys[0], "b"), (keys[1], "a")]).isEmpty)
    #expect(try keys.map { try store.row($0)?.string(0) } == ["b", "a"])
    #expect(try store.row(keys[0])?.version == 2)
  }

  // R-REQ-153
  @Test func aTakenValueIsAConflictWithTheHolder() throws {
    let fixture = try SQLiteFixture(Self.schema)
    let store = try fixture.open()
    defer { fixture.close(store) }
    let keys = try store.insert(
      "Item", objects: [["code": .string("a")], ["code": .string("b")]], schema: Self.schema)
    let conflicts = try update(store, [(keys[0], "b")])
    guard case .uniqueness(_, let constraint, let pending, let stored, let row)? = conflicts.first
    else { throw UnexpectedAnswer("\(conflicts)") }
    #expect(constraint == 0)
    #expect(pending == [keys[0]])
    #expect(stored == keys[1])
    #expect(row?.string(0) == "b")
    #expect(try store.row(keys[0])?.string(0) == "a")
  }

  // R-REQ-153, R-REQ-098: other software leaves rows without the number of their entity
  @Test(arguments: ["NULL", "7"])
  func theHolderOfAValueNeedNotSayItsEntity(_ number: String) throws {
    let fixture = try SQLiteFixture(Self.schema)
    let first = try fixture.open()
    let key = try first.insert("Item", objects: [["code": .string("a")]], schema: Self.schema)[0]
    first.close()
    try fixture.raw().run("UPDATE ZITEM SET Z_ENT = \(number)")
    let store = try fixture.open()
    defer { fixture.close(store) }
    var changes = ChangeSet()
    changes.inserts = [
      RowInsert(
        key: ObjectKey(entity: Self.schema.index("Item"), number: key.number + 1),
        row: Self.schema.row("Item", ["code": .string("a")]))
    ]
    let conflicts = try store.commit(changes)
    guard case .uniqueness(_, _, _, let stored, _)? = conflicts.first else {
      throw UnexpectedAnswer("\(conflicts)")
    }
    #expect(stored == key)
  }

  // R-PSC-838
  @Test func aStaleVersionIsAConflictWithTheStoredRow() throws {
    let fixture = try SQLiteFixture(Self.schema)
    let store = try fixture.open()
    defer { fixture.close(store) }
    let key = try store.insert("Item", objects: [["code": .string("a")]], schema: Self.schema)[0]
    guard let stale = try store.row(key) else { throw UnexpectedAnswer("no row") }
    #expect(try update(store, [(key, "b")]).isEmpty)
    var changes = ChangeSet()
    changes.updates = [Self.schema.update(key, from: stale, set: ["note": .string("x")])]
    let conflicts = try store.commit(changes)
    guard case .version(key, 1, 2, let stored?)? = conflicts.first else {
      throw UnexpectedAnswer("\(conflicts)")
    }
    #expect(stored.string(0) == "b")
  }
}
#endif
