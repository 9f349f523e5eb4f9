// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreRouting
import StoreTestSupport
import Testing

/// The history of a store that is copied into one of another version.
@Suite struct MigratedHistoryTests {
  private static let engines = StoreUnderTest.all(with: .engine)

  // R-PSC-538, R-PSC-751
  @Test(arguments: engines, engines)
  func entriesKeepTheirNumbersAndFollowTheNames(
    first: StoreUnderTest, second: StoreUnderTest
  ) throws {
    let fixture = try fixture(first, second)
    let schema = fixture.migration.source
    let (old, gone) = (schema.index("Old"), schema.index("Gone"))
    let title = try #require(schema.history.entities[old].properties.firstIndex(of: "name"))
    let dropped = try #require(schema.history.entities[old].properties.firstIndex(of: "dropped"))
    var properties = SlotSet()
    properties.insert(title)
    properties.insert(dropped)
    try record(
      [HistoryChange(.insert, ObjectKey(entity: old, number: 1))],
      [
        HistoryChange(.insert, ObjectKey(entity: gone, number: 1)),
        HistoryChange(.update, ObjectKey(entity: old, number: 1), properties: properties),
      ],
      [HistoryChange(.delete, ObjectKey(entity: old, number: 1))], in: fixture.source.backend)
    try purge(before: 2, in: fixture.source.backend)
    try fixture.copy(label: "stage")
    let (bounds, entries) = try history(fixture.destination.backend)
    #expect(bounds == HistoryBounds(first: 2, last: 4))
    #expect(entries.map(\.transaction.number) == [2, 3, 4])
    #expect(entries.map(\.transaction.timestamp).prefix(2) == [2, 3])
    #expect(entries.map(\.transaction.author) == ["author 2", "author 3", "stage"])
    let new = fixture.migration.destination.history.entities[0].properties
    #expect(entries[0].changes.map(\.key) == [ObjectKey(entity: 0, number: 1)])
    #expect(entries[0].changes[0].properties.slots.map { new[$0] } == ["title"])
    #expect(entries[1].changes.map(\.kind) == [.delete])
    #expect(entries[1].changes.map(\.number) == [4])
  }

  // R-PSC-538
  @Test(arguments: engines)
  func aHistoryWithoutEntriesGoesOnBehindItsLastNumber(store: StoreUnderTest) throws {
    let fixture = try fixture(store, store)
    let change = HistoryChange(.insert, ObjectKey(entity: 1, number: 1))
    try record([change], [change], in: fixture.source.backend)
    try purge(before: 3, in: fixture.source.backend)
    try fixture.copy()
    let empty = try history(fixture.destination.backend)
    #expect(empty.bounds == HistoryBounds(first: 3, last: 2))
    try record([], in: fixture.destination.backend)
    #expect(try history(fixture.destination.backend).entries.map(\.transaction.number) == [3])
  }

  @Test(arguments: engines)
  func aDestinationWithoutAHistoryGetsNone(store: StoreUnderTest) throws {
    let fixture = try fixture(store, store, .untold)
    try record([], in: fixture.source.backend)
    try fixture.copy(label: "stage")
    let snapshot = try fixture.destination.backend.beginRead()
    defer { snapshot.end() }
    #expect(try snapshot.historyBounds() == nil)
  }

  // MARK: - Stores

  private func fixture(
    _ first: StoreUnderTest, _ second: StoreUnderTest, _ choice: HistoryChoice = .recorded
  ) throws -> MigrationFixture {
    var former = ModelDraft()
    former.entities = [.init(id: 1, name: "Old"), .init(id: 4, name: "Gone")]
    former.entities[0].attributes = [
      .init(id: 2, name: "name", type: .string), .init(id: 3, name: "dropped", type: .string),
    ]
    var later = former
    later.entities.removeLast()
    later.entities[0].name = "New"
    later.entities[0].attributes = [.init(id: 2, name: "title", type: .string)]
    let migration = DraftMigration(from: former, to: later).migration()
    return try MigrationFixture(first, second, migration) { configuration in
      let isSource = configuration.schema.entities.count == 2
      configuration.history = isSource ? .recorded : choice
    }
  }

  private func record(_ entries: [HistoryChange]..., in store: any StoreBackend) throws {
    for (place, changes) in entries.enumerated() {
      let transaction = try store.beginWrite()
      defer { transaction.rollback() }
      try transaction.record(
        HistoryEntry(
          transaction: HistoryTransaction(
            timestamp: Double(place + 1), author: "author \(place + 1)"), changes: changes))
      try transaction.prepare()
      try transaction.commit()
    }
  }

  private func purge(before number: Int64, in store: any StoreBackend) throws {
    let transaction = try store.beginWrite()
    defer { transaction.rollback() }
    try transaction.purgeHistory(before: number)
    try transaction.prepare()
    try transaction.commit()
  }

  private func history(
    _ store: any StoreBackend
  ) throws -> (bounds: HistoryBounds?, entries: [HistoryEntry]) {
    let snapshot = try store.beginRead()
    defer { snapshot.end() }
    var entries: [HistoryEntry] = []
    try snapshot.history(HistoryRange()) { entry in
      entries.append(entry)
      return true
    }
    return (try snapshot.historyBounds(), entries)
  }
}
