// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

@testable import CoreData
import CoreDataTestSupport
import Foundation
import StoreInterface
import Testing

/// What a store keeps that is migrated through a mapping model where it is.
@Suite struct StoreInheritanceTests {
  private static let former =
    "Item\n  name String preserved\n  note String\n  next > Item.former\n  former > Item.next\n"
    + "  tags >> Tag.items\nTag\n  text String\n  items >> Item.tags"
  private static let present =
    "Item\n  title String preserved\n  note String\n  next > Item.former\n  former > Item.next\n"
    + "  labels >> Label.items\nLabel\n  text String\n  items >> Item.labels"

  private static var mappings: [NSEntityMapping] {
    [
      NSEntityMapping(
        "Item", to: "Item",
        attributes: ["title": "$source.name", "note": "uppercase:($source.note)"],
        relationships: [
          "next": destinations("Item->Item", "next"),
          "labels": destinations("Tag->Label", "tags"),
        ]),
      NSEntityMapping("Tag", to: "Label", attributes: ["text": "$source.text"]),
    ]
  }

  private static func destinations(_ mapping: String, _ key: String) -> String {
    "FUNCTION($manager, 'destinationInstancesForEntityMappingNamed:sourceInstances:', "
      + "'\(mapping)', $source.\(key))"
  }

  private struct Stage {
    let scene: Relocation
    var options: [String: Any] { [NSPersistentHistoryTrackingKey: true] }

    init(_ pair: StorePair) throws {
      scene = try Relocation(pair, StoreInheritanceTests.former, StoreInheritanceTests.present)
    }

    @discardableResult
    func use<T>(
      _ model: NSManagedObjectModel, _ body: (NSManagedObjectContext) throws -> T
    ) throws -> T {
      try use(model, at: [scene.source]) { context, _ in try body(context) }
    }

    func use<T>(
      _ model: NSManagedObjectModel, at places: [URL],
      _ body: (NSManagedObjectContext, [NSPersistentStore]) throws -> T
    ) throws -> T {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
      let stores = try places.map {
        try coordinator.addPersistentStore(
          ofType: scene.pair.first, configurationName: nil, at: $0, options: options)
      }
      defer { for store in stores { try? coordinator.remove(store) } }
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      return try context.performAndWait { try body(context, stores) }
    }

    func migrate(_ place: URL? = nil) throws {
      let mapping = NSMappingModel()
      mapping.entityMappings = StoreInheritanceTests.mappings
      let subject = MigrationSubject(
        url: place ?? scene.source, type: scene.pair.first, configuration: nil,
        options: StoreOptionValues(options))
      try ManualStoreMigration(
        subject, from: scene.former, to: scene.present, by: mapping
      ).run(expected: try subject.metadata())
    }

    /// The URIs of the items by a property with their names.
    func items(_ model: NSManagedObjectModel, _ key: String) throws -> [String: URL] {
      try use(model) { context in
        Dictionary(
          uniqueKeysWithValues: try context.all("Item").map {
            ($0.string(key) ?? "", $0.objectID.uriRepresentation())
          })
      }
    }

    /// Four items, of which the second and the last are deleted again, and a tag.
    func fill() throws {
      try use(scene.former) { context in
        let items = (0..<4).map { context.insert("Item", ["name": "n\($0)", "note": "x"]) }
        items[0].setValue(items[2], forKey: "next")
        let tag = context.insert("Tag", ["text": "t"])
        tag.setValue(Set([items[0]]), forKey: "items")
        try context.save()
        items[0].setValue("first", forKey: "name")
        try context.save()
        context.delete(items[1])
        context.delete(items[3])
        try context.save()
      }
    }
  }

  // R-PSC-538
  @Test(arguments: Relocation.sameKinds)
  func objectsKeepTheirURIs(_ pair: StorePair) throws {
    let stage = try Stage(pair)
    try stage.fill()
    let before = try stage.items(stage.scene.former, "name")
    try stage.migrate()
    #expect(try stage.items(stage.scene.present, "title") == before)
    try stage.use(stage.scene.present) { context in
      let first = try #require(try context.all("Item", sortedBy: "title").first)
      #expect((first.value(forKey: "next") as? NSManagedObject)?.string("title") == "n2")
      #expect(first.objects("labels").map { $0.string("text") } == ["t"])
      #expect(first.string("note") == "X")
    }
  }

  // R-PSC-538, R-PSC-326
  @Test(arguments: Relocation.sameKinds)
  func numbersOfDeletedObjectsAreNotGivenOutAgain(_ pair: StorePair) throws {
    let stage = try Stage(pair)
    let deleted = try stage.use(stage.scene.former) { context in
      let items = (0..<3).map { context.insert("Item", ["name": "n\($0)"]) }
      try context.save()
      let last = try #require(items.max { $0.objectID.key.number < $1.objectID.key.number })
      let uri = last.objectID.uriRepresentation()
      context.delete(last)
      try context.save()
      return uri
    }
    try stage.migrate()
    let new = try stage.use(stage.scene.present) { context in
      let item = context.insert("Item", ["title": "new"])
      try context.save()
      return item.objectID.uriRepresentation()
    }
    #expect(new != deleted)
  }

  // R-PSC-538, R-PSC-751
  @Test(
    arguments: Relocation.sameKinds.filter {
      [NSSQLiteStoreType, LMDBStoreType].contains($0.first)
    })
  func theHistoryGoesOn(_ pair: StorePair) throws {
    let stage = try Stage(pair)
    try stage.fill()
    let before = try stage.use(stage.scene.former, Self.history)
    let token = try stage.use(stage.scene.former) {
      $0.persistentStoreCoordinator?.currentPersistentHistoryToken(fromStores: nil)
    }
    try stage.migrate()
    try stage.use(stage.scene.present) { context in
      let after = try Self.history(context)
      try #require(after.count == before.count)
      #expect(after.map(\.number) == before.map(\.number))
      #expect(after.map(\.uris) == before.map { $0.uris.map(Self.renamed) })
      #expect(after[1].updated == ["title"])
      #expect(after[2].tombstones == ["n1", "n3"])
      _ = context.insert("Item", ["title": "new"])
      try context.save()
      let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
      #expect(try Self.transactions(request, context).count == 1)
    }
  }

  private struct Entry {
    let number: Int64
    let uris: [String]
    let updated: [String]
    let tombstones: [String]
  }

  private static func renamed(_ uri: String) -> String {
    uri.replacingOccurrences(of: "/Tag/", with: "/Label/")
  }

  private static func transactions(
    _ request: NSPersistentHistoryChangeRequest, _ context: NSManagedObjectContext
  ) throws -> [NSPersistentHistoryTransaction] {
    request.resultType = .transactionsAndChanges
    let result = try context.execute(request) as? NSPersistentHistoryResult
    return try #require(result?.result as? [NSPersistentHistoryTransaction])
  }

  private static func history(_ context: NSManagedObjectContext) throws -> [Entry] {
    try transactions(.fetchHistory(after: .distantPast), context).map { transaction in
      let changes = transaction.changes ?? []
      return Entry(
        number: transaction.transactionNumber,
        uris: changes.map { $0.changedObjectID.uriRepresentation().absoluteString },
        updated: changes.flatMap { ($0.updatedProperties ?? []).map(\.name) },
        tombstones: changes.compactMap { change in
          (change.tombstone?["name"] ?? change.tombstone?["title"]) as? String
        }.sorted())
    }
  }

  // R-PSC-538, R-PSC-933
  @Test(arguments: Relocation.sameKinds)
  func formerIDsLeadToMovedObjects(_ pair: StorePair) throws {
    let stage = try Stage(pair)
    let places = [stage.scene.source, stage.scene.destination]
    let uris = try stage.use(stage.scene.former, at: places) { context, stores in
      let item = context.insert("Item", ["name": "traveller"])
      context.assign(item, to: stores[0])
      try context.save()
      let former = item.objectID.uriRepresentation()
      try context.move([item], to: stores[1])
      try context.save()
      return (former: former, present: item.objectID.uriRepresentation())
    }
    for place in places { try stage.migrate(place) }
    let found = try stage.use(stage.scene.present, at: places) { context, _ in
      let coordinator = try #require(context.persistentStoreCoordinator)
      return coordinator.managedObjectID(forURIRepresentation: uris.former)?.uriRepresentation()
    }
    #expect(found == uris.present)
  }
}
