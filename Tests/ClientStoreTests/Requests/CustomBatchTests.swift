// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Batch requests where client stores are among the stores.
struct CustomBatchTests {
  private final class Deleted: NSBatchDeleteResult {
    override var result: Any? { 4 }
    override var resultType: NSBatchDeleteRequestResultType { .resultTypeCount }
  }

  private func deletion(
    _ type: NSBatchDeleteRequestResultType, limit: Int = 0
  ) -> NSBatchDeleteRequest {
    let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
    fetch.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    fetch.fetchLimit = limit
    let request = NSBatchDeleteRequest(fetchRequest: fetch)
    request.resultType = type
    return request
  }

  private func result(_ request: NSBatchDeleteRequest, _ context: NSManagedObjectContext) throws
    -> Any?
  {
    try (context.execute(request) as? NSBatchDeleteResult)?.result
  }

  // R-PSC-291, 681
  @Test func anIncrementalStoreGetsTheRequestAsItIs() throws {
    let stack = try TapeStack()
    try stack.fill()
    try stack.run { context in
      nonisolated(unsafe) var seen: [NSPersistentStoreRequest] = []
      stack.tape.answer = {
        seen.append($0)
        return true
      }
      let deletion = deletion(.resultTypeStatusOnly)
      #expect(try result(deletion, context) as? Bool == true)
      let insertion = NSBatchInsertRequest(entityName: "Book", objects: [["title": "C"]])
      _ = try context.execute(insertion)
      let update = NSBatchUpdateRequest(entityName: "Book")
      update.propertiesToUpdate = ["title": "X"]
      _ = try context.execute(update)
      #expect(seen == [deletion, insertion, update])
      #expect(stack.tape.records.count == 4)
    }
  }

  // R-PSC-681
  @Test func storesMayAnswerInSeveralForms() throws {
    let stack = try TapeStack()
    try stack.fill()
    try stack.run { context in
      let books = try context.all("Book").map(\.objectID)
      func given(_ answer: Any, _ type: NSBatchDeleteRequestResultType) throws -> Any? {
        stack.tape.answer = { _ in answer }
        return try result(deletion(type), context)
      }
      #expect(try given(false, .resultTypeStatusOnly) as? Bool == false)
      #expect(try given(NSNumber(value: true), .resultTypeStatusOnly) as? Bool == true)
      #expect(try given(0, .resultTypeStatusOnly) as? Bool == true)
      #expect(try given(3, .resultTypeCount) as? Int == 3)
      #expect(try given([3], .resultTypeCount) as? Int == 3)
      #expect(try given(Deleted(), .resultTypeCount) as? Int == 4)
      #expect(try given(books, .resultTypeCount) as? Int == 2)
      #expect(try given(books, .resultTypeObjectIDs) as? [NSManagedObjectID] == books)
      #expect(try given([Any](), .resultTypeObjectIDs) as? [NSManagedObjectID] == [])
    }
  }

  // R-PSC-264, 681
  @Test func anAnswerThatDoesNotTellWhatWasAskedIsAnError() throws {
    let stack = try TapeStack()
    let insertion = NSBatchInsertRequest(entityName: "Book", objects: [])
    insertion.resultType = .objectIDs
    let update = NSBatchUpdateRequest(entityName: "Book")
    update.propertiesToUpdate = ["title": "X"]
    let requests: [(NSPersistentStoreRequest, Any)] = [
      (insertion, true), (deletion(.resultTypeCount), NSNull()),
      (deletion(.resultTypeStatusOnly), "done"), (update, [1, 2]),
    ]
    try stack.run { context in
      for (request, answer) in requests {
        stack.tape.answer = { _ in answer }
        let thrown = failure { _ = try context.execute(request) }
        let error = try #require(thrown)
        #expect(error.code == .coreData)
        #expect(error.userInfo[NSAffectedStoresErrorKey] as? [NSPersistentStore] == [stack.store])
        #expect(error.localizedDescription.contains("execute(_:with:) of TapeStore"))
      }
    }
  }

  // R-PSC-291, 681
  @Test func itsAnswerIsMergedWithThoseOfOtherStores() throws {
    let stack = try TapeStack(after: [NSInMemoryStoreType])
    try stack.fill()
    try stack.run { context in
      _ = context.insert("Book", ["title": "M"])
      try context.save()
      let ids = try context.all("Book").map(\.objectID)
      #expect(ids.map { $0.persistentStore?.type } == ["InMemory", "Tape", "Tape"])
      stack.tape.answer = { $0 is NSBatchDeleteRequest ? Array(ids.dropFirst()) : nil }
      #expect(
        try result(deletion(.resultTypeObjectIDs), context) as? [NSManagedObjectID] == ids)
      #expect(try result(deletion(.resultTypeCount), context) as? Int == 2)
    }
  }

  // R-PSC-273, 710
  @Test func aLimitHoldsOverAllStores() throws {
    let stack = try TapeStack(after: [NSInMemoryStoreType])
    try stack.fill()
    try stack.run { context in
      _ = context.insert("Book", ["title": "M"])
      try context.save()
      let ada = try #require(try context.all("Book", "title == 'Ada'").first?.objectID)
      nonisolated(unsafe) var asked: [[NSManagedObjectID]?] = []
      stack.tape.answer = {
        guard let request = $0 as? NSBatchDeleteRequest else { return nil }
        asked.append(request.objectIDs)
        return request.objectIDs ?? []
      }
      let deleted = try result(deletion(.resultTypeObjectIDs, limit: 2), context)
      #expect((deleted as? [NSManagedObjectID])?.count == 2)
      #expect(asked == [[ada]])
      #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Book")) == 2)
    }
  }

  // R-PSC-705
  @Test func recordsAreReadAnewAfterABatch() throws {
    let stack = try TapeStack()
    try stack.fill()
    try stack.run { context in
      let book = try #require(try context.all("Book", "title == 'Ada'").first)
      #expect(book.string("title") == "Ada")
      stack.tape.answer = {
        guard $0 is NSBatchUpdateRequest else { return nil }
        for name in stack.tape.records.keys {
          stack.tape.records[name]?.values["title"] = "X"
          stack.tape.records[name]?.version += 1
        }
        return true
      }
      let update = NSBatchUpdateRequest(entityName: "Book")
      update.propertiesToUpdate = ["title": "X"]
      _ = try context.execute(update)
      #expect(book.string("title") == "Ada")
      context.refresh(book, mergeChanges: false)
      #expect(book.string("title") == "X")
    }
  }

  // R-PSC-373
  @Test func atomicStoresRefuse() throws {
    ListStore.register()
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "list-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: TapeModel.make())
    try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    let store = try coordinator.addPersistentStore(
      ofType: ListStore.storeType, configurationName: nil, at: url)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      _ = context.insert("Book", ["title": "A"])
      try context.save()
      let insertion = NSBatchInsertRequest(entityName: "Book", objects: [["title": "C"]])
      insertion.affectedStores = [store]
      let update = NSBatchUpdateRequest(entityName: "Book")
      update.propertiesToUpdate = ["title": "X"]
      for request in [insertion, update, deletion(.resultTypeStatusOnly)] {
        let error = try #require(throws: CocoaError.self) { try context.execute(request) }
        #expect(error.code == .persistentStoreUnsupportedRequestType)
        #expect(error.userInfo[NSAffectedStoresErrorKey] as? [NSPersistentStore] == [store])
      }
      context.reset()
      #expect(try context.only("Book").string("title") == "A")
    }
  }
}
