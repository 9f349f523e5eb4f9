// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface
import StoreLMDB
import StoreTestSupport
import Testing

/// Histories of files that are brought to another version where they are.
@Suite struct HistoryRenamingTests {
  // R-PSC-538, R-PSC-751
  @Test func entriesFollowTheNamesAndKeepTheirNumbers() throws {
    var fixture = try InPlaceFixture(DraftMigration(from: Self.former, to: Self.later).migration())
    fixture.history = .recorded
    let source = fixture.migration.source
    let places = source.history.entities[source.index("Old")].properties
    var properties = SlotSet()
    for name in ["name", "gone"] {
      properties.insert(try #require(places.firstIndex(of: name)))
    }
    let old = ObjectKey(entity: source.index("Old"), number: 1)
    try record(
      [
        HistoryChange(.insert, ObjectKey(entity: source.index("Gone"), number: 1)),
        HistoryChange(.update, old, properties: properties),
        HistoryChange(.delete, old, tombstone: [.string("t")]),
      ], in: try fixture.openOld())
    try fixture.migrate { $0.label = "stage" }
    let entries = try history(try fixture.openNew())
    #expect(entries.map(\.transaction.number) == [1, 2])
    #expect(entries.map(\.transaction.author) == ["author", "stage"])
    let destination = fixture.migration.destination
    let new = destination.index("New")
    // A new entity and a new property have names of removed ones: nothing is told of them.
    #expect(entries[0].changes.map(\.key.entity) == [new, new])
    #expect(entries[0].changes.map(\.number) == [2, 3])
    let names = destination.history.entities[new].properties
    #expect(entries[0].changes[0].properties.slots.map { names[$0] } == ["title"])
    #expect(entries[0].changes[1].tombstone == [.string("t")])
  }

  // MARK: - Models

  private static var former: ModelDraft {
    var draft = ModelDraft()
    draft.entities = [.init(id: 1, name: "Old"), .init(id: 2, name: "Gone")]
    draft.entities[0].attributes = [
      .init(id: 3, name: "name", type: .string, isPreserved: true),
      .init(id: 4, name: "gone", type: .string),
    ]
    return draft
  }

  private static var later: ModelDraft {
    var draft = former
    draft.entities[0].name = "New"
    draft.entities[0].attributes[0].name = "title"
    draft.entities[0].attributes[1] = .init(id: 5, name: "gone", type: .integer64)
    draft.entities[1] = .init(id: 6, name: "Gone")
    return draft
  }

  private func record(_ changes: [HistoryChange], in session: StoreSession) throws {
    let transaction = try session.backend.beginWrite()
    defer { transaction.rollback() }
    try transaction.record(
      HistoryEntry(
        transaction: HistoryTransaction(timestamp: 1, author: "author"), changes: changes))
    try transaction.prepare()
    try transaction.commit()
    session.backend.close()
  }

  private func history(_ session: StoreSession) throws -> [HistoryEntry] {
    let snapshot = try session.backend.beginRead()
    defer { snapshot.end() }
    var entries: [HistoryEntry] = []
    try snapshot.history(HistoryRange()) { entry in
      entries.append(entry)
      return true
    }
    return entries
  }
}
#endif
