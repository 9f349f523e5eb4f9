// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface
import StoreSQLite
import StoreTestSupport
import Testing

/// What files tell of the updated properties of changes, as the stores of Notes on macOS 12 to 26 have it.
@Suite struct HistoryBitTests {
  private static let schema: StoreSchema = {
    var builder = SchemaBuilder()
    builder.entity("Thing", isAbstract: true, ["hint": .string, "zone": .string])
    builder.entity("Note", parent: "Thing", ["created": .date, "title": .string])
    builder.entity("Folder", parent: "Thing")
    builder.entity(
      "State",
      [
        "currentLocalVersion": .integer64, "inCloud": .boolean,
        "latestVersionSyncedToCloud": .integer64, "localVersionDate": .date,
      ])
    builder.entity("Content", ["checksum": .binaryData, "tag": .binaryData, "data": .binaryData])
    builder.oneToOne("Thing", name: "state", "State", name: "thing")
    builder.oneToOne("Note", name: "content", "Content", name: "note")
    builder.oneToMany("Folder", toMany: "notes", "Note", toOne: "folder")
    builder.oneToMany("Folder", toMany: "children", "Folder", toOne: "parent")
    return builder.build()
  }()

  private let fixture: SQLiteFixture

  init() throws { fixture = try SQLiteFixture(Self.schema) }

  private func update(_ entity: String, _ properties: [String]) -> HistoryChange {
    let index = Self.schema.index(entity)
    var places = SlotSet()
    for name in properties {
      places.insert(Self.schema.history.entities[index].properties.firstIndex(of: name) ?? 0)
    }
    return HistoryChange(.update, ObjectKey(entity: index, number: 1), properties: places)
  }

  private func names(_ change: HistoryChange) -> [String] {
    var names: [String] = []
    let entity = Self.schema.history.entities[change.key.entity]
    change.properties.forEach { names.append(entity.properties[$0]) }
    return names
  }

  private func record(_ changes: [HistoryChange]) throws {
    let store = try fixture.open { $0.history = .recorded }
    defer { store.close() }
    let transaction = try store.beginWrite()
    try transaction.record(
      HistoryEntry(transaction: HistoryTransaction(timestamp: 1), changes: changes))
    try transaction.commit()
  }

  private func changes() throws -> [[HistoryChange]] {
    let store = try fixture.open { $0.history = .recorded }
    defer { store.close() }
    let snapshot = try store.beginRead()
    defer { snapshot.end() }
    var changes: [[HistoryChange]] = []
    try snapshot.history(HistoryRange()) {
      changes.append($0.changes); return true
    }
    return changes
  }

  struct Update: Sendable {
    let entity: String
    let properties: [String]
    let bits: String

    init(_ entity: String, _ properties: [String], _ bits: String) {
      (self.entity, self.properties, self.bits) = (entity, properties, bits)
    }
  }

  private static let updates = [
    // A to-one that leads to an entity with subentities has two bits, and is first.
    Update("State", ["currentLocalVersion", "localVersionDate"], "24"),
    Update("State", ["currentLocalVersion", "localVersionDate", "thing"], "E4"),
    Update("Content", ["data"], "20"), Update("Content", ["note"], "80"),
    // What ancestors have is first.
    Update("Note", ["content"], "40"), Update("Note", ["state"], "80"),
    Update("Note", ["folder", "hint"], "30"), Update("Note", ["created"], "04"),
    Update("Note", ["title"], "02"), Update("Note", ["zone"], "08"),
    // To-many relationships are last.
    Update("Folder", ["parent", "zone"], "50"), Update("Folder", ["notes"], "04"),
  ]

  // R-REQ-162
  @Test(arguments: updates) func anUpdateHasABitForEachProperty(_ update: Update) throws {
    try record([self.update(update.entity, update.properties)])
    #expect(try fixture.raw().rows("SELECT hex(ZCOLUMNS) FROM ACHANGE") == [update.bits])
    #expect(try changes().map { $0.map(names) } == [[update.properties]])
  }

  private func foreign(_ transactions: [[(entity: String, kind: Int, bits: String)]]) throws {
    try record([])
    let raw = try fixture.raw()
    try raw.run(foreignCache + "; DELETE FROM ATRANSACTION")
    for (number, changes) in transactions.enumerated() {
      try raw.run(
        "INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZTIMESTAMP) VALUES (\(number + 1), 16002, 1)")
      for (entity, kind, bits) in changes {
        try raw.run(
          """
          INSERT INTO ACHANGE (Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS)
          SELECT 16001, \(kind), Z_ENT, 1, \(number + 1), x'\(bits)' FROM Z_PRIMARYKEY
          WHERE Z_NAME = '\(entity)'
          """)
      }
    }
  }

  // R-REQ-162: a to-many relationship is told by what has changed on its other side
  @Test func applesOrderOfToManysNeedNotBeKnown() throws {
    try foreign([
      // A note is moved into a folder, one is made in it, a folder is made in it, both.
      [("Folder", 1, "08"), ("Note", 1, "20")],
      [("Folder", 1, "08"), ("Note", 0, "")],
      [("Folder", 1, "04"), ("Folder", 0, "")],
      [("Folder", 1, "0C"), ("Folder", 1, "40"), ("Note", 2, "")],
      // Of a note that has not been moved nothing follows.
      [("Folder", 1, "08"), ("Note", 1, "02")],
      [("Folder", 1, "10")],
      // Two have changed, of which one has left no trace.
      [("Folder", 1, "0C"), ("Note", 1, "20")],
    ])
    let folders = try changes().map { names($0[0]) }
    #expect(
      folders == [
        ["notes"], ["notes"], ["children"], ["children", "notes"], ["children", "notes"], ["zone"],
        ["children", "notes"],
      ])
  }
}
#endif
