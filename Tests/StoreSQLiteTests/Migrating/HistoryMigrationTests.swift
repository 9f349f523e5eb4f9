// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface
import StoreSQLite
import StoreTestSupport
import Testing

/// Histories of migrated files.
@Suite struct HistoryMigrationTests {
  private static let named: NamedMigration = {
    var named = NamedMigration(
      {
        $0.entity("Item")
        $0.attribute("Item", name: "code", type: .string, isPreserved: true)
        $0.attribute("Item", name: "mark", type: .integer16, isPreserved: true)
        $0.attribute("Item", name: "note", type: .string)
        $0.entity("Shop")
        $0.oneToMany("Shop", toMany: "items", "Item", toOne: "shop")
        $0.entity("Gone", ["x": .string])
      },
      {
        $0.entity("Aisle")
        $0.entity("Item", ["added": .string])
        // Behind the mark, in front of which it was before.
        $0.attribute("Item", name: "number", type: .string, isPreserved: true)
        $0.attribute("Item", name: "mark", type: .integer16, isPreserved: true)
        $0.entity("Shop")
        $0.oneToMany("Shop", toMany: "goods", "Item", toOne: "seller")
      })
    named.properties = ["number": "code", "seller": "shop"]
    return named
  }()

  private static var source: StoreSchema { named.source }
  private static var destination: StoreSchema { named.destination }

  private func change(
    _ kind: HistoryChange.Kind, _ entity: String, _ properties: [String] = [],
    _ tombstone: [AttributeValue] = []
  ) -> HistoryChange {
    let index = Self.source.index(entity)
    var places = SlotSet()
    for name in properties {
      places.insert(Self.source.history.entities[index].properties.firstIndex(of: name) ?? 0)
    }
    return HistoryChange(
      kind, ObjectKey(entity: index, number: 5), properties: places, tombstone: tombstone)
  }

  /// - Parameter sql: what has become of the file before it is migrated.
  private func migrated(
    label: String? = nil, after sql: String = ""
  ) throws -> [HistoryEntry] {
    let file = try MigratedFile(Self.named.migration)
    let store = try file.openedBefore { $0.history = .recorded }
    for changes in [
      [change(.insert, "Gone"), change(.update, "Item", ["code", "note", "shop"])],
      [change(.update, "Gone", ["x"])],
      [
        change(.delete, "Item", [], [.string("c"), .integer(4)]),
        change(.update, "Shop", ["items"]),
      ],
    ] {
      let transaction = try store.beginWrite()
      try transaction.record(
        HistoryEntry(transaction: HistoryTransaction(timestamp: 1, author: "me"), changes: changes))
      try transaction.commit()
    }
    store.close()
    try file.raw().run(sql)
    #expect(try file.migrate { $0.label = label } == .migrated)
    let after = try file.openedAfter { $0.history = .recorded }
    defer { after.close() }
    let snapshot = try after.beginRead()
    defer { snapshot.end() }
    var entries: [HistoryEntry] = []
    try snapshot.history(HistoryRange()) {
      entries.append($0); return true
    }
    return entries
  }

  // R-PSC-538, R-PSC-751
  @Test func transactionsKeepTheirNumbers() throws {
    let entries = try migrated()
    #expect(entries.map(\.transaction.number) == [1, 2, 3])
    #expect(entries.map(\.transaction.author) == ["me", "me", "me"])
  }

  // R-PSC-751
  @Test func changesOfRemovedEntitiesAreDropped() throws {
    let entries = try migrated()
    #expect(entries.map(\.changes.count) == [1, 0, 2])
    #expect(entries[2].changes[1].key.entity == Self.destination.index("Shop"))
  }

  // R-PSC-751, R-REQ-162
  @Test func updatedPropertiesAreNamedAsTheyAreNow() throws {
    let entries = try migrated()
    let item = Self.destination.history.entities[Self.destination.index("Item")]
    var names: [String] = []
    entries[0].changes[0].properties.forEach { names.append(item.properties[$0]) }
    #expect(names == ["number", "seller"])
    let shop = Self.destination.history.entities[Self.destination.index("Shop")]
    var others: [String] = []
    entries[2].changes[1].properties.forEach { others.append(shop.properties[$0]) }
    #expect(others == ["goods"])
  }

  // R-REQ-163
  @Test func valuesOfDeletedObjectsStandForTheirAttributes() throws {
    #expect(try migrated()[2].changes[0].tombstone == [.integer(4), .string("c")])
  }

  // R-PSC-618
  @Test func aLabelIsRecorded() throws {
    let entries = try migrated(label: "second version")
    #expect(entries.count == 4)
    #expect(entries.last?.transaction.author == "second version")
    #expect(entries.last?.transaction.number == 4)
  }

  // R-REQ-160, R-PSC-618
  @Test func anOlderHistoryIsMigrated() throws {
    let entries = try migrated(label: "second version", after: olderHistory)
    #expect(entries.map(\.transaction.author) == ["me", "me", "me", "second version"])
    #expect(entries.map(\.changes.count) == [1, 0, 2, 0])
  }

  // R-REQ-163: the file is from before the attribute was preserved
  @Test func columnsOfPreservedValuesMayBeMissing() throws {
    let named = NamedMigration(
      {
        $0.entity("Item")
        $0.attribute("Item", name: "code", type: .string, isPreserved: true)
      },
      { $0.entity("Item", ["code": .string, "note": .string]) })
    let file = try MigratedFile(named.migration)
    try file.openedBefore { $0.history = .recorded }.close()
    try file.raw().run("ALTER TABLE ACHANGE DROP COLUMN ZTOMBSTONE0")
    #expect(try file.migrate() == .migrated)
  }
}
#endif
