// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface
import StoreLMDB
import StoreTestSupport
import Testing

/// Files that are brought to another version of their model where they are.
@Suite struct InPlaceMigrationTests {
  // R-PSC-535, R-PSC-539
  @Test(arguments: [0, 1, 40])
  func aFileHoldsWhatTheMigrationMakesOfIt(count: Int) throws {
    for seed in 1...60 as ClosedRange<UInt64> {
      let fixture = try InPlaceFixture(RandomMigration.migration(seed))
      let dataset = RandomDataset.dataset(fixture.migration.source, seed: seed, count: count)
      try fixture.fill(dataset)
      #expect(try fixture.migrate() == .migrated)
      let contents = try fixture.contents(dataset)
      #expect(contents.found.objects == contents.expected.objects, "seed \(seed)")
      #expect(contents.found.members == contents.expected.members, "seed \(seed)")
      #expect(try fixture.findings() == [], "seed \(seed)")
    }
  }

  // R-PSC-854
  @Test func indexesLeadToTheNewRows() throws {
    for seed in 1...40 as ClosedRange<UInt64> {
      let fixture = try InPlaceFixture(RandomMigration.migration(seed))
      let dataset = RandomDataset.dataset(fixture.migration.source, seed: seed, count: 60)
      try fixture.fill(dataset)
      try fixture.migrate()
      let expected = MigratedDataset(dataset, fixture.migration).dataset()
      let fresh = try InPlaceFixture(fixture.migration).openNew()
      try expected.fill(fresh)
      let migrated = try fixture.openNew()
      var queries = RandomQuery(
        fixture.migration.destination, keys: expected.objects.map(\.key), seed: seed)
      for number in 1...60 {
        let query = queries.next()
        let keys = try fresh.keys(query)
        #expect(try migrated.keys(query) == keys, "seed \(seed), query \(number)")
      }
    }
  }

  // R-PSC-852
  @Test func theMapGrowsWhileAFileIsMigrated() throws {
    for seed in 200...215 as ClosedRange<UInt64> {
      var fixture = try InPlaceFixture(RandomMigration.migration(seed))
      fixture.settings["mapsize"] = "200000"
      let dataset = RandomDataset.dataset(fixture.migration.source, seed: seed, count: 400)
      try fixture.fill(dataset)
      #expect(try fixture.migrate() == .migrated)
      let contents = try fixture.contents(dataset)
      #expect(contents.found == contents.expected, "seed \(seed)")
    }
  }

  // R-PSC-535: whether a value is missing is told by one word for 64 of them.
  @Test func aRowOfManyValuesKeepsThemInOtherPlaces() throws {
    let names = (10...89).map { "a\($0)" }
    let named = NamedMigration(
      { builder in
        builder.entity("Wide")
        for name in names { builder.attribute("Wide", name: name, type: .string) }
      },
      { builder in
        builder.entity("Wide", ["a00": .integer64])
        for name in names.dropLast(5) { builder.attribute("Wide", name: name, type: .string) }
      })
    let fixture = try InPlaceFixture(named.migration)
    let session = try fixture.openOld()
    let kept = names.enumerated().filter { $0.offset % 3 != 0 }.map(\.element)
    let values = PropertyValues(uniqueKeysWithValues: kept.map { ($0, .string("\($0) ä")) })
    let key = try session.insert("Wide", values)
    session.backend.close()
    try fixture.migrate()
    let migrated = try fixture.openNew()
    let row = try #require(try migrated.row(key))
    let expected = values.filter { names.dropLast(5).contains($0.key) }
    #expect(named.destination.values(of: row).filter { !$0.value.isNull } == expected)
  }

  // R-PSC-538, R-PSC-539
  @Test func identityStaysAndTheRestIsOfTheNewVersion() throws {
    let fixture = try InPlaceFixture(Self.renaming)
    let session = try fixture.openOld()
    let keys = try session.insert("Old", Array(repeating: [:], count: 9))
    for key in keys.dropFirst(2) { try session.delete(key) }
    var changes = ChangeSet()
    changes.notes = [StoreNote(name: "a/b", content: Data([1]))]
    try session.commit(changes)
    session.backend.close()
    try fixture.migrate { $0.configuration.modelArchive = { Data([7, 8]) } }
    let metadata = try LMDBStore.readMetadata(at: fixture.url)
    #expect(metadata.identifier == "5B0E4F5E-0000-4000-8000-000000000001")
    #expect(metadata.properties == Data("new".utf8))
    #expect(try LMDBStore.readModel(at: fixture.url) == Data([7, 8]))
    #expect(try LMDBStore.readNotes(at: fixture.url, under: "a/") == changes.notes)
    let migrated = try fixture.openNew()
    #expect(try migrated.backend.reserveNumbers(1, root: 0) > keys[8].number)
  }

  // R-PSC-541
  @Test func twoEntitiesMayExchangeTheirNames() throws {
    var former = ModelDraft()
    former.entities = [.init(id: 1, name: "A"), .init(id: 2, name: "B")]
    former.entities[0].attributes = [.init(id: 3, name: "x", type: .integer64)]
    former.entities[1].attributes = [.init(id: 4, name: "y", type: .string)]
    former.relationships = [.init(id: 5, name: "r", form: .manyToMany, one: 1, other: 2)]
    for index in 0...1 { former.entities[index].indexes = [[index == 0 ? "x" : "y"]] }
    var later = former
    later.entities[0].name = "B"
    later.entities[1].name = "A"
    let fixture = try InPlaceFixture(DraftMigration(from: former, to: later).migration())
    let dataset = RandomDataset.dataset(fixture.migration.source, seed: 1, count: 50)
    try fixture.fill(dataset)
    try fixture.migrate()
    let contents = try fixture.contents(dataset)
    #expect(contents.found == contents.expected)
    #expect(try fixture.findings() == [])
  }

  // MARK: - Refusals

  // R-PSC-540
  @Test func aFileThatIsAnotherOneByNowIsNotTouched() throws {
    let fixture = try InPlaceFixture(Self.renaming)
    try fixture.fill(Dataset(schema: fixture.migration.source, objects: [], links: []))
    let before = try Data(contentsOf: fixture.url)
    let outcome = try fixture.migrate { $0.expected.properties = Data("other".utf8) }
    #expect(outcome == .superseded)
    #expect(try Data(contentsOf: fixture.url) == before)
  }

  // R-PSC-535, R-PSC-543
  @Test func contentThatTheNewVersionForbidsLeavesTheFileAsItIs() throws {
    var (former, later) = Self.drafts
    later.entities[0].constraints = [["title"]]
    former.entities[0].constraints = []
    let unique = DraftMigration(from: former, to: later).migration()
    let required = DraftMigration(from: former, to: later, required: [2]).migration()
    let kinds: [(SchemaMigration, StoreError.Kind, [PropertyValues])] = [
      (unique, .duplicates, [["name": .string("a")], ["name": .string("a")]]),
      (required, .missingValue, [["name": .string("a")], [:]]),
    ]
    for (migration, kind, objects) in kinds {
      let fixture = try InPlaceFixture(migration)
      let session = try fixture.openOld()
      try session.insert("Old", objects)
      let before = try StoreContents(session)
      session.backend.close()
      let error = #expect(throws: StoreError.self) { try fixture.migrate() }
      #expect(error?.kind == kind)
      #expect(error?.message.contains("title") == true)
      #expect(try StoreContents(try fixture.openOld()) == before)
    }
  }

  @Test func aMigrationEndsWhenItIsToldTo() throws {
    let fixture = try InPlaceFixture(Self.renaming)
    try fixture.fill(Dataset(schema: fixture.migration.source, objects: [], links: []))
    #expect(throws: StoreError.self) { try fixture.migrate { $0.progress = { _ in false } } }
    #expect(throws: Never.self) { try fixture.openOld() }
  }

  // R-PSC-540
  @Test func whoHasTheOldVersionOpenIsToldAndWritesNothing() throws {
    let fixture = try InPlaceFixture(Self.renaming)
    let old = try fixture.openOld()
    let key = try old.insert("Old", ["name": .string("a")])
    let reader = try old.backend.beginRead()
    try fixture.migrate()
    #expect(try reader.row(for: key)?.string(0) == "a")
    reader.end()
    for attempt in [{ _ = try old.row(key) }, { _ = try old.insert("Old") }] {
      let error = #expect(throws: StoreError.self) { try attempt() }
      #expect(error?.kind == .replaced)
    }
    let new = try fixture.openNew()
    #expect(try StoreContents(new).objects.map(\.values) == [["title": .string("a")]])
  }

  // R-PSC-843
  @Test func aMigratedFileMayBeReplacedByAnotherOfItsVersion() throws {
    let fixture = try InPlaceFixture(Self.renaming)
    try fixture.fill(Dataset(schema: fixture.migration.source, objects: [], links: []))
    try fixture.migrate()
    let open = try fixture.openNew()
    let other = try InPlaceFixture(Self.renaming)
    try other.openNew().insert("New", ["title": .string("z")])
    try LMDBStore.replace(at: fixture.url, withStoreAt: other.url, StoreFileAccess())
    #expect(try StoreContents(open).objects.map(\.values) == [["title": .string("z")]])
  }

  // MARK: - Models

  static var drafts: (former: ModelDraft, later: ModelDraft) {
    var former = ModelDraft()
    former.entities = [.init(id: 1, name: "Old")]
    former.entities[0].attributes = [.init(id: 2, name: "name", type: .string)]
    var later = former
    later.entities[0].name = "New"
    later.entities[0].attributes[0].name = "title"
    return (former, later)
  }

  static var renaming: SchemaMigration {
    DraftMigration(from: drafts.former, to: drafts.later).migration()
  }
}
#endif
