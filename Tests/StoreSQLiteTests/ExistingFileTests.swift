// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface
import StoreSQLite
import StoreTestSupport
import Testing

/// Files that are there already, as other programs and older versions leave them.
@Suite struct ExistingFileTests {
  private static let people: StoreSchema = {
    var builder = SchemaBuilder()
    builder.entity("Person", ["name": .string, "age": .integer16])
    builder.entity("Pet", ["name": .string])
    builder.manyToMany("Person", name: "pets", "Pet", name: "owners")
    builder.constraint("Person", ["name"])
    builder.index("Person", name: "byAge", columns: ["age"])
    return builder.build()
  }()

  // R-REQ-124, R-REQ-181
  @Test func theFilesOwnEntityNumbersCount() throws {
    let fixture = try SQLiteFixture(Self.people)
    try fixture.create()
    let raw = try fixture.raw()
    try raw.run("UPDATE Z_PRIMARYKEY SET Z_ENT = 17 WHERE Z_NAME = 'Person'")
    try raw.run("UPDATE Z_PRIMARYKEY SET Z_ENT = 9 WHERE Z_NAME = 'Pet'")
    try raw.run("ALTER TABLE Z_1PETS RENAME TO Z_9OWNERS")
    try raw.run("ALTER TABLE Z_9OWNERS RENAME COLUMN Z_1OWNERS TO Z_17OWNERS")
    try raw.run("ALTER TABLE Z_9OWNERS RENAME COLUMN Z_2PETS TO Z_9PETS")
    let store = try fixture.open()
    let person = try store.insert("Person", objects: [["name": .string("A")]], schema: Self.people)[
      0]
    let pet = try store.insert("Pet", objects: [["name": .string("B")]], schema: Self.people)[0]
    var changes = ChangeSet()
    changes.links = [LinkChange(link: 0, kind: .add, first: person, second: pet)]
    #expect(try store.commit(changes).isEmpty)
    store.close()
    #expect(try raw.rows("SELECT Z_ENT, Z_PK FROM ZPERSON") == ["17|1"])
    #expect(try raw.rows("SELECT Z_17OWNERS, Z_9PETS FROM Z_9OWNERS") == ["1|1"])
  }

  // R-REQ-181
  @Test func aColumnWithAnotherNumberBehindItsNameIsFound() throws {
    let fixture = try SQLiteFixture(Self.people)
    try fixture.create()
    try fixture.raw().run("ALTER TABLE ZPERSON RENAME COLUMN ZAGE TO ZAGE1")
    let store = try fixture.open()
    try store.insert("Person", objects: [["age": .integer(7)]], schema: Self.people)
    store.close()
    #expect(try fixture.raw().rows("SELECT ZAGE1 FROM ZPERSON") == ["7"])
  }

  @Test func aMissingColumnIsNamed() throws {
    let fixture = try SQLiteFixture(Self.people)
    try fixture.create()
    try fixture.raw().run("ALTER TABLE ZPET RENAME COLUMN ZNAME TO ZOTHER")
    let error = #expect(throws: StoreError.self) { try fixture.open() }
    #expect(error?.kind == .schemaMismatch)
    #expect(error?.message.contains("ZNAME") == true)
  }

  @Test func aMissingTableIsNamed() throws {
    let fixture = try SQLiteFixture(Self.people)
    try fixture.create()
    try fixture.raw().run("DROP TABLE ZPET")
    let error = #expect(throws: StoreError.self) { try fixture.open() }
    #expect(error?.kind == .schemaMismatch)
    #expect(error?.message.contains("ZPET") == true)
  }

  // R-MOD-178
  @Test func missingIndexesAreMadeAgain() throws {
    let fixture = try SQLiteFixture(Self.people)
    try fixture.create()
    try fixture.raw().run("DROP INDEX Z_Person_byAge; DROP INDEX Z_Person_UNIQUE_name")
    try fixture.create()
    let names = try fixture.raw().rows(
      "SELECT name FROM sqlite_master WHERE name LIKE 'Z_Person%' ORDER BY name")
    #expect(names == ["Z_Person_UNIQUE_name", "Z_Person_byAge"])
  }

  // R-REQ-153
  @Test func uniquenessIsCheckedEvenWhereNoIndexCanBeMade() throws {
    let fixture = try SQLiteFixture(Self.people)
    try fixture.create()
    try fixture.raw().run(
      "DROP INDEX Z_Person_UNIQUE_name; "
        + "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'A'), (2, 1, 1, 'A')")
    let store = try fixture.open()
    defer { store.close() }
    var changes = ChangeSet()
    changes.inserts = [
      RowInsert(
        key: ObjectKey(entity: Self.people.index("Person"), number: 3),
        row: Self.people.row("Person", ["name": .string("A")]))
    ]
    #expect(try store.commit(changes).count == 1)
  }

  // R-PSC-328
  @Test func aCounterBehindTheRowsIsRaised() throws {
    let fixture = try SQLiteFixture(Self.people)
    try fixture.create()
    try fixture.raw().run("INSERT INTO ZPET (Z_PK, Z_ENT, Z_OPT) VALUES (41, 2, 1)")
    let store = try fixture.open()
    defer { store.close() }
    #expect(try store.reserveNumbers(1, root: Self.people.index("Pet")) == 42)
  }

  // R-REQ-165, R-REQ-184
  @Test func unknownTablesStay() throws {
    let fixture = try SQLiteFixture(Self.people)
    try fixture.create()
    try fixture.raw().run(
      "CREATE TABLE ANSCKEVENT (Z_PK INTEGER); INSERT INTO ANSCKEVENT VALUES (5)")
    let store = try fixture.open()
    try store.insert("Pet", objects: [[:]], schema: Self.people)
    store.close()
    #expect(try fixture.raw().rows("SELECT Z_PK FROM ANSCKEVENT") == ["5"])
  }

  // R-MOD-132, R-REQ-182
  @Test(arguments: [
    "NSCoreDataDATriggerUpdatedAffectedObjectValue",
    "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
    "NSCoreDataTriggerUpdateAffectedObjectValue",
  ])
  func triggersOfApplesFilesCanRun(_ function: String) throws {
    let fixture = try SQLiteFixture(Self.people)
    try fixture.create()
    try fixture.raw().run(
      "CREATE TRIGGER Z_DA AFTER INSERT ON ZPET BEGIN SELECT "
        + "\(function)('ZPERSON', 1, 2, 'age', 3); END")
    let store = try fixture.open()
    defer { store.close() }
    try store.insert("Pet", objects: [[:]], schema: Self.people)
  }

  // R-REQ-130
  @Test func valuesThatOthersWroteAreRead() throws {
    let schema = SchemaFixture.allTypes
    let fixture = try SQLiteFixture(schema)
    try fixture.create()
    try fixture.raw().run(
      "INSERT INTO ZSAMPLE (Z_PK, Z_ENT, Z_OPT, ZDECIMAL, ZDATE, ZEXTERNAL) "
        + "VALUES (1, 2, NULL, 3.3333333333, 5, x'01' || 'abc')")
    let store = try fixture.open()
    defer { store.close() }
    let row = try store.row(ObjectKey(entity: schema.index("Sample"), number: 1))
    #expect(row?.decimal(schema.slot("Sample", "decimal")) == Decimal(string: "3.3333333333"))
    #expect(row?.double(schema.slot("Sample", "date")) == 5)
    #expect(row?.string(schema.slot("Sample", "external")) == "abc")
    #expect(row?.version == 1)
  }

  // R-PSC-376
  @Test func aDamagedValueIsAnErrorThatNamesTheRow() throws {
    let schema = SchemaFixture.allTypes
    let fixture = try SQLiteFixture(schema)
    try fixture.create()
    try fixture.raw().run(
      "INSERT INTO ZSAMPLE (Z_PK, Z_ENT, Z_OPT, ZUUID) VALUES (7, 2, 1, x'0102')")
    let store = try fixture.open()
    defer { store.close() }
    let error = #expect(throws: StoreError.self) {
      try store.row(ObjectKey(entity: schema.index("Sample"), number: 7))
    }
    #expect(error?.kind == .corrupt)
    #expect(error?.message.contains("7") == true)
  }
}
#endif
