// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface
import StoreSQLite
import StoreTestSupport
import Testing

/// Makes the cache of a model that of a file of Apple's.
let foreignCache = """
  DROP TABLE Z_MODELCACHE; CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB);
  INSERT INTO Z_MODELCACHE VALUES (x'00');
  """

/// Files as Apple's framework leaves them, made of our own by statements.
@Suite struct ForeignFileTests {
  private func schema(_ build: (inout SchemaBuilder) -> Void) -> StoreSchema {
    var builder = SchemaBuilder()
    build(&builder)
    return builder.build()
  }

  private var people: StoreSchema {
    schema {
      $0.entity("Person", ["name": .string, "age": .integer16])
      $0.constraint("Person", ["name"])
      $0.index("Person", name: "byAge", columns: ["age"])
    }
  }

  private func cars(_ third: String, formerName: String? = nil) -> StoreSchema {
    schema {
      $0.entity("Car", ["maker": .string])
      $0.entity("SportCar", parent: "Car")
      $0.entity(third, parent: "SportCar", formerName: formerName)
      $0.entity("Person")
    }
  }

  private func indexes(_ fixture: SQLiteFixture) throws -> [String] {
    try fixture.raw().rows(
      "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name")
  }

  // MARK: - Renamed entities

  // R-REQ-181
  @Test func aRenamedEntityGoesByItsFormerNameInTheFile() throws {
    let old = try SQLiteFixture(cars("OldName"))
    let store = try old.open()
    let key = try store.insert("OldName", objects: [["maker": .string("A")]], schema: old.schema)[0]
    store.close()
    let schema = cars("NewName", formerName: "OldName")
    let again = try old.open(entities: schema.allEntities) { $0.schema = schema }
    defer { again.close() }
    let row = try again.row(ObjectKey(entity: schema.index("NewName"), number: key.number))
    #expect(row?.entity == schema.index("NewName"))
  }

  // R-REQ-181
  @Test func aRenamedEntityWithoutAFormerNameGoesByItsNumber() throws {
    let old = try SQLiteFixture(cars("OldName"))
    let store = try old.open()
    let key = try store.insert("OldName", objects: [[:]], schema: old.schema)[0]
    store.close()
    let schema = cars("NewName")
    let again = try old.open(entities: schema.allEntities) { $0.schema = schema }
    defer { again.close() }
    let row = try again.row(ObjectKey(entity: schema.index("NewName"), number: key.number))
    #expect(row?.entity == schema.index("NewName"))
  }

  @Test func anEntityThatTheFileLacksIsNotTakenForAnother() throws {
    let fixture = try SQLiteFixture(cars("OldName"))
    try fixture.create()
    let schema = schema {
      $0.entity("Car", ["maker": .string])
      $0.entity("SportCar", parent: "Car")
      $0.entity("Person", parent: "SportCar")
      $0.entity("OldName")
      $0.entity("Stranger")
    }
    let error = #expect(throws: StoreError.self) {
      try fixture.open(entities: schema.allEntities) { $0.schema = schema }
    }
    #expect(error?.kind == .schemaMismatch)
    #expect(error?.message.contains("Stranger") == true)
  }

  // R-REQ-181
  @Test func aRenamedRootMayHaveItsFormerTable() throws {
    let fixture = try SQLiteFixture(schema { $0.entity("Man", ["name": .string]) })
    try fixture.create()
    let schema = schema { $0.entity("Person", formerName: "Man", ["name": .string]) }
    let store = try fixture.open(entities: schema.allEntities) { $0.schema = schema }
    try store.insert("Person", objects: [["name": .string("A")]], schema: schema)
    store.close()
    #expect(try fixture.raw().rows("SELECT ZNAME FROM ZMAN") == ["A"])
  }

  // MARK: - Names of tables

  private var tasks: StoreSchema {
    schema {
      $0.entity("Tag")
      $0.entity("TaskBase")
      $0.entity("SubTask", parent: "TaskBase")
      $0.manyToMany("TaskBase", name: "tags", "Tag", name: "tasks")
    }
  }

  // R-REQ-135, R-REQ-181
  @Test(arguments: [
    "ALTER TABLE Z_2TAGS RENAME TO Z_1TASKS",
    "ALTER TABLE Z_2TAGS RENAME COLUMN Z_1TAGS TO Z_1TAGS3",
    "ALTER TABLE Z_2TAGS RENAME COLUMN Z_2TASKS TO Z_2TASKS2",
    "DROP TABLE Z_2TAGS; CREATE TABLE Z_1TASKS "
      + "(Z_1TAGS4 INTEGER, Z_2TASKS1 INTEGER, PRIMARY KEY (Z_1TAGS4, Z_2TASKS1))",
  ])
  func joinTablesAreFoundUnderFormerNames(_ change: String) throws {
    let fixture = try SQLiteFixture(tasks)
    try fixture.create()
    try fixture.raw().run(change)
    let store = try fixture.open()
    let tag = try store.insert("Tag", objects: [[:], [:]], schema: fixture.schema)[1]
    let task = try store.insert("SubTask", objects: [[:]], schema: fixture.schema)[0]
    var changes = ChangeSet()
    changes.links = [
      fixture.schema.linkChange(.add, entity: "TaskBase", name: "tags", owner: task, member: tag)
    ]
    #expect(try store.commit(changes).isEmpty)
    store.close()
    let raw = try fixture.raw()
    let table = try raw.rows("SELECT name FROM sqlite_master WHERE name IN ('Z_2TAGS', 'Z_1TASKS')")
    let columns = try raw.rows("SELECT name FROM pragma_table_info('\(table[0])') ORDER BY name")
    #expect(try raw.rows("SELECT \(columns[0]), \(columns[1]) FROM \(table[0])") == ["2|1"])
  }

  // MARK: - To-manys without inverse

  private var notes: StoreSchema {
    schema {
      $0.entity("Folder")
      $0.entity("Note", ["text": .string])
      $0.toMany("Folder", name: "notes", to: "Note")
    }
  }

  private func members(
    in store: SQLiteStore, owner: ObjectKey, schema: StoreSchema
  ) throws -> [ObjectKey] {
    let snapshot = try store.beginRead()
    defer { snapshot.end() }
    return try snapshot.related(
      schema.relationship("Folder", "notes"), of: [owner], withRows: false
    ).keys
  }

  // R-REQ-140
  @Test func aFileWithAJoinTableForItKeepsThat() throws {
    let schema = notes
    let fixture = try SQLiteFixture(schema)
    try fixture.create()
    try fixture.raw().run(
      "DROP INDEX ZNOTE_Z1NOTES_INDEX; ALTER TABLE ZNOTE DROP COLUMN Z1NOTES; "
        + "CREATE TABLE Z_1NOTES (Z_1NOTES INTEGER, Z_2NOTES INTEGER, "
        + "PRIMARY KEY (Z_1NOTES, Z_2NOTES)); "
        + "INSERT INTO ZFOLDER (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 1, 1); "
        + "INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1), (2, 2, 1); "
        + "INSERT INTO Z_1NOTES VALUES (1, 1), (1, 2), (2, 2)")
    let folders = [1, 2].map { ObjectKey(entity: schema.index("Folder"), number: $0) }
    let notes = [1, 2].map { ObjectKey(entity: schema.index("Note"), number: $0) }
    let store = try fixture.open()
    defer { store.close() }
    #expect(try members(in: store, owner: folders[0], schema: schema) == notes)
    #expect(try members(in: store, owner: folders[1], schema: schema) == [notes[1]])
    var changes = ChangeSet()
    changes.links = [
      schema.linkChange(.add, entity: "Folder", name: "notes", owner: folders[1], member: notes[0])
    ]
    #expect(try store.commit(changes).isEmpty)
    #expect(try members(in: store, owner: folders[0], schema: schema) == [notes[1]])
    #expect(try members(in: store, owner: folders[1], schema: schema) == notes)
  }

  // R-REQ-140
  @Test func theColumnOfOwnersMayHaveAnOlderNumber() throws {
    let schema = notes
    let fixture = try SQLiteFixture(schema)
    try fixture.create()
    try fixture.raw().run(
      "ALTER TABLE ZNOTE RENAME COLUMN Z1NOTES TO Z7NOTES; "
        + "INSERT INTO ZFOLDER (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1); "
        + "INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, Z7NOTES) VALUES (1, 2, 1, 1)")
    let store = try fixture.open()
    defer { store.close() }
    let folder = ObjectKey(entity: schema.index("Folder"), number: 1)
    #expect(try members(in: store, owner: folder, schema: schema).map(\.number) == [1])
  }

  // R-REQ-140
  @Test func contentWithTwoOwnersOfOneObjectIsRefusedAndNamed() throws {
    let schema = notes
    let fixture = try SQLiteFixture(schema)
    let store = try fixture.open()
    defer { store.close() }
    let folders = try store.insert("Folder", objects: [[:], [:]], schema: schema)
    let note = try store.insert("Note", objects: [[:]], schema: schema)[0]
    var changes = ChangeSet()
    changes.keepsAllOwners = true
    changes.links = folders.map {
      schema.linkChange(.add, entity: "Folder", name: "notes", owner: $0, member: note)
    }
    let error = #expect(throws: StoreError.self) { try store.commit(changes) }
    #expect(error?.message.contains("notes") == true)
  }

  // MARK: - Indexes and settings

  // R-REQ-151
  @Test func nothingIsAddedToAForeignFile() throws {
    let fixture = try SQLiteFixture(people)
    try fixture.create()
    try fixture.raw().run(
      foreignCache + "DROP INDEX Z_Person_byAge; "
        + "DROP INDEX Z_Person_UNIQUE_name")
    try fixture.create()
    #expect(try indexes(fixture) == [])
  }

  // R-REQ-153
  @Test func constraintsHoldInAForeignFileWithoutTheirIndexes() throws {
    let schema = people
    let fixture = try SQLiteFixture(schema)
    try fixture.create()
    try fixture.raw().run(
      foreignCache + "DROP INDEX Z_Person_UNIQUE_name")
    let store = try fixture.open()
    defer { store.close() }
    try store.insert("Person", objects: [["name": .string("A")]], schema: schema)
    var changes = ChangeSet()
    changes.inserts = [
      RowInsert(
        key: ObjectKey(entity: schema.index("Person"), number: 2),
        row: schema.row("Person", ["name": .string("A")]))
    ]
    #expect(try store.commit(changes).count == 1)
  }

  // R-REQ-151
  @Test func anIndexUnderAnotherNameIsEnough() throws {
    let fixture = try SQLiteFixture(people)
    try fixture.create()
    try fixture.raw().run(
      "DROP INDEX Z_Person_byAge; CREATE INDEX ZPERSON_ZAGE_INDEX ON ZPERSON (ZAGE); "
        + "DROP INDEX Z_Person_UNIQUE_name; CREATE UNIQUE INDEX Own ON ZPERSON (ZNAME)")
    try fixture.create()
    #expect(try indexes(fixture) == ["Own", "ZPERSON_ZAGE_INDEX"])
  }

  @Test func aRefusedFileKeepsItsJournal() throws {
    let fixture = try SQLiteFixture(people)
    try fixture.create()
    try fixture.raw().run(
      "PRAGMA journal_mode = DELETE; ALTER TABLE ZPERSON RENAME COLUMN ZAGE TO ZOTHER")
    let before = try Data(contentsOf: fixture.url)
    #expect(errorKind { try fixture.open() } == .schemaMismatch)
    #expect(try Data(contentsOf: fixture.url) == before)
  }

  // R-REQ-183
  @Test func aHistoryThatIsNotGoneOnWithIsTold() throws {
    let fixture = try SQLiteFixture(people)
    try fixture.create()
    try fixture.raw().run("CREATE TABLE ACHANGE (Z_PK); CREATE TABLE ATRANSACTION (Z_PK)")
    for _ in 0..<2 {
      let store = try fixture.open()
      #expect(store.capabilities.contains(.unwrittenHistory))
      store.close()
    }
  }

  @Test func missingMetadataAreToldWithTheFile() throws {
    let fixture = try SQLiteFixture(people)
    try fixture.create()
    try fixture.raw().run("UPDATE Z_METADATA SET Z_PLIST = NULL")
    let error = #expect(throws: StoreError.self) { try SQLiteStore.inspect(at: fixture.url) }
    #expect(error?.kind == .corrupt)
    #expect(error?.description.contains(fixture.url.lastPathComponent) == true)
  }
}
#endif
