// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface
import StoreLMDB
import StoreTestSupport
import Testing

/// Databases that nothing needs any more, emptied after the migration.
@Suite struct DeferredMigrationTests {
  // R-PSC-630, R-PSC-631
  @Test func whatIsLeftIsRememberedAndDoneStepByStep() throws {
    let fixture = try InPlaceFixture(Self.removal)
    try fill(fixture)
    try fixture.migrate { $0.isDeferred = true }
    let session = try fixture.openNew()
    #expect(session.backend.hasUnfinishedMigration)
    #expect(try session.backend.finishMigration(steps: 1))
    session.backend.close()
    let next = try fixture.openNew()
    #expect(next.backend.hasUnfinishedMigration)
    #expect(try !next.backend.finishMigration(steps: 100))
    #expect(!next.backend.hasUnfinishedMigration)
    #expect(try !next.backend.finishMigration(steps: 1))
    #expect(try StoreContents(next).objects.count == 5)
  }

  // R-PSC-630
  @Test func nothingIsLeftUnlessItWasAskedFor() throws {
    let fixture = try InPlaceFixture(Self.removal)
    try fill(fixture)
    try fixture.migrate()
    #expect(try !fixture.openNew().backend.hasUnfinishedMigration)
  }

  // R-PSC-631
  @Test func aFurtherMigrationFinishesTheEarlierOneFirst() throws {
    let first = try InPlaceFixture(Self.removal)
    try fill(first)
    try first.migrate { $0.isDeferred = true }
    let back = DraftMigration(from: Self.later, to: Self.anew).migration()
    var task = StoreMigration(
      back, sourceEntities: back.source.allEntities,
      configuration: first.configuration(back.destination),
      expected: try LMDBStore.readMetadata(at: first.url))
    task.configuration.settings = first.settings
    #expect(try LMDBStore.migrate(task) == .migrated)
    let store = try LMDBStore.open(first.configuration(back.destination))
    defer { store.close() }
    #expect(!store.hasUnfinishedMigration)
    #expect(try StoreContents(store, back.destination).objects.count == 5)
  }

  // R-PSC-631
  @Test func anOpeningThatNeedsWhatIsLeftEmptiesIt() throws {
    let fixture = try InPlaceFixture(Self.removal)
    try fill(fixture)
    try fixture.migrate { $0.isDeferred = true }
    // The same file with an entity more: none of its objects are there.
    let store = try LMDBStore.open(fixture.configuration(Self.anew.schema()))
    defer { store.close() }
    #expect(try StoreContents(store, Self.anew.schema()).objects.count == 5)
  }

  // MARK: - Models

  private static var former: ModelDraft {
    var draft = ModelDraft()
    draft.entities = [.init(id: 1, name: "Gone"), .init(id: 2, name: "Kept")]
    draft.entities[0].attributes = [.init(id: 3, name: "x", type: .integer64)]
    draft.entities[0].indexes = [["x"]]
    return draft
  }

  private static var later: ModelDraft {
    var draft = former
    draft.entities.removeFirst()
    return draft
  }

  /// With a new entity that has the old name.
  private static var anew: ModelDraft {
    var draft = later
    draft.entities.append(.init(id: 9, name: "Gone"))
    draft.entities[1].attributes = [.init(id: 10, name: "x", type: .integer64)]
    draft.entities[1].indexes = [["x"]]
    return draft
  }

  private static var removal: SchemaMigration {
    DraftMigration(from: Self.former, to: Self.later).migration()
  }

  private func fill(_ fixture: InPlaceFixture) throws {
    let session = try fixture.openOld()
    try session.insert("Gone", Array(repeating: ["x": .integer(1)], count: 20))
    try session.insert("Kept", Array(repeating: [:], count: 5))
    session.backend.close()
  }
}
#endif
