// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Which calls an atomic store gets, and in which order.
final class AtomicCallTests {
  private let url = FileManager.default.temporaryDirectory.appendingPathComponent(
    "diary-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: url) }

  private func stack(reserving: Bool = false) throws -> (DiaryStore, NSManagedObjectContext) {
    DiaryStore.register()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: TapeModel.make())
    let store = try coordinator.addPersistentStore(
      ofType: DiaryStore.storeType, configurationName: nil, at: url,
      options: ["reserves": reserving])
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return (try #require(store as? DiaryStore), context)
  }

  // R-PSC-051, 404, 406
  @Test func loadingFollowsAdding() throws {
    let (store, _) = try stack()
    #expect(store.takeCalls() == ["init", "loadMetadata", "didAdd", "load"])
  }

  // R-PSC-410
  @Test func aSaveCallsInOrder() throws {
    let (store, context) = try stack()
    try context.performAndWait {
      let old = context.insert("Book", ["title": "old"])
      let gone = context.insert("Book", ["title": "gone"])
      try context.save()
      _ = store.takeCalls()
      let shelf = context.insert("Shelf", ["title": "S"])
      _ = context.insert("Book", ["title": "new", "shelf": shelf])
      old.setValue("changed", forKey: "title")
      context.delete(gone)
      try context.save()
      let calls = store.takeCalls()
      func places(_ word: String) -> [Int] { calls.indices.filter { calls[$0].hasPrefix(word) } }
      #expect(places("reference").count == 2)
      #expect(places("node").count == 2)
      #expect(calls.filter { $0.hasPrefix("reference") }.allSatisfy { $0.hasSuffix("temporary") })
      let order = ["reference", "node", "update", "remove", "save"].flatMap(places)
      #expect(order == Array(calls.indices))
      #expect(calls.contains("update old") || calls.contains("update changed"))
      #expect(calls.suffix(2) == ["remove 1", "save"])
      #expect(places("remove").count == 1)
      #expect(places("save").count == 1)
    }
  }

  // R-PSC-415, 483
  @Test func metadataAloneIsSaved() throws {
    let (store, context) = try stack()
    try context.performAndWait {
      _ = store.takeCalls()
      try context.save()
      #expect(store.takeCalls() == [])
      context.persistentStoreCoordinator?.setMetadata(["owner": "Ada"], for: store)
      try context.save()
      #expect(store.takeCalls() == ["save"])
      #expect(store.savedMetadata?["owner"] as? String == "Ada")
      try context.save()
      #expect(store.takeCalls() == [])
    }
  }

  // R-PSC-412
  @Test func aFailureRestoresWhatOtherNodesWereMade() throws {
    let (store, context) = try stack()
    try context.performAndWait {
      let shelf = context.insert("Shelf", ["title": "S"])
      let book = context.insert("Book", ["title": "B", "shelf": shelf])
      try context.save()
      let node = try #require(store.cacheNode(for: shelf.objectID))
      let before = store.cacheNodes()
      store.onUpdate = {
        node.setValue("by call", forKey: "title")
        node.propertyCache?["note"] = "by hand"
      }
      book.setValue("C", forKey: "title")
      let new = context.insert("Book", ["title": "N"])
      context.delete(shelf)
      store.failure = CocoaError(.fileWriteOutOfSpace)
      #expect(throws: CocoaError.self) { try context.save() }
      #expect(store.cacheNodes() == before)
      #expect(new.objectID.isTemporaryID)
      #expect(node.value(forKey: "title") as? String == "S")
      #expect(node.value(forKey: "note") == nil)
      let kept = store.cacheNode(for: book.objectID)
      #expect(kept?.value(forKey: "title") as? String == "B")
      #expect(kept?.value(forKey: "shelf") as? NSAtomicStoreCacheNode === node)
      store.onUpdate = nil
      try context.save()
      #expect(store.cacheNode(for: shelf.objectID) == nil)
      #expect(store.cacheNodes().count == 2)
    }
  }

  // R-PSC-408, 410
  @Test func aStoreMayRegisterItsNewNodeItself() throws {
    let (store, context) = try stack()
    try context.performAndWait {
      store.registersItself = true
      _ = context.insert("Book", ["title": "A"])
      try context.save()
      #expect(store.cacheNodes().count == 1)
      #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Book")) == 1)
      store.failure = CocoaError(.fileWriteOutOfSpace)
      _ = context.insert("Book", ["title": "B"])
      #expect(throws: CocoaError.self) { try context.save() }
      #expect(store.cacheNodes().count == 1)
    }
  }

  // R-PSC-402, 403
  @Test(arguments: [true, false]) func anEmptyFileIsANewStore(_ isReservedByTheStore: Bool) throws {
    if !isReservedByTheStore { try Data().write(to: url) }
    let (store, context) = try stack(reserving: isReservedByTheStore)
    #expect(FileManager.default.fileExists(atPath: url.path))
    try context.performAndWait {
      #expect(try context.all("Book").isEmpty)
      try context.persistentStoreCoordinator?.remove(store)
    }
    #expect(FileManager.default.fileExists(atPath: url.path) == !isReservedByTheStore)
  }

  // R-PSC-403
  @Test func aReservationThatWasSavedStays() throws {
    let (store, context) = try stack(reserving: true)
    try context.performAndWait {
      _ = context.insert("Book", ["title": "A"])
      try context.save()
      try context.persistentStoreCoordinator?.remove(store)
    }
    #expect(FileManager.default.fileExists(atPath: url.path))
  }

  // R-PSC-416
  @Test func aFileThatSomebodyElseWroteIsNotOverwritten() throws {
    let (_, context) = try stack()
    try context.performAndWait {
      _ = context.insert("Book", ["title": "A"])
      try context.save()
      try Data("other".utf8).write(to: url)
      _ = context.insert("Book", ["title": "B"])
      let error = try #require(throws: CocoaError.self) { try context.save() }
      #expect(error.code == .persistentStoreSaveConflicts)
      #expect(try String(decoding: Data(contentsOf: url), as: UTF8.self) == "other")
    }
  }

  // R-PSC-082, 084
  @Test func aStoreThatWasMovedWritesToItsNewPlace() throws {
    let (store, context) = try stack()
    let other = url.appendingPathExtension("moved")
    defer { try? FileManager.default.removeItem(at: other) }
    try context.performAndWait {
      let coordinator = try #require(context.persistentStoreCoordinator)
      _ = context.insert("Book", ["title": "A"])
      try context.save()
      _ = store.takeCalls()
      #expect(coordinator.setURL(other, for: store))
      #expect(coordinator.url(for: store) == other)
      #expect(coordinator.persistentStore(for: other) === store)
      #expect(!FileManager.default.fileExists(atPath: other.path))
      try context.save()
      #expect(store.takeCalls() == ["save"])
      #expect(FileManager.default.fileExists(atPath: other.path))
      #expect(FileManager.default.fileExists(atPath: url.path))
      try coordinator.addPersistentStore(
        ofType: NSInMemoryStoreType, configurationName: nil, at: URL(fileURLWithPath: "/nowhere"))
      #expect(!coordinator.setURL(URL(fileURLWithPath: "/nowhere"), for: store))
      #expect(coordinator.url(for: store) == other)
    }
  }
}
