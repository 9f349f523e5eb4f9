// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClientStores
import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// Migrating between any two types of store: the library's, those of files, and clients' own.
@Suite struct EveryStoreTransferTests {
  /// The store with a server has no stack of its own.
  static let types =
    StackKind.everyStore.filter { $0.stores.count == 1 }.map { $0.stores[0].type }
    + (TestScope.current == .all ? [ClientStores.httpType] : [])

  /// Without constraints, which not every type enforces.
  private static func model() -> NSManagedObjectModel {
    let model = GarageModel.make()
    for entity in model.entities { entity.uniquenessConstraints = [] }
    return model
  }

  @Test func everyTypeIsThere() {
    #expect(Self.types.count == Set(Self.types).count)
    #expect(Self.types.count == TransferStage.types.count + (TestScope.current == .all ? 6 : 0))
  }

  // R-PSC-100, 103, 990
  @Test(arguments: types, types)
  func everythingIsInTheNewStore(from old: String, to new: String) throws {
    let stage = try TransferStage(old, model: Self.model())
    let context = stage.context()
    try stage.fill(context)
    let store = try stage.migrate(to: new)
    #expect(store.type == new)
    #expect(stage.coordinator.persistentStores == [store])
    #expect(try stage.found() == TransferStage.contents)
    // The new store goes on being written: with what was there, and with new objects.
    try context.performAndWait {
      let note = try #require(context.all("Note").first)
      note.setValue("changed", forKey: "text")
      _ = context.insert("Note", ["text": "second"])
      try context.save()
    }
    guard new != NSInMemoryStoreType else { return }
    try stage.coordinator.remove(store)
    let again = try stage.place.opened(new, "new", model: Self.model())
    let expected = TransferStage.contents.dropLast() + ["changed [\"red\"]", "second []"]
    #expect(try stage.found(in: again) == Array(expected))
  }

  // R-PSC-100: the old file stays
  @Test(arguments: types.filter { $0 != NSInMemoryStoreType }, types)
  func theOldFileStays(from old: String, to new: String) throws {
    let stage = try TransferStage(old, model: Self.model())
    try stage.fill(stage.context())
    try stage.migrate(to: new)
    let again = try stage.place.opened(old, "old", model: Self.model())
    #expect(try stage.found(in: again) == TransferStage.contents)
  }

  // R-PSC-100, 102: an object that has its ID, but no row that could be copied
  @Test(arguments: [StackKind.singles[0].name, NSXMLStoreType], types)
  func anUnsavedObjectGetsANameOfTheNewStore(from old: String, to new: String) throws {
    let stage = try TransferStage(old, model: Self.model())
    let context = stage.context()
    try context.performAndWait {
      for number in 0..<150 { _ = context.insert("Note", ["text": "\(number)"]) }
      try context.save()
      let late = context.insert("Note", ["text": "late"])
      try context.obtainPermanentIDs(for: [late])
      try stage.migrate(to: new)
      _ = context.insert("Note", ["text": "later"])
      try context.save()
      let uris = try context.all("Note").map { $0.objectID.uriRepresentation() }
      #expect(uris.count == 152)
      #expect(Set(uris).count == 152)
      let id = stage.coordinator.managedObjectID(
        forURIRepresentation: late.objectID.uriRepresentation())
      #expect(id == late.objectID)
    }
    guard new != NSInMemoryStoreType else { return }
    try stage.coordinator.remove(stage.coordinator.persistentStores[0])
    let again = try stage.place.opened(new, "new", model: Self.model())
    let texts = try stage.place.run(again) { try $0.all("Note").compactMap { $0.string("text") } }
    #expect(Set(texts) == Set((0..<150).map { "\($0)" } + ["late", "later"]))
  }

  // MARK: - Order

  /// One-to-many and many-to-many, ordered wherever they can be.
  private static func orderedModel() -> NSManagedObjectModel {
    let list = GarageModel.entity("List", [GarageModel.attribute("title", .string)])
    let entry = GarageModel.entity("Entry", [GarageModel.attribute("title", .string)])
    GarageModel.relate(
      list, name: "entries", many: true, rule: .nullifyDeleteRule, to: entry, inverseName: "list",
      many: false, ordered: true)
    GarageModel.relate(
      list, name: "marked", many: true, rule: .nullifyDeleteRule, to: entry, inverseName: "markers",
      many: true, ordered: true)
    entry.relationshipsByName["markers"]?.isOrdered = true
    let model = NSManagedObjectModel()
    model.entities = [list, entry]
    return model
  }

  private static func fill(_ context: NSManagedObjectContext) throws {
    let entries = (0..<9).map { context.insert("Entry", ["title": "\($0)"]) }
    let lists = ["a", "b"].map { context.insert("List", ["title": $0]) }
    try context.save()
    func set(_ list: Int, key: String, places: [Int]) {
      lists[list].setValue(NSOrderedSet(array: places.map { entries[$0] }), forKey: key)
    }
    set(0, key: "entries", places: [7, 2, 5, 0])
    set(1, key: "entries", places: [8, 1, 3])
    set(0, key: "marked", places: [4, 1, 6])
    set(1, key: "marked", places: [6, 3, 4, 0])
    entries[4].setValue(NSOrderedSet(array: [lists[1], lists[0]]), forKey: "markers")
    try context.save()
    // Moves within a list, and from one to the other.
    set(0, key: "entries", places: [5, 7, 8, 2, 0])
    try context.save()
  }

  private static func orders(_ context: NSManagedObjectContext) throws -> [String] {
    func titles(_ object: NSManagedObject, _ key: String) -> String {
      let members = (object.value(forKey: key) as? NSOrderedSet)?.array ?? []
      return members.map { ($0 as? NSManagedObject)?.string("title") ?? "?" }.joined()
    }
    let lists = try context.all("List", sortedBy: "title")
    let entries = try context.all("Entry", sortedBy: "title")
    return lists.map { titles($0, "entries") } + lists.map { titles($0, "marked") }
      + entries.map { titles($0, "markers") }
  }

  private static let orders = [
    "57820", "13", "416", "6340", "b", "a", "", "b", "ba", "", "ab", "", "",
  ]

  // R-PSC-100
  @Test(arguments: types, types)
  func ordersAreKept(from old: String, to new: String) throws {
    let stage = try TransferStage(old, model: Self.orderedModel())
    try stage.place.run(stage.coordinator, Self.fill)
    #expect(try stage.place.run(stage.coordinator, Self.orders) == Self.orders)
    let store = try stage.migrate(to: new)
    #expect(try stage.place.run(stage.coordinator, Self.orders) == Self.orders)
    guard new != NSInMemoryStoreType else { return }
    try stage.coordinator.remove(store)
    let again = try stage.place.opened(new, "new", model: Self.orderedModel())
    #expect(try stage.place.run(again, Self.orders) == Self.orders)
  }
}
