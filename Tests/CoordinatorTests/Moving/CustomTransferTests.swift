// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Migrating from and to a client store.
@Suite struct CustomTransferTests {
  private static func model() -> NSManagedObjectModel {
    let shelf = GarageModel.entity("Shelf", [GarageModel.attribute("title", .string)])
    let book = GarageModel.entity("Book", [GarageModel.attribute("title", .string)])
    GarageModel.relate(
      shelf, name: "books", many: true, rule: .nullifyDeleteRule, to: book, inverseName: "shelf",
      many: false)
    let model = NSManagedObjectModel()
    model.entities = [shelf, book]
    return model
  }

  private static func titles(_ context: NSManagedObjectContext) throws -> [String] {
    try context.all("Book", sortedBy: "title").map { book in
      let shelf = book.value(forKey: "shelf") as? NSManagedObject
      return "\(book.string("title") ?? "") \(shelf?.string("title") ?? "")"
    }
  }

  // R-PSC-100, 102, 103
  @Test(arguments: Workplace.types)
  func aChainOverAClientsClassKeepsEverything(_ type: String) throws {
    ListStore.register()
    let place = try Workplace()
    let coordinator = try place.opened(type, "a", model: Self.model())
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      let shelf = context.insert("Shelf", ["title": "S"])
      let books = ["A", "B"].map { context.insert("Book", ["title": $0, "shelf": shelf]) }
      try context.save()
      let id = books[0].objectID
      books[1].setValue("C", forKey: "title")
      let list = try coordinator.migratePersistentStore(
        coordinator.persistentStores[0], to: place.url("b"), withType: ListStore.storeType)
      #expect(list is ListStore)
      #expect(list.url == place.url("b"))
      #expect(books[0].objectID.uriRepresentation().lastPathComponent.hasPrefix("precord"))
      #expect(context.object(with: id) === books[0])
      try context.save()
      let listID = books[0].objectID
      try coordinator.migratePersistentStore(list, to: place.url("c"), withType: type)
      #expect(context.object(with: id) === books[0])
      #expect(context.object(with: listID) === books[0])
      #expect(
        coordinator.managedObjectID(forURIRepresentation: listID.uriRepresentation())
          == books[0].objectID)
      _ = context.insert("Book", ["title": "D", "shelf": shelf])
      try context.save()
    }
    #expect(try place.run(coordinator, Self.titles) == ["A S", "C S", "D S"])
    let again = try place.opened(ListStore.storeType, "b", model: Self.model())
    #expect(try place.run(again, Self.titles) == ["A S", "C S"])
    let names = try FileManager.default.contentsOfDirectory(atPath: place.folder.path)
    #expect(names.allSatisfy { !$0.hasPrefix(".") })
  }

  // R-PSC-104
  @Test func aFailureOfTheClassChangesNothing() throws {
    ListStore.register()
    let place = try Workplace()
    let coordinator = try place.opened(NSInMemoryStoreType, "a")
    let store = coordinator.persistentStores[0]
    // The model has a uniqueness constraint, which the class cannot enforce.
    let error = failure {
      try coordinator.migratePersistentStore(
        store, to: place.url("b"), withType: ListStore.storeType)
    }
    #expect(error?.code == .coreData)
    #expect(coordinator.persistentStores == [store])
    #expect(try place.contents().isEmpty)
  }

  // R-PSC-100: stores take the context that they are called with for granted.
  @Test func everyCallOfAMigrationHasAContext() throws {
    let (stack, other) = (try TapeStack(), Tape())
    try stack.fill()
    let coordinator = stack.coordinator
    let memory = try coordinator.migratePersistentStore(
      stack.store, to: URL(fileURLWithPath: "/dev/null"), withType: NSInMemoryStoreType)
    let again = try coordinator.migratePersistentStore(
      memory, to: URL(fileURLWithPath: "/dev/null"), options: ["tape": other],
      withType: TapeStore.storeType)
    #expect(again is TapeStore)
    #expect(other.records.count == 4)
    #expect(stack.tape.strayCalls == 0)
    #expect(other.strayCalls == 0)
  }
}
