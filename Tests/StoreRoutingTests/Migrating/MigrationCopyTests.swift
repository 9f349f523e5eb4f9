// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting
import StoreTestSupport
import Testing

/// Copies into stores of another version of the model, between all pairs of stores.
@Suite struct MigrationCopyTests {
  // R-PSC-535, R-PSC-538
  @Test(arguments: StoreUnderTest.all(with: .verbatim), StoreUnderTest.all(with: .verbatim))
  func aCopyHoldsWhatTheMigrationMakesOfItsSource(
    first: StoreUnderTest, second: StoreUnderTest
  ) throws {
    for seed in 1...12 as ClosedRange<UInt64> {
      let migration = RandomMigration.migration(seed)
      let fixture = try MigrationFixture(first, second, migration)
      let dataset = RandomDataset.dataset(migration.source, seed: seed, count: 40)
      try dataset.fill(fixture.source)
      try fixture.copy()
      let found = try StoreContents(fixture.destination)
      let expected = try fixture.expected(dataset)
      #expect(found.objects == expected.objects, "seed \(seed)")
      #expect(found.members == expected.members, "seed \(seed)")
    }
  }

  // R-PSC-535
  @Test func anyMigrationIsCopiedWithMemory() throws {
    let memory = StoreUnderTest.all[0]
    var refused = 0
    for seed in 100...400 as ClosedRange<UInt64> {
      let migration = RandomMigration.migration(seed)
      let fixture = try MigrationFixture(memory, memory, migration)
      let dataset = RandomDataset.dataset(migration.source, seed: seed, count: 25)
      try dataset.fill(fixture.source)
      do { try fixture.copy(referenceLimit: 3) } catch StoreCopyError.source(let error) {
        // None is chosen among several.
        guard error.kind == .severalMembers else { throw error }
        refused += 1
        continue
      }
      let found = try StoreContents(fixture.destination)
      let expected = try fixture.expected(dataset)
      #expect(found == expected, "seed \(seed)")
    }
    #expect(refused < 30)
  }

  // R-PSC-538
  @Test(arguments: StoreUnderTest.all(with: .verbatim))
  func numbersGivenOutOnceAreNotGivenOutAfterwards(store: StoreUnderTest) throws {
    var former = ModelDraft()
    former.entities = [.init(id: 1, name: "Old")]
    var later = former
    later.entities[0].name = "New"
    let fixture = try MigrationFixture(
      store, store, DraftMigration(from: former, to: later).migration())
    let keys = try fixture.source.insert("Old", Array(repeating: [:], count: 9))
    for key in keys.dropFirst(2) { try fixture.source.delete(key) }
    try fixture.copy()
    let next = try fixture.destination.backend.reserveNumbers(1, root: 0)
    #expect(next > keys[8].number)
  }

  // R-PSC-538
  @Test(arguments: StoreUnderTest.all(with: .notes))
  func notesAndMetadataComeAlong(store: StoreUnderTest) throws {
    let fixture = try MigrationFixture(store, store, Self.renaming)
    var changes = ChangeSet()
    changes.notes = [StoreNote(name: "a/b", content: Data([1, 2]))]
    try fixture.source.commit(changes)
    var metadata = fixture.destination.backend.metadata
    metadata.identifier = "5B0E4F5E-0000-4000-8000-000000000001"
    try fixture.copy(metadata: metadata)
    let notes = try fixture.destination.read { try $0.notes(under: "a/") }
    #expect(notes == changes.notes)
    #expect(fixture.destination.backend.metadata.identifier == metadata.identifier)
  }

  // MARK: - Failures

  // R-PSC-535
  @Test(arguments: StoreUnderTest.all(with: .verbatim))
  func anObjectWithoutARequiredValueEndsTheCopy(store: StoreUnderTest) throws {
    let (former, later) = Self.drafts
    let migration = DraftMigration(from: former, to: later, required: [2]).migration()
    let fixture = try MigrationFixture(store, store, migration)
    try fixture.source.insert("Old", [["name": .string("a")], [:]])
    let error = #expect(throws: StoreCopyError.self) { try fixture.copy() }
    guard case .source(let inner)? = error else { throw UnexpectedAnswer("\(error as Any)") }
    #expect(inner.kind == .missingValue)
    #expect(inner.message.contains("New"))
    #expect(inner.message.contains("title"))
  }

  // R-PSC-535
  @Test(arguments: StoreUnderTest.all(with: .verbatim))
  func aFallbackStandsWhereThereIsNoValue(store: StoreUnderTest) throws {
    let (former, later) = Self.drafts
    let migration = DraftMigration(
      from: former, to: later, fallbacks: [2: .string("none")], required: [2]
    ).migration()
    let fixture = try MigrationFixture(store, store, migration)
    let keys = try fixture.source.insert("Old", [["name": .string("a")], [:]])
    try fixture.copy()
    let values = try keys.map { try fixture.destination.values($0)?["title"] }
    #expect(values == [.string("a"), .string("none")])
  }

  // R-PSC-535
  @Test(arguments: StoreUnderTest.all(with: [.verbatim, .uniqueness]))
  func duplicatesOfANewConstraintEndTheCopy(store: StoreUnderTest) throws {
    var (former, later) = Self.drafts
    later.entities[0].constraints = [["title"]]
    let migration = DraftMigration(from: former, to: later).migration()
    former.entities = []
    let fixture = try MigrationFixture(store, store, migration)
    let twice: PropertyValues = ["name": .string("a")]
    try fixture.source.insert("Old", [twice, ["name": .string("b")], [:], [:]])
    try fixture.source.insert("Old", Array(repeating: [:], count: 9) + [twice])
    let error = #expect(throws: StoreCopyError.self) { try fixture.copy() }
    guard case .destination(let inner)? = error else { throw UnexpectedAnswer("\(error as Any)") }
    #expect(inner.kind == .duplicates)
    #expect(inner.message.contains("New"))
    #expect(inner.message.contains("title"))
  }

  @Test func aCopyEndsWhenItIsToldTo() throws {
    let memory = StoreUnderTest.all[0]
    let fixture = try MigrationFixture(memory, memory, Self.renaming)
    try fixture.source.insert("Old", Array(repeating: [:], count: 30))
    let error = #expect(throws: StoreCopyError.self) {
      try fixture.copy { $0.done < 14 }
    }
    guard case .cancelled? = error else { throw UnexpectedAnswer("\(error as Any)") }
  }

  // MARK: - Models

  private static var drafts: (former: ModelDraft, later: ModelDraft) {
    var former = ModelDraft()
    former.entities = [.init(id: 1, name: "Old")]
    former.entities[0].attributes = [.init(id: 2, name: "name", type: .string)]
    var later = former
    later.entities[0].name = "New"
    later.entities[0].attributes[0].name = "title"
    return (former, later)
  }

  private static var renaming: SchemaMigration {
    DraftMigration(from: drafts.former, to: drafts.later).migration()
  }
}
