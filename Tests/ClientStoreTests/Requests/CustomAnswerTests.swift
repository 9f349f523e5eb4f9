// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What client stores must not answer: an error of every call that throws.
struct CustomAnswerTests {
  private let stack: TapeStack

  init() throws {
    stack = try TapeStack()
    try stack.fill()
  }

  /// The sentence of the error for a wrong answer.
  private func refusal(_ body: () throws -> Void) throws -> String {
    let thrown = failure(body)
    let error = try #require(thrown)
    #expect(error.code == .coreData)
    #expect(error.userInfo["NSExceptionName"] as? String == "NSInvalidArgumentException")
    #expect(error.userInfo[NSAffectedStoresErrorKey] as? [NSPersistentStore] == [stack.store])
    #expect(error.localizedDescription.contains("TapeStore"))
    return error.localizedDescription
  }

  private func count(_ context: NSManagedObjectContext) throws -> Int {
    try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Book"))
  }

  // R-PSC-443
  @Test func aResultThatIsNoArrayIsAnError() throws {
    let answers: [Any] = [NSNull(), 1, "b1", ["title": "A"]]
    try stack.run { context in
      for answer in answers {
        stack.tape.answer = { _ in answer }
        let sentence = try refusal { _ = try context.all("Book") }
        #expect(sentence.contains("instead of an array"))
      }
      stack.tape.answer = nil
      #expect(try context.all("Book").count == 2)
    }
  }

  // R-PSC-443
  @Test func aResultOfOtherThingsIsAnError() throws {
    let answers: [Any] = [["b1"], [["title": "A"]], [NSNumber(value: 1)]]
    try stack.run { context in
      for answer in answers {
        stack.tape.answer = { _ in answer }
        let request = NSFetchRequest<NSManagedObjectID>(entityName: "Book")
        request.resultType = .managedObjectIDResultType
        let ofObjects = try refusal { _ = try context.all("Book") }
        let ofIDs = try refusal { _ = try context.fetch(request) }
        #expect(ofObjects.contains("managed objects"))
        #expect(ofIDs.contains("object IDs"))
      }
    }
  }

  // R-PSC-443, 452
  @Test func anIDOfAnotherStoreIsAnError() throws {
    let other = try TapeStack()
    let entity = try #require(other.coordinator.managedObjectModel.entitiesByName["Book"])
    let foreign = other.store.newObjectID(for: entity, referenceObject: "b1")
    try stack.run { context in
      let temporary = context.insert("Book").objectID
      for id in [foreign, temporary] {
        stack.tape.answer = { _ in [id] }
        let sentence = try refusal { _ = try context.all("Book") }
        #expect(sentence.contains("newObjectID"))
      }
    }
  }

  // R-PSC-443
  @Test func aCountIsTakenWhereItIsClear() throws {
    let answers: [(Any, Int)] = [
      ([NSNumber(value: 5)], 5), ([5], 5), (NSNumber(value: 5), 5), (5, 5), ([Any](), 0),
    ]
    try stack.run { context throws in
      for (answer, number) in answers {
        stack.tape.answer = { _ in answer }
        #expect(try count(context) == number)
      }
    }
  }

  // R-PSC-443
  @Test func anythingElseIsNoCount() throws {
    try stack.run { context in
      let books = try context.all("Book")
      let answers: [Any] = [
        [books[0]], [books[0].objectID], books, [["count": 1]], [1, 2], "5", true, [true], NSNull(),
      ]
      for answer in answers {
        stack.tape.answer = { _ in answer }
        let sentence = try refusal { _ = try count(context) }
        #expect(sentence.contains("an array of one number"))
      }
    }
  }

  // R-PSC-443
  @Test func dictionariesAreDictionaries() throws {
    try stack.run { context in
      let request = NSFetchRequest<NSDictionary>(entityName: "Book")
      request.resultType = .dictionaryResultType
      let book = try context.all("Book")[0]
      let answers: [Any] = [[book], [book.objectID], NSNull(), 2]
      for answer in answers {
        stack.tape.answer = { _ in answer }
        let sentence = try refusal { _ = try context.fetch(request) }
        #expect(sentence.contains("an array of dictionaries"))
      }
    }
  }

  // R-PSC-446
  @Test func aNodeOfAnotherObjectIsAnErrorOfCallsThatThrow() throws {
    let store = stack.store
    let names = stack.tape.records.keys.sorted()
    stack.tape.node = { id in
      let other = names.first { store.id($0) != id } ?? ""
      return NSIncrementalStoreNode(objectID: store.id(other), withValues: [:], version: 1)
    }
    try stack.run { context in
      context.stalenessInterval = 0
      let id = try context.all("Book")[0].objectID
      let sentence = try refusal { _ = try context.existingObject(with: id) }
      #expect(sentence.contains("gave a node of"))
      stack.tape.isExact = false
      let other = try refusal { _ = try context.all("Book", "title == 'Ada'") }
      #expect(other.contains("gave a node of"))
    }
  }

  // R-PSC-447
  @Test func aValueOfAnotherTypeIsAnErrorOfCallsThatThrow() throws {
    stack.tape.bringsToOnes = false
    stack.tape.value = "s1"
    try stack.run { context in
      context.stalenessInterval = 0
      let id = try context.all("Book")[0].objectID
      let sentence = try refusal { _ = try context.existingObject(with: id) }
      #expect(sentence.contains("an object ID or NSNull for a to-one"))
    }
  }

  // R-PSC-410, 412
  @Test func aNodeForAnotherObjectFailsTheSave() throws {
    let place = try Workplace()
    MisplacedTitleStore.register()
    let coordinator = try place.opened(MisplacedTitleStore.storeType, model: TapeModel.make())
    let store = try #require(coordinator.persistentStores.first as? MisplacedTitleStore)
    try place.run(coordinator) { context in
      _ = context.insert("Book", ["title": "A"])
      try context.save()
      let before = try place.contents()
      let new = context.insert("Book", ["title": "B"])
      let thrown = failure { try context.save() }
      let error = try #require(thrown)
      #expect(error.code == .coreData)
      #expect(error.localizedDescription.contains("newCacheNode(for:)"))
      #expect(error.userInfo[NSAffectedStoresErrorKey] as? [NSPersistentStore] == [store])
      #expect(new.objectID.isTemporaryID)
      #expect(store.cacheNodes().count == 1)
      #expect(try place.contents() == before)
    }
  }

  // R-PSC-449, 811
  @Test func nothingLockedIsNoSet() throws {
    try stack.run { context in
      let ada = try #require(try context.all("Book", "title == 'Ada'").first)
      nonisolated(unsafe) var saves: [NSSaveChangesRequest] = []
      stack.tape.answer = {
        if let save = $0 as? NSSaveChangesRequest { saves.append(save) }
        return nil
      }
      let new = context.insert("Book")
      try context.save()
      context.detectConflicts(for: ada)
      context.delete(new)
      try context.save()
      try #require(saves.count == 2)
      #expect(saves[0].insertedObjects == [new])
      #expect(saves[0].lockedObjects == nil)
      #expect(saves[0].updatedObjects == [])
      #expect(saves[0].deletedObjects == [])
      #expect(saves[1].lockedObjects == [ada])
    }
  }

  /// Waits with names until somebody else has given some.
  private final class PatientStore: NSIncrementalStore, @unchecked Sendable {
    override var type: String { "Patient" }

    override func loadMetadata() throws {
      metadata = [NSStoreTypeKey: type, NSStoreUUIDKey: UUID().uuidString]
    }

    override func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
      array.map(\.objectID)
    }
  }

  // R-PSC-334
  @Test func aTemporaryIDIsNoName() throws {
    NSPersistentStoreCoordinator.registerStoreClass(PatientStore.self, forStoreType: "Patient")
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: TapeModel.make())
    try coordinator.addPersistentStore(ofType: "Patient", configurationName: nil, at: nil)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      let book = context.insert("Book")
      let thrown = failure { try context.save() }
      let error = try #require(thrown)
      #expect(error.code == .persistentStoreSave)
      for part in ["temporary ID", "newObjectID(for:referenceObject:)", "UUID"] {
        #expect(error.localizedDescription.contains(part))
      }
      #expect(error.userInfo[NSAffectedObjectsErrorKey] as? [NSManagedObject] == [book])
      #expect(book.objectID.isTemporaryID)
    }
  }
}
