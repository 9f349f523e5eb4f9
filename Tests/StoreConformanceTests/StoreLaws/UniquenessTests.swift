// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreTestSupport
import Testing

@Suite struct UniquenessTests {
  private static func inserts(
    _ session: StoreSession, _ objects: [(String, PropertyValues)]
  ) throws -> (changes: ChangeSet, keys: [ObjectKey]) {
    var changes = ChangeSet()
    for (entity, values) in objects {
      let key = try session.reserve(entity)[0]
      changes.inserts.append(RowInsert(key: key, row: session.schema.row(entity, values)))
    }
    return (changes, changes.inserts.map(\.key))
  }

  private static func columns(_ found: UniquenessConflict, _ session: StoreSession) -> [Column] {
    session.schema.entities[found.entity].constraints[found.constraint].columns
  }

  @Test(arguments: StoreUnderTest.all(with: .uniqueness))
  func aStoredValueClashesWithAPendingOne(_ store: StoreUnderTest) throws {  // R-CTX-641
    let session = try StoreSession(store, SchemaFixture.constraints)
    let stored = try session.insert("Base", ["code": .string("x"), "note": .string("first")])
    let (changes, keys) = try Self.inserts(session, [("Base", ["code": .string("x")])])
    let found = try session.uniquenessConflicts(changes)
    try #require(found.count == 1)
    #expect(found[0].pending == keys)
    #expect(found[0].stored == stored)
    #expect(
      found[0].storedRow.map(session.schema.values)
        == ["code": .string("x"), "note": .string("first")])
    #expect(Self.columns(found[0], session) == [session.schema.column("Base", "code")])
    #expect(try session.keys(session.query("Base")) == [stored])
  }

  @Test(arguments: StoreUnderTest.all(with: .uniqueness))
  func pendingValuesClashAmongThemselves(_ store: StoreUnderTest) throws {  // R-CTX-641
    let session = try StoreSession(store, SchemaFixture.constraints)
    let (changes, keys) = try Self.inserts(
      session, [("Base", ["code": .string("x")]), ("Base", ["code": .string("x")])])
    let found = try session.uniquenessConflicts(changes)
    try #require(found.count == 1)
    #expect(found[0].pending == keys)
    #expect(found[0].stored == nil)
    #expect(found[0].storedRow == nil)
    #expect(try session.count(session.query("Base")) == 0)
  }

  @Test(arguments: StoreUnderTest.all(with: .uniqueness))
  func aConflictGroupsAllPendingRowsWithTheStoredOne(_ store: StoreUnderTest) throws {
    // R-CTX-641
    let session = try StoreSession(store, SchemaFixture.constraints)
    let stored = try session.insert("Base", ["code": .string("x")])
    let (changes, keys) = try Self.inserts(
      session, [("Base", ["code": .string("x")]), ("Base", ["code": .string("x")])])
    let found = try session.uniquenessConflicts(changes)
    try #require(found.count == 1)
    #expect(found[0].pending == keys)
    #expect(found[0].stored == stored)
  }

  @Test(
    arguments: StoreUnderTest.all(with: .uniqueness),
    [["Derived", "Other"], ["Other", "Base"], ["Base", "Derived"]])
  func anInheritedConstraintHoldsAcrossSubEntities(
    _ store: StoreUnderTest, _ entities: [String]
  ) throws {
    let session = try StoreSession(store, SchemaFixture.constraints)
    let stored = try session.insert(entities[0], ["code": .string("x")])
    let (changes, keys) = try Self.inserts(session, [(entities[1], ["code": .string("x")])])
    let found = try session.uniquenessConflicts(changes)
    try #require(found.count == 1)
    #expect(found[0].pending == keys)
    #expect(found[0].stored == stored)
    #expect(found[0].storedRow?.entity == stored.entity)
  }

  @Test(arguments: StoreUnderTest.all(with: .uniqueness))
  func anInheritedConstraintHoldsAmongPendingSubEntities(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.constraints)
    let (changes, keys) = try Self.inserts(
      session, [("Derived", ["code": .string("x")]), ("Other", ["code": .string("x")])])
    let found = try session.uniquenessConflicts(changes)
    #expect(found.map(\.pending) == [keys.sorted()])
  }

  @Test(arguments: StoreUnderTest.all(with: .uniqueness))
  func nullsNeverClash(_ store: StoreUnderTest) throws {  // R-CTX-641
    let session = try StoreSession(store, SchemaFixture.constraints)
    try session.insert("Base", [[:], [:]])
    try session.insert("Base")
    try session.insert("Derived", [["low": .integer(1)], ["low": .integer(1)]])
    try session.insert("Derived", [["high": .integer(1)], ["high": .integer(1)]])
    #expect(try session.count(session.query("Base")) == 7)
  }

  @Test(arguments: StoreUnderTest.all(with: .uniqueness))
  func aCompoundConstraintNeedsAllValuesEqual(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.constraints)
    let stored = try session.insert("Derived", ["low": .integer(1), "high": .integer(2)])
    try session.insert("Derived", ["low": .integer(1), "high": .integer(3)])
    try session.insert("Derived", ["low": .integer(2), "high": .integer(1)])
    let (changes, _) = try Self.inserts(
      session, [("Derived", ["low": .integer(1), "high": .integer(2)])])
    let found = try session.uniquenessConflicts(changes)
    #expect(found.map(\.stored) == [stored])
    let expected = ["low", "high"].map { session.schema.column("Derived", $0) }
    #expect(found.map { Self.columns($0, session) } == [expected])
  }

  @Test(arguments: StoreUnderTest.all(with: .uniqueness))
  func aReferenceMayBePartOfAConstraint(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.constraints)
    let rooms = try session.insert("Room", [[:], [:]])
    let seats = try session.insert(
      "Seat", rooms.map { ["room": .reference($0), "number": .integer(1)] })
    try session.insert("Seat", ["room": .reference(rooms[0]), "number": .integer(2)])
    let (changes, _) = try Self.inserts(
      session, [("Seat", ["room": .reference(rooms[1]), "number": .integer(1)])])
    #expect(try session.uniquenessConflicts(changes).map(\.stored) == [seats[1]])
  }

  @Test(arguments: StoreUnderTest.all(with: .uniqueness), AttributeType.allCases)
  func everyTypeCanBeUnique(_ store: StoreUnderTest, _ type: AttributeType) throws {
    let session = try StoreSession(store, SchemaFixture.constraints)
    let values = SampleValues.ordinary(of: type)
    let keys = try session.insert("Typed", values.map { ["\(type)": $0] })
    for (key, value) in zip(keys, values) {
      let (changes, _) = try Self.inserts(session, [("Typed", ["\(type)": value])])
      #expect(try session.uniquenessConflicts(changes).map(\.stored) == [key], "\(value)")
    }
  }

  @Test(arguments: StoreUnderTest.all(with: .uniqueness))
  func anUpdateCanClash(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.constraints)
    let keys = try session.insert("Other", [["code": .string("x")], ["code": .string("y")]])
    var changes = ChangeSet()
    changes.updates = [
      session.schema.update(
        keys[1], from: try #require(try session.row(keys[1])), set: ["code": .string("x")])
    ]
    let found = try session.uniquenessConflicts(changes)
    #expect(found.map(\.pending) == [[keys[1]]])
    #expect(found.map(\.stored) == [keys[0]])
  }

  @Test(arguments: StoreUnderTest.all(with: .uniqueness))
  func anObjectDoesNotClashWithItself(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.constraints)
    let key = try session.insert("Other", ["code": .string("x")])
    try session.update(key, set: ["code": .string("x"), "note": .string("n")])
    #expect(try session.row(key)?.version == 2)
  }

  @Test(arguments: StoreUnderTest.all(with: .uniqueness))
  func anUpdatePassesItsValueOnToAnInsert(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.constraints)
    let key = try session.insert("Base", ["code": .string("x")])
    var (changes, keys) = try Self.inserts(session, [("Base", ["code": .string("x")])])
    changes.updates = [
      session.schema.update(
        key, from: try #require(try session.row(key)), set: ["code": .string("y")])
    ]
    try session.commit(changes)
    #expect(try session.values(key) == ["code": .string("y")])
    #expect(try session.values(keys[0]) == ["code": .string("x")])
  }

  @Test(arguments: StoreUnderTest.all(with: .uniqueness))
  func twoUpdatesMaySwapTheirValues(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.constraints)
    let keys = try session.insert("Base", [["code": .string("x")], ["code": .string("y")]])
    let rows = try session.read { try $0.rows(for: keys) }
    var changes = ChangeSet()
    for (key, row, code) in zip3(keys, with: rows, and: ["y", "x"]) {
      changes.updates.append(
        session.schema.update(key, from: try #require(row), set: ["code": .string(code)]))
    }
    try session.commit(changes)
    #expect(try session.values(keys[0]) == ["code": .string("y")])
    #expect(try session.values(keys[1]) == ["code": .string("x")])
  }

  @Test(arguments: StoreUnderTest.all(with: .uniqueness))
  func aFreedValueCanBeUsedAgain(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.constraints)
    let first = try session.insert("Base", ["code": .string("x")])
    try session.update(first, set: ["code": .null])
    let second = try session.insert("Other", ["code": .string("x")])
    try session.delete(second)
    try session.insert("Derived", ["code": .string("x")])
  }

  @Test(arguments: StoreUnderTest.all(with: .uniqueness))
  func uniqueTextsDifferByCaseAndByCodePoint(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.constraints)
    let codes = ["a", "A", "a ", "e\u{301}", "\u{E9}", ""]
    let keys = try session.insert("Base", codes.map { ["code": .string($0)] })
    #expect(keys.count == codes.count)
  }

  @Test(arguments: StoreUnderTest.all(with: .uniqueness))
  func longTextsThatDifferAtTheEndDoNotClash(_ store: StoreUnderTest) throws {  // R-PSC-854
    let session = try StoreSession(store, SchemaFixture.constraints)
    let long = String(repeating: "k", count: 3_000)
    let keys = try session.insert(
      "Base", [["code": .string(long + "a")], ["code": .string(long + "b")]])
    let (changes, _) = try Self.inserts(session, [("Base", ["code": .string(long + "b")])])
    #expect(try session.uniquenessConflicts(changes).map(\.stored) == [keys[1]])
  }

  @Test(arguments: StoreUnderTest.all(with: .uniqueness))
  func everyBrokenConstraintIsReported(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.constraints)
    try session.insert("Derived", ["code": .string("x")])
    try session.insert("Derived", ["low": .integer(1), "high": .integer(2)])
    let (changes, _) = try Self.inserts(
      session,
      [("Derived", ["code": .string("x"), "low": .integer(1), "high": .integer(2)])])
    let found = try session.uniquenessConflicts(changes)
    #expect(Set(found.map { Self.columns($0, session).count }) == [1, 2])
  }
}

private func zip3<A, B, C>(_ a: [A], with b: [B], and c: [C]) -> [(A, B, C)] {
  zip(zip(a, b), c).map { ($0.0, $0.1, $1) }
}
