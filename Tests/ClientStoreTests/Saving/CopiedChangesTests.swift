// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What client stores are handed when a store is migrated to them, and what becomes of it.
@Suite struct CopiedChangesTests {
  private let place: Workplace
  private let coordinator: NSPersistentStoreCoordinator

  /// A store in memory: a shelf with two books in an order, the second of which waits alone; a tag.
  init() throws {
    TapeStore.register()
    ChangeStore.register()
    place = try Workplace()
    coordinator = place.coordinator(TapeModel.make())
    try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
    try place.run(coordinator) { context in
      let shelf = context.insert("Shelf", ["title": "S"])
      let books = ["A", "B"].map {
        context.insert("Book", ["title": $0, "pages": 3, "shelf": shelf])
      }
      shelf.setValue(NSOrderedSet(array: [books[1], books[0]]), forKey: "queue")
      books[0].setValue(Set([context.insert("Tag", ["label": "x"])]), forKey: "tags")
      try context.save()
    }
  }

  @discardableResult
  private func migrate(
    to type: String = TapeStore.storeType, _ options: [AnyHashable: Any]
  ) throws -> NSPersistentStore {
    try coordinator.migratePersistentStore(
      coordinator.persistentStores[0], to: place.url("new"), options: options, withType: type)
  }

  /// Has each new object written as its changes tell.
  private static func write(
    _ request: NSPersistentStoreRequest, to tape: Tape,
    _ change: (inout Tape.Record) -> Void = { _ in }
  ) -> Any? {
    guard let save = request as? NSSaveChangesRequest else { return nil }
    for object in save.insertedObjects ?? [] {
      guard let store = object.objectID.persistentStore as? TapeStore else { continue }
      var record = Tape.Record(entity: object.entity.name ?? "", version: 1)
      for (key, value) in object.changedValues() {
        let others = (value as? NSManagedObject).map { [$0] } ?? members(value)
        if let others { record.links[key] = others.map { store.name($0.objectID) } }
        if others == nil, !(value is NSNull) { record.values[key] = value }
      }
      change(&record)
      tape.records[store.name(object.objectID)] = record
    }
    return [Any]()
  }

  private static func members(_ value: Any) -> [NSManagedObject]? {
    if let ordered = value as? NSOrderedSet {
      return ordered.array.compactMap { $0 as? NSManagedObject }
    }
    return (value as? Set<NSManagedObject>).map(Array.init)
  }

  /// All that a new context reads.
  private static func found(_ context: NSManagedObjectContext) throws -> [String] {
    let books = try context.all("Book", sortedBy: "title").map { book in
      let shelf = book.value(forKey: "shelf") as? NSManagedObject
      let tags = book.objects("tags").compactMap { $0.string("label") }
      return "\(book.string("title") ?? "") \(book.value(forKey: "pages") ?? "") "
        + "\(shelf?.string("title") ?? "") \(tags)"
    }
    let shelf = try #require(context.all("Shelf").first)
    let queue = (shelf.value(forKey: "queue") as? NSOrderedSet)?.array ?? []
    return books + queue.compactMap { ($0 as? NSManagedObject)?.string("title") }
  }

  private static let contents = ["A 3 S [\"x\"]", "B 3 S []", "B", "A"]

  // MARK: - What a store sees

  // R-PSC-100, 443: a store cannot tell a migration from a save of new objects
  @Test func whatIsCopiedIsPendingAndAllNew() throws {
    let tape = Tape()
    var seen: [String] = []
    tape.answer = { request in
      for object in (request as? NSSaveChangesRequest)?.insertedObjects ?? [] {
        seen.append("\(object.entity.name ?? "") \(object.changedValues().keys.sorted())")
        #expect(object.isInserted)
        #expect(object.hasChanges)
        #expect(object.hasPersistentChangedValues)
        #expect(!object.isUpdated)
        #expect(!object.isDeleted)
        #expect(!object.isFault)
        #expect(object.committedValues(forKeys: nil).isEmpty)
        #expect(object.managedObjectContext?.insertedObjects.contains(object) == true)
      }
      return nil
    }
    try migrate(["tape": tape])
    #expect(
      seen.sorted() == [
        "Book [\"pages\", \"shelf\", \"tags\", \"title\", \"waitsFor\"]",
        "Book [\"pages\", \"shelf\", \"title\", \"waitsFor\"]",
        "Shelf [\"books\", \"queue\", \"title\"]", "Tag [\"books\", \"label\"]",
      ])
  }

  // R-PSC-100, 443: also a value that a new object would have anyway, and one that was taken away
  @Test func defaultsAreChangesToo() throws {
    let note = GarageModel.entity(
      "Note",
      [
        GarageModel.attribute("text", .string), GarageModel.attribute("rest", .string),
        GarageModel.attribute("rank", .integer64, default: 7),
      ])
    let model = NSManagedObjectModel()
    model.entities = [note]
    let coordinator = try place.opened(NSInMemoryStoreType, model: model)
    try place.run(coordinator) { context in
      _ = context.insert("Note", ["text": "as it is"])
      context.insert("Note", ["text": "none"]).setValue(nil, forKey: "rank")
      try context.save()
    }
    let tape = Tape()
    var ranks: [String: Any] = [:]
    tape.answer = { request in
      for object in (request as? NSSaveChangesRequest)?.insertedObjects ?? [] {
        let changes = object.changedValues()
        #expect(changes.keys.sorted() == ["rank", "text"])
        #expect(object.value(forKey: "rest") == nil)
        ranks[object.string("text") ?? ""] = changes["rank"]
      }
      return nil
    }
    try coordinator.migratePersistentStore(
      coordinator.persistentStores[0], to: place.url("new"), options: ["tape": tape],
      withType: TapeStore.storeType)
    #expect(ranks["as it is"] as? Int == 7)
    #expect(ranks["none"] is NSNull)
  }

  // MARK: - What a store keeps

  // R-PSC-100
  @Test func aStoreThatWritesChangesHasEverything() throws {
    let tape = Tape()
    tape.answer = { Self.write($0, to: tape) }
    try migrate(["tape": tape])
    #expect(try place.run(coordinator, Self.found) == Self.contents)
    // Nothing is remembered here.
    let stack = try TapeStack(tape)
    #expect(try stack.run(Self.found) == Self.contents)
  }

  // R-PSC-100
  @Test func nodesThatGetChangesHaveEverything() throws {
    let store = try migrate(to: ChangeStore.storeType, [:])
    let nodes = try #require(store as? ChangeStore).cacheNodes()
    let titles = nodes.compactMap { $0.value(forKey: "title") as? String }
    #expect(titles.sorted() == ["A", "B", "S"])
    #expect(try place.run(coordinator, Self.found) == Self.contents)
  }

  /// What may get lost.
  enum Loss: CaseIterable {
    case values, oneValue, toOne, members, order
  }

  private static func lose(_ loss: Loss, of record: inout Tape.Record) {
    switch loss {
    case .values: record.values = [:]
    case .oneValue: record.values["pages"] = nil
    case .toOne: record.links["shelf"] = nil
    case .members: (record.links["tags"], record.links["books"]) = (nil, nil)
    case .order: record.links["queue"]?.reverse()
    }
  }

  // R-PSC-100, 104: what the new store has is compared, and not what it was given
  @Test(arguments: Loss.allCases)
  func aStoreThatLosesSomethingIsNotMigratedTo(_ loss: Loss) throws {
    let (tape, old) = (Tape(), coordinator.persistentStores)
    tape.answer = { Self.write($0, to: tape) { Self.lose(loss, of: &$0) } }
    let error = failure { try migrate(["tape": tape]) }
    #expect(error?.code.rawValue == NSMigrationError)
    #expect(coordinator.persistentStores == old)
    #expect(!tape.records.isEmpty)
    #expect(try place.run(coordinator, Self.found) == Self.contents)
  }

  // R-PSC-100, 104
  @Test func anAtomicStoreThatForgetsIsNotMigratedTo() throws {
    let old = coordinator.persistentStores
    let error = failure {
      try migrate(to: ChangeStore.storeType, ["forgets": true])
    }
    #expect(error?.code.rawValue == NSMigrationError)
    #expect(coordinator.persistentStores == old)
    #expect(try place.run(coordinator, Self.found) == Self.contents)
    #expect(try place.contents().isEmpty)
  }

  // R-PSC-100, 450: what contexts have read before goes on being compared with the same versions
  @Test func objectsGoOnBeingSaved() throws {
    let tape = Tape()
    tape.versions = (5, 3)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      let book = try #require(context.all("Book", "title == 'A'").first)
      book.setValue(4, forKey: "pages")
      try migrate(["tape": tape])
      try context.save()
      book.setValue(5, forKey: "pages")
      try context.save()
      #expect(tape.records.values.contains { $0.values["pages"] as? Int == 5 })
    }
  }
}
