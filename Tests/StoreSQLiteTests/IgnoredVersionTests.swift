// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface
import StoreSQLite
import StoreTestSupport
import Testing

/// Files of another version of the model, opened all the same (R-PSC-060).
@Suite struct IgnoredVersionTests {
  private static func schema(_ build: (inout SchemaBuilder) -> Void) -> StoreSchema {
    var builder = SchemaBuilder()
    build(&builder)
    return builder.build()
  }

  private static let old = schema {
    $0.entity("Person", ["name": .string, "photo": .binaryData])
    $0.entity("Pet", ["name": .string])
  }

  /// Without `photo` and `Pet`; with two attributes, relationships and an entity more.
  private static let new = schema {
    $0.entity("Person", ["name": .string, "age": .integer16])
    $0.entity("Club", ["title": .string])
    $0.oneToMany("Club", toMany: "owners", "Person", toOne: "club", isOrdered: true)
    $0.manyToMany("Club", name: "members", "Person", name: "clubs")
    $0.toMany("Person", name: "friends", to: "Person")
    $0.constraint("Person", ["age"])
    $0.index("Person", name: "byAge", columns: ["age", "name"])
  }

  private func made() throws -> (fixture: SQLiteFixture, key: ObjectKey) {
    let fixture = try SQLiteFixture(Self.old)
    let store = try fixture.open()
    let key = try store.insert("Person", objects: [["name": .string("Ada")]], schema: Self.old)[0]
    store.close()
    return (fixture, ObjectKey(entity: Self.new.index("Person"), number: key.number))
  }

  private func opened(_ fixture: SQLiteFixture) throws -> SQLiteStore {
    try fixture.open {
      $0.schema = Self.new
      $0.entities = Self.new.allEntities
      $0.ignoresVersion = true
    }
  }

  @Test func whatTheFileLacksIsNull() throws {
    let (fixture, key) = try made()
    let store = try opened(fixture)
    defer { store.close() }
    let row = try store.row(key)
    #expect(row?.string(Self.new.slot("Person", "name")) == "Ada")
    #expect(row?.isNull(Self.new.slot("Person", "age")) == true)
    #expect(row?.isNull(Self.new.slot("Person", "club")) == true)
  }

  @Test func whatTheFileLacksIsFoundAsNull() throws {
    let (fixture, _) = try made()
    let store = try opened(fixture)
    defer { store.close() }
    let snapshot = try store.beginRead()
    defer { snapshot.end() }
    var query = Self.new.query("Person")
    query.filter = .isNull(.column(Self.new.path("Person", "age")))
    #expect(try snapshot.count(query) == 1)
    query.filter = .isNull(.column(Self.new.path("Person", "club.title")))
    #expect(try snapshot.count(query) == 1)
    query.filter = .quantified(.any, Self.new.toMany("Person", "clubs"), .and([]))
    #expect(try snapshot.count(query) == 0)
    query.filter = .quantified(.any, Self.new.toMany("Person", "friends"), .and([]))
    #expect(try snapshot.count(query) == 0)
    #expect(try snapshot.count(Self.new.query("Club")) == 0)
  }

  @Test(arguments: ["clubs", "friends"])
  func relationshipsThatTheFileLacksAreEmpty(_ name: String) throws {
    let (fixture, key) = try made()
    let store = try opened(fixture)
    defer { store.close() }
    let snapshot = try store.beginRead()
    defer { snapshot.end() }
    let found = try snapshot.related(
      Self.new.relationship("Person", name), of: [key], withRows: true)
    #expect(found.keys.isEmpty)
  }

  @Test func whatTheFileHasAPlaceForIsSaved() throws {
    let (fixture, key) = try made()
    let store = try opened(fixture)
    let row = try #require(try store.row(key))
    var changes = ChangeSet()
    changes.updates = [Self.new.update(key, from: row, set: ["name": .string("Eve")])]
    #expect(try store.commit(changes).isEmpty)
    try store.insert("Person", objects: [["name": .string("Joe")]], schema: Self.new)
    store.close()
    #expect(try fixture.raw().rows("SELECT ZNAME FROM ZPERSON ORDER BY 1") == ["Eve", "Joe"])
  }

  @Test func aValueWithoutAColumnIsRefusedAndNamed() throws {
    let (fixture, key) = try made()
    let store = try opened(fixture)
    defer { store.close() }
    let row = try #require(try store.row(key))
    var changes = ChangeSet()
    changes.updates = [Self.new.update(key, from: row, set: ["age": .integer(4)])]
    let update = #expect(throws: StoreError.self) { try store.commit(changes) }
    let insert = #expect(throws: StoreError.self) {
      try store.insert("Person", objects: [["age": .integer(4)]], schema: Self.new)
    }
    for error in [update, insert] {
      #expect(error?.kind == .schemaMismatch)
      #expect(error?.message.contains("ZPERSON") == true)
      #expect(error?.message.contains("age") == true)
    }
  }

  @Test func anObjectOfAnEntityWithoutATableIsRefusedAndNamed() throws {
    let (fixture, _) = try made()
    let store = try opened(fixture)
    defer { store.close() }
    let error = #expect(throws: StoreError.self) {
      try store.insert("Club", objects: [[:]], schema: Self.new)
    }
    #expect(error?.kind == .schemaMismatch)
    #expect(error?.message.contains("Club") == true)
  }

  @Test func aRelationshipWithoutATableIsRefusedAndNamed() throws {
    let (fixture, key) = try made()
    let store = try opened(fixture)
    defer { store.close() }
    var changes = ChangeSet()
    changes.links = [
      Self.new.linkChange(.add, entity: "Person", name: "friends", owner: key, member: key)
    ]
    let error = #expect(throws: StoreError.self) { try store.commit(changes) }
    #expect(error?.kind == .schemaMismatch)
    #expect(error?.message.contains("friends") == true)
  }

  @Test func theFileStaysAsItIs() throws {
    let (fixture, _) = try made()
    let before = try fixture.raw().rows("SELECT sql FROM sqlite_master")
    try opened(fixture).close()
    #expect(try fixture.raw().rows("SELECT sql FROM sqlite_master") == before)
  }

  @Test func theNextOpeningIsAsStrictAsEver() throws {
    let (fixture, _) = try made()
    try opened(fixture).close()
    #expect(errorKind { try fixture.open { $0.schema = Self.new } } == .schemaMismatch)
  }
}
#endif
