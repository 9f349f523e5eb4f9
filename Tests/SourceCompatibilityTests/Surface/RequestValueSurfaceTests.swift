// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Testing

/// Requests and results as values.
@Suite struct RequestValueSurfaceTests {
  private final class OwnRequest: NSPersistentStoreRequest {
    override var requestType: NSPersistentStoreRequestType { .saveRequestType }

    override func copy(with zone: NSZone? = nil) -> Any {
      let copy = OwnRequest()
      copy.affectedStores = affectedStores
      return copy
    }
  }

  private final class OwnResult: NSPersistentStoreResult {}

  @Test func kindsOfRequestsHaveApplesNumbers() {
    let kinds: [(UInt, NSPersistentStoreRequestType)] = [
      (1, .fetchRequestType), (2, .saveRequestType), (5, .batchInsertRequestType),
      (6, .batchUpdateRequestType), (7, .batchDeleteRequestType),
      (8, .persistentHistoryRequestType),
    ]
    for (number, kind) in kinds {
      #expect(NSPersistentStoreRequestType(rawValue: number) == kind)
    }
  }

  @Test func requestsOfAClientsClassAreMadeAndCopied() throws {
    let request: NSPersistentStoreRequest = OwnRequest()
    request.affectedStores = []
    let copy = try #require(request.copy() as? NSPersistentStoreRequest)
    #expect(copy !== request)
    #expect(copy.affectedStores?.isEmpty == true)
    #expect(copy.requestType == .saveRequestType)
  }

  @Test func aSaveRequestIsCopied() throws {
    let context = ShoppingContainer().newBackgroundContext()
    try context.performAndWait {
      let item = ShoppingItem(name: "Milk", in: context)
      let request = NSSaveChangesRequest(
        inserted: [item], updated: nil, deleted: nil, locked: nil)
      let copy = try #require(request.copy() as? NSSaveChangesRequest)
      #expect(copy !== request)
      #expect(copy.insertedObjects == [item])
    }
  }

  @Test func resultsThatNobodyExecutedAreEmpty() {
    let results: [NSPersistentStoreResult] = [
      NSBatchInsertResult(), NSBatchUpdateResult(), NSBatchDeleteResult(), OwnResult(),
    ]
    #expect(results.count == 4)
    #expect(NSBatchInsertResult().result == nil)
    #expect(NSBatchUpdateResult().result == nil)
    #expect(NSBatchDeleteResult().result == nil)
  }

  @Test func fetchRequestsAreComparedByTheirFields() {
    let (first, second) = (
      NSFetchRequest<NSManagedObject>(entityName: "Person"),
      NSFetchRequest<NSManagedObject>(entityName: "Person")
    )
    #expect(first == second)
    #expect(first.hash == second.hash)
    second.fetchLimit = 1
    #expect(first != second)
    #expect(NSFetchRequestResultType(rawValue: 2) == .dictionaryResultType)
  }
}
