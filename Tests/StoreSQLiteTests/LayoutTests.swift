// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface
import StoreSQLite
import StoreTestSupport
import Testing

/// The statements of new files, word for word: R-REQ-120…150 and item 9 of the checklist.
@Suite struct LayoutTests {
  private func schema(_ build: (inout SchemaBuilder) -> Void) -> StoreSchema {
    var builder = SchemaBuilder()
    build(&builder)
    return builder.build()
  }

  // R-REQ-120, R-REQ-121, R-REQ-122
  @Test func everyStoreHasThreeTablesOfItsOwn() throws {
    let fixture = try SQLiteFixture(schema { $0.entity("User", ["name": .string]) })
    #expect(
      try fixture.statements("Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE") == [
        "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
        "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
        "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB /* OpenCoreData */)",
      ])
  }

  // R-REQ-124, R-REQ-125, R-REQ-131, R-REQ-150
  @Test func aHierarchySharesATableAndPolymorphicReferencesNameTheirEntity() throws {
    let fixture = try SQLiteFixture(
      schema {
        $0.entity("Car", ["maker": .string])
        $0.entity("SportCar", parent: "Car", ["topSpeed": .integer32])
        $0.entity("ExpensiveSportCar", parent: "SportCar")
        $0.entity("Person", ["name": .string])
        $0.oneToMany("Person", toMany: "cars", "Car", toOne: "owner")
        $0.toOne("Person", name: "favorite", to: "Car")
      })
    #expect(
      try fixture.statements("ZCAR", "ZPERSON") == [
        "CREATE TABLE ZCAR ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZOWNER INTEGER, ZTOPSPEED INTEGER, ZMAKER VARCHAR )",
        "CREATE TABLE ZPERSON ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZFAVORITE INTEGER, Z1_FAVORITE INTEGER, ZNAME VARCHAR )",
        "CREATE INDEX ZCAR_Z_ENT_INDEX ON ZCAR (Z_ENT)",
        "CREATE INDEX ZCAR_ZOWNER_INDEX ON ZCAR (ZOWNER)",
        "CREATE INDEX ZPERSON_ZFAVORITE_INDEX ON ZPERSON (ZFAVORITE)",
      ])
    #expect(
      try fixture.raw().rows("SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY") == [
        "1|Car|0|0", "2|SportCar|1|0", "3|ExpensiveSportCar|2|0", "4|Person|0|0",
      ])
  }

  // R-REQ-150: names that join to one, or differ in case only.
  @Test func theLaterOfTwoIndexesOfOneNameGetsANumber() throws {
    let fixture = try SQLiteFixture(
      schema {
        $0.entity("A", ["b": .string, "c": .string, "b_c": .string])
        $0.constraint("A", ["b", "c"])
        $0.constraint("A", ["b_c"])
      })
    try fixture.create()
    let indexes = try fixture.raw().rows(
      "SELECT name FROM sqlite_master WHERE type = 'index' AND name LIKE 'Z_A_UNIQUE%' ORDER BY name"
    )
    #expect(indexes == ["Z_A_UNIQUE_b_c", "Z_A_UNIQUE_b_c_2"])
  }

  // R-REQ-122
  @Test func entitiesThatDifferInCaseCannotShareATable() {
    let error = #expect(throws: StoreError.self) {
      try SQLiteFixture(
        schema {
          $0.entity("Note", ["text": .string])
          $0.entity("NOTE", ["text": .string])
        }
      ).create()
    }
    #expect(error?.kind == .schemaMismatch)
    #expect(error?.message.contains("'NOTE'") == true)
  }

  // R-REQ-131
  @Test func aTableHasRoomForTwoThousandColumns() {
    let error = #expect(throws: StoreError.self) {
      try SQLiteFixture(
        schema { builder in
          builder.entity("Base")
          for part in 0..<3 {
            builder.entity("Part\(part)", parent: "Base")
            for number in 0..<666 {
              builder.attribute("Part\(part)", name: "p\(part)a\(number)", type: .boolean)
            }
          }
        }
      ).create()
    }
    #expect(error?.kind == .schemaMismatch)
    #expect(error?.message.contains("2001 columns") == true)
  }

  // R-REQ-132
  @Test func theLaterOfTwoEqualNamesGetsANumber() throws {
    let fixture = try SQLiteFixture(
      schema {
        $0.entity("Base")
        $0.entity("Left", parent: "Base", ["text": .string, "Text": .string])
        $0.entity("Right", parent: "Base", ["text": .string])
      })
    #expect(
      try fixture.statements("ZBASE").first
        == "CREATE TABLE ZBASE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTEXT VARCHAR, ZTEXT1 VARCHAR, ZTEXT2 VARCHAR )"
    )
  }

  // R-REQ-130, R-REQ-133
  @Test func columnsStandByStorageClass() throws {
    let fixture = try SQLiteFixture(
      schema {
        $0.entity(
          "Thing",
          [
            "text": .string, "link": .uri, "when": .date, "amount": .decimal, "ratio": .double,
            "small": .integer16, "flag": .boolean, "part": .float, "blob": .binaryData,
            "id": .uuid, "shape": .transformable,
          ])
        $0.entity("List")
        $0.oneToMany("List", toMany: "things", "Thing", toOne: "list", isOrdered: true)
      })
    #expect(
      try fixture.statements("ZTHING").first
        == "CREATE TABLE ZTHING ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZFLAG INTEGER, ZSMALL INTEGER, ZLIST INTEGER, Z_FOK_LIST INTEGER, ZPART FLOAT, ZRATIO FLOAT, ZWHEN TIMESTAMP, ZAMOUNT DECIMAL, ZTEXT VARCHAR, ZLINK VARCHAR, ZSHAPE BLOB, ZBLOB BLOB, ZID BLOB )"
    )
  }

  // R-REQ-134, R-REQ-135, R-REQ-150
  @Test func aManyToManyHasAJoinTableNamedByTheLowerEntity() throws {
    let fixture = try SQLiteFixture(
      schema {
        $0.entity("Message")
        $0.entity("User")
        $0.manyToMany("Message", name: "addedUsers", "User", name: "showing")
      })
    #expect(
      try fixture.statements("Z_1ADDEDUSERS") == [
        "CREATE TABLE Z_1ADDEDUSERS ( Z_1SHOWING INTEGER, Z_2ADDEDUSERS INTEGER, PRIMARY KEY (Z_1SHOWING, Z_2ADDEDUSERS) )",
        "CREATE INDEX Z_1ADDEDUSERS_Z_2ADDEDUSERS_INDEX ON Z_1ADDEDUSERS (Z_2ADDEDUSERS, Z_1SHOWING)",
      ])
  }

  // R-REQ-132, R-REQ-135
  @Test func joinColumnsOfOneEntityGetNumbersInTheOrderOfTheirTables() throws {
    let fixture = try SQLiteFixture(
      schema {
        $0.entity("Author")
        $0.entity("Editor")
        $0.entity("Tag")
        $0.manyToMany("Author", name: "users", "Tag", name: "writers")
        $0.manyToMany("Editor", name: "users", "Tag", name: "checkers")
      })
    #expect(
      try fixture.statements("Z_1USERS", "Z_2USERS").filter { $0.hasPrefix("CREATE TABLE") } == [
        "CREATE TABLE Z_1USERS ( Z_1WRITERS INTEGER, Z_3USERS INTEGER, PRIMARY KEY (Z_1WRITERS, Z_3USERS) )",
        "CREATE TABLE Z_2USERS ( Z_2CHECKERS INTEGER, Z_3USERS1 INTEGER, PRIMARY KEY (Z_2CHECKERS, Z_3USERS1) )",
      ])
  }

  // R-REQ-137
  @Test func orderedSidesHaveOrderColumns() throws {
    let fixture = try SQLiteFixture(
      schema {
        $0.entity("Shelf")
        $0.entity("Book")
        $0.manyToMany(
          "Book", name: "shelves", isOrdered: true, "Shelf", name: "books", isSecondOrdered: true)
      })
    #expect(
      try fixture.statements("Z_1SHELVES").first
        == "CREATE TABLE Z_1SHELVES ( Z_1BOOKS INTEGER, Z_2SHELVES INTEGER, Z_FOK_2SHELVES INTEGER, Z_FOK_1BOOKS INTEGER, PRIMARY KEY (Z_1BOOKS, Z_2SHELVES) )"
    )
  }

  // R-REQ-136
  @Test func aSelfReferentialJoinIsNamedByTheGreaterOrTheOrderedSide() throws {
    let plain = try SQLiteFixture(
      schema {
        $0.entity("Client")
        $0.manyToMany("Client", name: "trusted", "Client", name: "trustedBy")
      })
    #expect(
      try plain.statements("Z_1TRUSTEDBY").first
        == "CREATE TABLE Z_1TRUSTEDBY ( Z_1TRUSTED INTEGER, Z_1TRUSTEDBY INTEGER, PRIMARY KEY (Z_1TRUSTED, Z_1TRUSTEDBY) )"
    )
    let ordered = try SQLiteFixture(
      schema {
        $0.entity("Client")
        $0.manyToMany("Client", name: "favorites", isOrdered: true, "Client", name: "likedBy")
      })
    #expect(
      try ordered.statements("Z_1FAVORITES").first
        == "CREATE TABLE Z_1FAVORITES ( Z_1LIKEDBY INTEGER, Z_1FAVORITES INTEGER, Z_FOK_1FAVORITES INTEGER, PRIMARY KEY (Z_1LIKEDBY, Z_1FAVORITES) )"
    )
  }

  // R-REQ-139
  @Test func aRelationshipThatIsItsOwnInverseHasTwoNumberedColumns() throws {
    let fixture = try SQLiteFixture(
      schema {
        $0.entity("Node")
        $0.manyToMany("Node", name: "friends", "Node", name: "friends")
      })
    #expect(
      try fixture.statements("Z_1FRIENDS").first
        == "CREATE TABLE Z_1FRIENDS ( Z_1FRIENDS INTEGER, Z_1FRIENDS1 INTEGER, PRIMARY KEY (Z_1FRIENDS, Z_1FRIENDS1) )"
    )
  }

  // R-REQ-140
  @Test func aToManyWithoutInverseIsAColumnOfItsMembers() throws {
    let fixture = try SQLiteFixture(
      schema {
        $0.entity("Article", ["title": .string])
        $0.entity("Tag")
        $0.toMany("Tag", name: "articles", to: "Article")
        $0.toMany("Tag", name: "drafts", to: "Article", isOrdered: true)
      })
    #expect(
      try fixture.statements("ZARTICLE") == [
        "CREATE TABLE ZARTICLE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, Z2ARTICLES INTEGER, Z2DRAFTS INTEGER, Z_FOK_2DRAFTS INTEGER, ZTITLE VARCHAR )",
        "CREATE INDEX ZARTICLE_Z2ARTICLES_INDEX ON ZARTICLE (Z2ARTICLES)",
        "CREATE INDEX ZARTICLE_Z2DRAFTS_INDEX ON ZARTICLE (Z2DRAFTS)",
      ])
  }

  // R-REQ-124
  @Test func entitiesAreNumberedWithoutRegardToCase() throws {
    let fixture = try SQLiteFixture(
      schema {
        $0.entity("SyncFeature")
        $0.entity("SyncableSettings")
        $0.entity("alpha")
        $0.entity("Beta", parent: "alpha")
        $0.entity("another", parent: "alpha")
      })
    try fixture.create()
    #expect(
      try fixture.raw().rows("SELECT Z_ENT, Z_NAME FROM Z_PRIMARYKEY") == [
        "1|alpha", "2|another", "3|Beta", "4|SyncableSettings", "5|SyncFeature",
      ])
  }

  // R-REQ-135
  @Test func aRelationshipThatASubentityInheritsNamesTheTable() throws {
    let fixture = try SQLiteFixture(
      schema {
        $0.entity("Tag")
        $0.entity("TaskBase")
        $0.entity("SubTask", parent: "TaskBase")
        $0.entity("Zone")
        $0.manyToMany("TaskBase", name: "tags", "Tag", name: "tasks")
        $0.manyToMany("Zone", name: "tags", "Tag", name: "zones")
      })
    #expect(
      try fixture.statements("Z_2TAGS", "Z_1ZONES").filter { $0.hasPrefix("CREATE TABLE") } == [
        "CREATE TABLE Z_2TAGS ( Z_2TASKS INTEGER, Z_1TAGS INTEGER, PRIMARY KEY (Z_2TASKS, Z_1TAGS) )",
        "CREATE TABLE Z_1ZONES ( Z_1TAGS1 INTEGER, Z_4ZONES INTEGER, PRIMARY KEY (Z_1TAGS1, Z_4ZONES) )",
      ])
  }

  // R-REQ-150, R-REQ-153
  @Test func indexesKeepTheModelsNames() throws {
    let fixture = try SQLiteFixture(
      schema {
        $0.entity("Person", ["firstName": .string, "lastName": .string, "age": .integer16])
        $0.constraint("Person", ["firstName", "lastName"])
        $0.index("Person", name: "byAge", columns: ["-age", "lastName"])
      })
    #expect(
      try fixture.statements("ZPERSON").dropFirst() == [
        "CREATE INDEX Z_Person_byAge ON ZPERSON (ZAGE COLLATE BINARY DESC, ZLASTNAME COLLATE BINARY ASC)",
        "CREATE UNIQUE INDEX Z_Person_UNIQUE_firstName_lastName ON ZPERSON (ZFIRSTNAME COLLATE BINARY ASC, ZLASTNAME COLLATE BINARY ASC)",
      ])
  }

  // R-REQ-150
  @Test func anIndexOfAToOneAloneIsThatOfItsKey() throws {
    let fixture = try SQLiteFixture(
      schema {
        $0.entity("List")
        $0.entity("Thing", ["text": .string])
        $0.oneToMany("List", toMany: "things", "Thing", toOne: "list")
        $0.index("Thing", name: "byList", columns: ["list"])
        $0.index("Thing", name: "byListBackwards", columns: ["-list"])
        $0.index("Thing", name: "byListAndText", columns: ["list", "text"])
      })
    #expect(
      try fixture.statements("ZTHING").dropFirst() == [
        "CREATE INDEX ZTHING_ZLIST_INDEX ON ZTHING (ZLIST)",
        "CREATE INDEX Z_Thing_byListBackwards ON ZTHING (ZLIST COLLATE BINARY DESC)",
        "CREATE INDEX Z_Thing_byListAndText ON ZTHING (ZLIST COLLATE BINARY ASC, ZTEXT COLLATE BINARY ASC)",
      ])
  }

  // R-REQ-170
  @Test func newFilesHaveTheUsualSettings() throws {
    let fixture = try SQLiteFixture(schema { $0.entity("User", ["name": .string]) })
    try fixture.create()
    let raw = try fixture.raw()
    #expect(try raw.rows("PRAGMA page_size") == ["4096"])
    #expect(try raw.rows("PRAGMA auto_vacuum") == ["2"])
    #expect(try raw.rows("PRAGMA journal_mode") == ["wal"])
    #expect(try raw.rows("PRAGMA user_version") == ["0"])
    #expect(try raw.rows("PRAGMA integrity_check") == ["ok"])
  }

  // R-REQ-124: a configuration's entities, with ancestors, are numbered among themselves.
  @Test func aPartOfTheModelIsNumberedFromOne() throws {
    let schema = schema {
      $0.entity("Animal", isAbstract: true)
      $0.entity("Dog", parent: "Animal", ["name": .string])
      $0.entity("Aardvark")
      $0.entity("Zebra", ["stripes": .integer16])
    }
    let fixture = try SQLiteFixture(schema)
    try fixture.open(entities: [schema.index("Dog"), schema.index("Zebra")]).close()
    #expect(
      try fixture.raw().rows("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY") == [
        "1|Animal|0", "2|Dog|1", "3|Zebra|0",
      ])
  }
}
#endif
