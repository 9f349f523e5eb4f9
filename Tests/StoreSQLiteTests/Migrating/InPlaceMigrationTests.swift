// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface
import StoreSQLite
import StoreTestSupport
import Testing

/// Tables that stay where they are, as plain SQL tells of them.
@Suite struct InPlaceMigrationTests {
  private typealias Values = PropertyValues

  /// A file with objects of one entity, migrated.
  private func migrated(
    _ named: NamedMigration, _ objects: [(entity: String, values: PropertyValues)],
    _ change: (inout StoreMigration) -> Void = { _ in }
  ) throws -> MigratedFile {
    let file = try MigratedFile(named.migration)
    let store = try file.openedBefore()
    for object in objects {
      try store.insert(object.entity, objects: [object.values], schema: named.source)
    }
    store.close()
    #expect(try file.migrate(change) == .migrated)
    #expect(try file.raw().rows("PRAGMA integrity_check") == ["ok"])
    return file
  }

  // MARK: - Attributes

  // R-PSC-535, R-REQ-133
  @Test func anAttributeIsAddedBehindTheOthersWithItsDefault() throws {
    var named = NamedMigration(
      { $0.entity("Person", ["name": .string]) },
      { $0.entity("Person", ["age": .integer16, "name": .string]) })
    named.fallbacks["age"] = .integer(18)
    named.required = ["age"]
    let file = try migrated(named, [("Person", ["name": .string("Ada")])])
    #expect(
      try file.raw().rows("SELECT name FROM pragma_table_info('ZPERSON')")
        == ["Z_PK", "Z_ENT", "Z_OPT", "ZNAME", "ZAGE"])
    #expect(try file.raw().rows("SELECT * FROM ZPERSON") == ["1|1|1|Ada|18"])
  }

  // R-PSC-535
  @Test func aMissingValueIsReplacedByTheDefault() throws {
    var named = NamedMigration(
      { $0.entity("Person", ["name": .string]) }, { $0.entity("Person", ["name": .string]) })
    named.fallbacks["name"] = .string("nobody's")
    let file = try migrated(named, [("Person", [:]), ("Person", ["name": .string("Ada")])])
    #expect(try file.raw().rows("SELECT ZNAME FROM ZPERSON ORDER BY 1") == ["Ada", "nobody's"])
  }

  // R-PSC-535
  @Test func twoAttributesChangeNames() throws {
    var named = NamedMigration(
      { $0.entity("Person", ["first": .string, "last": .string]) },
      {
        $0.entity("Person", ["first": .string, "last": .string])
        $0.index("Person", name: "byFirst", columns: ["first"])
      })
    named.properties = ["first": "last", "last": "first"]
    let values: PropertyValues = ["first": .string("Ada"), "last": .string("Lovelace")]
    let file = try migrated(named, [("Person", values)])
    #expect(try file.raw().rows("SELECT ZFIRST, ZLAST FROM ZPERSON") == ["Lovelace|Ada"])
    #expect(
      try file.raw().rows("SELECT name FROM pragma_index_info('Z_Person_byFirst')") == ["ZFIRST"])
  }

  /// What a removed attribute has left is not taken for that of a new one with its name.
  // R-PSC-535, R-PSC-630
  @Test(arguments: [false, true])
  func aNewAttributeOfAFormerNameHasNoValues(isDeferred: Bool) throws {
    var named = NamedMigration(
      { $0.entity("Person", ["text": .string, "age": .integer16]) },
      { $0.entity("Person", ["text": .string, "age": .integer16]) })
    named.properties["text"] = ""
    let file = try migrated(named, [("Person", ["text": .string("old"), "age": .integer(7)])]) {
      $0.isDeferred = isDeferred
    }
    #expect(try file.raw().rows("SELECT ZTEXT, ZAGE FROM ZPERSON") == ["NULL|7"])
    let store = try file.openedAfter()
    defer { store.close() }
    #expect(store.hasUnfinishedMigration == isDeferred)
    #expect(try store.finishMigration(steps: 9) == false)
    #expect(store.hasUnfinishedMigration == false)
    let columns = try file.raw().rows("SELECT name FROM pragma_table_info('ZPERSON') ORDER BY 1")
    #expect(columns == ["ZAGE", "ZTEXT", "Z_ENT", "Z_OPT", "Z_PK"])
  }

  // MARK: - Entities

  /// As Apple's framework leaves it (`SampleModel_V2.sqlite`).
  // R-REQ-124, R-REQ-181
  @Test func aRenamedEntityKeepsItsOldNameInTheKeyTable() throws {
    var named = NamedMigration(
      {
        $0.entity("Car", ["maker": .string])
        $0.entity("SportCar", parent: "Car")
      },
      {
        $0.entity("Car", ["maker": .string])
        $0.entity("RaceCar", parent: "Car", formerName: "SportCar")
      })
    named.entities["RaceCar"] = "SportCar"
    let file = try migrated(named, [("SportCar", ["maker": .string("Lotus")])])
    #expect(
      try file.raw().rows("SELECT * FROM Z_PRIMARYKEY ORDER BY 1")
        == ["1|Car|0|1", "2|SportCar|1|0"])
    let store = try file.openedAfter()
    defer { store.close() }
    let row = try store.row(ObjectKey(entity: 0, number: 1))
    #expect(row?.entity == named.destination.index("RaceCar"))
  }

  // R-REQ-181
  @Test func theRowsOfARenamedRootAreCountedWithoutAModel() throws {
    var named = NamedMigration(
      {
        $0.entity("Animal", ["name": .string])
        $0.entity("Cat", parent: "Animal")
      },
      {
        $0.entity("Beast", formerName: "Animal", ["name": .string])
        $0.entity("Cat", parent: "Beast")
      })
    named.entities["Beast"] = "Animal"
    let file = try migrated(named, [("Animal", [:]), ("Cat", [:]), ("Cat", [:])])
    #expect(try file.raw().rows("SELECT COUNT(*) FROM ZBEAST") == ["3"])
    let figures = try SQLiteStore.inspect(at: file.url)
    #expect(figures.entities.map(\.name) == ["Animal", "Cat"])
    #expect(figures.entities.map(\.rows) == [1, 2])
  }

  // R-PSC-535
  @Test func twoEntitiesChangeNames() throws {
    var named = NamedMigration(
      {
        $0.entity("Cat", ["name": .string])
        $0.entity("Dog", ["name": .string])
      },
      {
        $0.entity("Cat", formerName: "Dog", ["name": .string])
        $0.entity("Dog", formerName: "Cat", ["name": .string])
      })
    named.entities = ["Cat": "Dog", "Dog": "Cat"]
    let file = try migrated(
      named, [("Cat", ["name": .string("Tom")]), ("Dog", ["name": .string("Rex")])])
    #expect(try file.raw().rows("SELECT Z_ENT, ZNAME FROM ZCAT") == ["1|Rex"])
    #expect(try file.raw().rows("SELECT Z_ENT, ZNAME FROM ZDOG") == ["2|Tom"])
    #expect(
      try file.raw().rows("SELECT Z_ENT, Z_NAME FROM Z_PRIMARYKEY ORDER BY 1") == [
        "1|Cat", "2|Dog",
      ])
  }

  /// Numbers are those of a new file, and everything that is named after them follows.
  // R-REQ-124, R-REQ-131, R-REQ-134
  @Test func numbersMoveUpWhenAnEntityComesBeforeOthers() throws {
    func others(_ builder: inout SchemaBuilder) {
      builder.entity("Person", ["name": .string])
      builder.entity("Pilot", parent: "Person")
      builder.entity("Plane")
      builder.oneToMany("Person", toMany: "planes", "Plane", toOne: "owner")
      builder.manyToMany("Person", name: "flown", "Plane", name: "flyers")
    }
    let named = NamedMigration(
      { others(&$0) },
      {
        $0.entity("Airport")
        others(&$0)
      })
    let file = try MigratedFile(named.migration)
    let store = try file.openedBefore()
    let pilot = try store.insert("Pilot", objects: [[:]], schema: named.source)[0]
    let plane = try store.insert(
      "Plane", objects: [["owner": .reference(pilot)]], schema: named.source)[0]
    var changes = ChangeSet()
    changes.links = [
      named.source.linkChange(entity: "Person", name: "flown", owner: pilot, member: plane)
    ]
    #expect(try store.commit(changes).isEmpty)
    store.close()
    #expect(try file.migrate() == .migrated)
    let raw = try file.raw()
    #expect(try raw.rows("SELECT Z_ENT FROM ZPERSON") == ["3"])
    #expect(try raw.rows("SELECT Z_ENT, ZOWNER, Z2_OWNER FROM ZPLANE") == ["4|1|3"])
    #expect(try raw.rows("SELECT Z_2FLYERS, Z_4FLOWN FROM Z_2FLOWN") == ["1|1"])
  }

  // R-PSC-532, R-PSC-535
  @Test func aRemovedEntityLeavesNothingBehind() throws {
    let named = NamedMigration(
      {
        $0.entity("Animal", ["name": .string])
        $0.entity("Cat", parent: "Animal")
        $0.entity("Owner")
        $0.oneToMany("Animal", toMany: "owners", "Owner", toOne: "pet")
      },
      {
        $0.entity("Animal", ["name": .string])
        $0.entity("Owner")
        $0.oneToMany("Animal", toMany: "owners", "Owner", toOne: "pet")
      })
    let file = try MigratedFile(named.migration)
    let store = try file.openedBefore()
    let animal = try store.insert("Animal", objects: [[:]], schema: named.source)[0]
    let cat = try store.insert("Cat", objects: [[:]], schema: named.source)[0]
    for pet in [animal, cat] {
      try store.insert("Owner", objects: [["pet": .reference(pet)]], schema: named.source)
    }
    store.close()
    #expect(try file.migrate() == .migrated)
    #expect(try file.raw().rows("SELECT Z_PK, Z_ENT FROM ZANIMAL") == ["1|1"])
    #expect(try file.raw().rows("SELECT ZPET FROM ZOWNER ORDER BY Z_PK") == ["1", "NULL"])
    // The number of the removed object is not given out again.
    #expect(try file.raw().rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 1") == ["2"])
  }

  // MARK: - What is not an entity's

  // R-REQ-165, R-PSC-538
  @Test func whatNobodyKnowsStays() throws {
    let named = NamedMigration(
      { $0.entity("Person", ["name": .string]) }, { $0.entity("Person", ["title": .string]) })
    let file = try MigratedFile(named.migration)
    let store = try file.openedBefore()
    var changes = ChangeSet()
    changes.notes = [StoreNote(name: "a/b", content: Data([1, 2]))]
    #expect(try store.commit(changes).isEmpty)
    store.close()
    do {
      let raw = try file.raw()
      try raw.run("CREATE TABLE ANSCKEVENT (x); INSERT INTO ANSCKEVENT VALUES (5)")
      try raw.run("INSERT INTO Z_PRIMARYKEY VALUES (17001, 'ANSCKEvent', 0, 3)")
    }
    #expect(try file.migrate() == .migrated)
    #expect(try file.raw().rows("SELECT x FROM ANSCKEVENT") == ["5"])
    #expect(
      try file.raw().rows("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 1000")
        == ["ANSCKEvent|3"])
    #expect(try SQLiteStore.readNotes(at: file.url, under: "a").map(\.content) == [Data([1, 2])])
    #expect(try SQLiteStore.readMetadata(at: file.url).properties == Data("2".utf8))
  }

  // R-PSC-514, R-REQ-122
  @Test func theModelThatIsKeptIsTheNewOne() throws {
    let named = NamedMigration({ $0.entity("Person") }, { $0.entity("Person") })
    let file = try migrated(named, []) { $0.configuration.modelArchive = { Data([7, 8]) } }
    #expect(try file.raw().rows("SELECT hex(Z_CONTENT) FROM Z_MODELCACHE") == ["0708"])
  }
}
#endif
