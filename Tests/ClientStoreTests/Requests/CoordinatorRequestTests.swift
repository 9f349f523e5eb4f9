// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Requests that are given to the coordinator, and those of classes of the client's own.
struct CoordinatorRequestTests {
  private func request<T>(_ type: NSFetchRequestResultType) -> NSFetchRequest<T> {
    let request = NSFetchRequest<T>(entityName: "Note")
    request.resultType = type
    request.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: true)]
    return request
  }

  // R-PSC-290
  @Test(arguments: StackKind.all) func aFetchGivesWhatItsResultTypeSays(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let notes = (1...3).map { context.insert("Note", ["rank": $0]) }
      try context.save()
      notes[0].setValue(9, forKey: "rank")
      _ = context.insert("Note", ["rank": 4])
      func answer(_ request: NSPersistentStoreRequest) throws -> Any {
        try stack.coordinator.execute(request, with: context)
      }
      let objects: NSFetchRequest<NSManagedObject> = request(.managedObjectResultType)
      #expect(try answer(objects) as? [NSManagedObject] == notes)
      let ids: NSFetchRequest<NSManagedObjectID> = request(.managedObjectIDResultType)
      #expect(try Set(#require(answer(ids) as? [NSManagedObjectID])) == Set(notes.map(\.objectID)))
      let count: NSFetchRequest<NSNumber> = request(.countResultType)
      #expect(try answer(count) as? [NSNumber] == [3])
      let dictionaries: NSFetchRequest<NSDictionary> = request(.dictionaryResultType)
      dictionaries.propertiesToFetch = ["rank"]
      #expect(
        try (answer(dictionaries) as? [NSDictionary])?.map { $0["rank"] as? Int } == [1, 2, 3])
    }
  }

  // R-PSC-290
  @Test func aSaveRequestOfAllChangesSaves() throws {
    let stack = try TapeStack()
    try stack.run { context in
      let book = context.insert("Book", ["title": "Ada"])
      let request = NSSaveChangesRequest(
        inserted: [book], updated: nil, deleted: nil, locked: nil)
      let answer = try stack.coordinator.execute(request, with: context)
      #expect((answer as? [Any])?.isEmpty == true)
      #expect(!context.hasChanges)
      #expect(stack.tape.records.count == 1)
    }
  }

  // R-PSC-290, 444
  @Test func aSaveRequestWithoutObjectsSavesTheMetadata() throws {
    let stack = try TapeStack()
    try stack.run { context in
      stack.coordinator.setMetadata(["owner": "Ada"], for: stack.store)
      let request = NSSaveChangesRequest(inserted: nil, updated: nil, deleted: nil, locked: nil)
      _ = try stack.coordinator.execute(request, with: context)
      #expect(stack.tape.calls() == ["save metadata"])
      #expect(stack.tape.metadata?["owner"] as? String == "Ada")
    }
  }

  @Test func aSaveRequestOfSomeChangesIsRefused() throws {
    let stack = try TapeStack()
    try stack.run { context in
      let book = context.insert("Book")
      _ = context.insert("Book")
      let request = NSSaveChangesRequest(
        inserted: [book], updated: nil, deleted: nil, locked: nil)
      #expect(throws: CocoaError.self) { try stack.coordinator.execute(request, with: context) }
      #expect(context.insertedObjects.count == 2)
      #expect(stack.tape.records.isEmpty)
    }
  }

  // R-PSC-290, 814
  @Test func aRequestOfAnotherClassReachesTheStoreUnchanged() throws {
    let stack = try TapeStack()
    try stack.run { context in
      let request = CountAllRequest()
      nonisolated(unsafe) var seen: [NSPersistentStoreRequest] = []
      stack.tape.answer = {
        seen.append($0)
        return [7, 8]
      }
      let answer = try stack.coordinator.execute(request, with: context)
      #expect(answer as? [[Int]] == [[7, 8]])
      #expect(seen == [request])
      #expect(stack.tape.calls() == ["execute CountAllRequest"])
    }
  }

  // R-CTX-540, R-PSC-292
  @Test func aContextHandsOutTheResultThatAStoreGives() throws {
    let stack = try TapeStack()
    try stack.run { context in
      stack.tape.answer = { _ in CountAllResult(5) }
      let result = try context.execute(CountAllRequest())
      #expect((result as? CountAllResult)?.total == 5)
      let child = NSManagedObjectContext(.privateQueue)
      child.parent = context
      let again = try child.performAndWait { try child.execute(CountAllRequest()) }
      #expect((again as? CountAllResult)?.total == 5)
    }
  }

  // R-PSC-264, 293, R-CTX-541
  @Test func aStoreOfTheLibraryDoesNotKnowOtherRequests() throws {
    let stack = try TapeStack(after: [NSInMemoryStoreType])
    try stack.run { context in
      stack.tape.answer = { _ in [1] }
      let error = try #require(throws: CocoaError.self) {
        try stack.coordinator.execute(CountAllRequest(), with: context)
      }
      #expect(error.code == .persistentStoreUnsupportedRequestType)
      let engine = stack.coordinator.persistentStores[0]
      #expect(error.userInfo[NSAffectedStoresErrorKey] as? [NSPersistentStore] == [engine])
      #expect(stack.tape.calls().count == 1)
      let request = CountAllRequest()
      request.affectedStores = [stack.store]
      #expect(try stack.coordinator.execute(request, with: context) as? [[Int]] == [[1]])
      request.affectedStores = []
      #expect(try (stack.coordinator.execute(request, with: context) as? [Any])?.isEmpty == true)
    }
  }

  // R-PSC-264
  @Test func severalFailingStoresAreListedInOneError() throws {
    let stack = try TapeStack(after: [NSInMemoryStoreType])
    try stack.run { context in
      stack.tape.answer = { _ in throw CocoaError(.persistentStoreTimeout) }
      let error = try #require(throws: CocoaError.self) {
        try context.execute(CountAllRequest())
      }
      let details = error.userInfo[NSDetailedErrorsKey] as? [CocoaError] ?? []
      #expect(
        details.map(\.code) == [.persistentStoreUnsupportedRequestType, .persistentStoreTimeout])
      #expect(
        error.userInfo[NSAffectedStoresErrorKey] as? [NSPersistentStore]
          == stack.coordinator.persistentStores)
    }
  }

  @Test func aContextOfAnotherCoordinatorIsRefused() throws {
    let (one, other) = (try TapeStack(), try TapeStack())
    try one.run { context in
      #expect(throws: CocoaError.self) {
        try other.coordinator.execute(
          NSFetchRequest<NSManagedObject>(entityName: "Book"), with: context)
      }
    }
  }
}
