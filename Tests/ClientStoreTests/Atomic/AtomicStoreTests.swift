// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What the coordinator does for an atomic store.
struct AtomicStoreTests {
  private static func model() -> NSManagedObjectModel {
    func entity(_ name: String) -> NSEntityDescription {
      let entity = NSEntityDescription()
      entity.name = name
      let title = NSAttributeDescription()
      title.name = "title"
      title.attributeType = .stringAttributeType
      title.isOptional = true
      entity.properties = [title]
      return entity
    }
    let (shelf, book) = (entity("Shelf"), entity("Book"))
    let books = NSRelationshipDescription()
    let home = NSRelationshipDescription()
    (books.name, books.destinationEntity, books.inverseRelationship) = ("books", book, home)
    (home.name, home.destinationEntity, home.inverseRelationship) = ("shelf", shelf, books)
    (home.maxCount, books.maxCount) = (1, 0)
    (home.isOptional, books.isOptional) = (true, true)
    shelf.properties += [books]
    book.properties += [home]
    let model = NSManagedObjectModel()
    model.entities = [shelf, book]
    return model
  }

  private static func stack(_ url: URL) throws -> (ListStore, NSManagedObjectContext) {
    ListStore.register()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model())
    let store = try coordinator.addPersistentStore(
      ofType: ListStore.storeType, configurationName: nil, at: url)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return (try #require(store as? ListStore), context)
  }

  private static func file() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("list-\(UUID().uuidString)")
  }

  // R-PSC-041, 051, 400, 406, 407, 410
  @Test func savedRecordsAreThereAgain() throws {
    let url = Self.file()
    defer { try? FileManager.default.removeItem(at: url) }
    let (store, context) = try Self.stack(url)
    try context.performAndWait {
      let shelf = context.insert("Shelf", ["title": "A"])
      let book = context.insert("Book", ["title": "B", "shelf": shelf])
      try context.save()
      #expect(book.objectID.uriRepresentation().lastPathComponent.hasPrefix("precord"))
      #expect(store.cacheNodes().count == 2)
    }
    let (again, other) = try Self.stack(url)
    #expect(again.identifier == store.identifier)
    try other.performAndWait {
      let shelf = try other.only("Shelf")
      #expect(shelf.objects("books").map { $0.string("title") } == ["B"])
      #expect(try other.all("Book", "shelf.title == 'A'").count == 1)
      let uri = shelf.objectID.uriRepresentation()
      #expect(
        other.persistentStoreCoordinator?.managedObjectID(forURIRepresentation: uri)
          == shelf.objectID)
    }
  }

  // R-PSC-412
  @Test func aFailedSaveChangesNothing() throws {
    let url = Self.file()
    defer { try? FileManager.default.removeItem(at: url) }
    let (store, context) = try Self.stack(url)
    try context.performAndWait {
      let shelf = context.insert("Shelf", ["title": "A"])
      try context.save()
      shelf.setValue("B", forKey: "title")
      let book = context.insert("Book", ["shelf": shelf])
      store.failure = CocoaError(.fileWriteOutOfSpace)
      let error = try #require(throws: CocoaError.self) { try context.save() }
      #expect(error.code == .fileWriteOutOfSpace)
      #expect((error.userInfo[NSAffectedStoresErrorKey] as? [NSPersistentStore]) == [store])
      #expect(book.objectID.isTemporaryID)
      #expect(context.hasChanges)
      #expect(store.cacheNodes().map { $0.value(forKey: "title") as? String } == ["A"])
      try context.save()
      #expect(store.cacheNodes().count == 2)
      #expect(!context.hasChanges)
    }
  }

  // R-PSC-412, 416
  @Test func whatAFailedSaveLeftIsWrittenOver() throws {
    let url = Self.file()
    defer { try? FileManager.default.removeItem(at: url) }
    let (store, context) = try Self.stack(url)
    store.writesHalf = true
    try context.performAndWait {
      for title in ["A", "B"] {
        _ = context.insert("Shelf", ["title": title])
        store.failure = CocoaError(.fileWriteOutOfSpace)
        let error = try #require(throws: CocoaError.self) { try context.save() }
        #expect(error.code == .fileWriteOutOfSpace)
        #expect(try String(decoding: Data(contentsOf: url), as: UTF8.self) == "half")
        try context.save()
      }
    }
    let (_, other) = try Self.stack(url)
    try other.performAndWait {
      let titles = try other.all("Shelf").map { $0.string("title") }
      #expect(Set(titles) == ["A", "B"])
    }
  }

  // R-PSC-409
  @Test func nodesTakeAndGiveSeveralValues() throws {
    let (store, context) = try Self.stack(Self.file())
    let entity = try #require(
      context.persistentStoreCoordinator?.managedObjectModel.entitiesByName["Book"])
    let node = NSAtomicStoreCacheNode(
      objectID: store.objectID(for: entity, withReferenceObject: "record 1"))
    #expect(node.propertyCache == nil)
    node.setValuesForKeys(["title": "A", "shelf": NSNull()])
    let values = node.dictionaryWithValues(forKeys: ["title", "shelf"])
    #expect(values["title"] as? String == "A")
    #expect(values["shelf"] is NSNull)
    #expect(node.propertyCache?.count == 1)
    node.setValuesForKeys(["title": NSNull()])
    #expect(node.value(forKey: "title") == nil)
  }
}
