// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClientStores
import CoreData
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a client store throws reaches the client as it is, and a save that failed can be tried again.
struct FailureTests {
  // R-PSC-455
  @Test func beingOfflineIsTheErrorThatItIs() throws {
    let server = try RecordServerProcess()
    let stack = try ClientStack(.http, at: server.freshStore())
    try stack.run { context in
      let item = context.insert("Item", ["name": "a"])
      try context.save()
      server.stop()
      item.setValue("b", forKey: "name")
      let new = context.insert("Box")
      do {
        try context.save()
        Issue.record("The server is gone, and yet there was somebody to save.")
      } catch let error as URLError {
        #expect(error.code == .cannotConnectToHost || error.code == .networkConnectionLost)
      }
      #expect(throws: URLError.self) { try context.all("Box") }
      #expect(throws: URLError.self) {
        try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Box"))
      }
      #expect(context.insertedObjects == [new])
      #expect(context.updatedObjects == [item])
      #expect(new.objectID.isTemporaryID)
      #expect(item.string("name") == "b")
    }
    #expect(throws: URLError.self) { try stack.other() }
  }

  // R-PSC-455
  @Test func aSaveThatFailedOfflineIsTriedAgain() throws {
    let server = try RecordServerProcess()
    let stack = try ClientStack(.http, at: server.freshStore())
    try stack.run { context in
      _ = context.insert("Item", ["name": "a"])
      server.stop()
      #expect(throws: URLError.self) { try context.save() }
      let again = try RecordServerProcess(port: try #require(server.url.port))
      defer { again.stop() }
      #expect(throws: (any Error).self) { try context.save() }  // the store is not there any more
      let other = try stack.other()
      try context.save()
      #expect(!context.hasChanges)
      #expect(try other.run { try $0.all("Item").count } == 1)
    }
  }

  // R-PSC-412
  @Test func aFileThatCannotBeWrittenLeavesEverythingPending() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let stack = try ClientStack(.csv, at: folder.appendingPathComponent("a.csv"))
    let store = try #require(stack.store as? CSVStore)
    try stack.run { context in
      let item = context.insert("Item", ["name": "a"])
      try FileManager.default.removeItem(at: folder)
      let error = try #require(throws: (any Error).self) { try context.save() }
      #expect(error is CocoaError)
      #expect(store.cacheNodes().isEmpty)
      #expect(item.objectID.isTemporaryID)
      #expect(context.insertedObjects == [item])
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try context.save()
      #expect(!item.objectID.isTemporaryID)
      #expect(store.cacheNodes().count == 1)
    }
    #expect(try stack.other().run { try $0.only("Item").string("name") } == "a")
  }

  // R-PSC-445
  @Test(arguments: ClientStack.Kind.allCases)
  func batchRequestsAreNotForThem(_ kind: ClientStack.Kind) throws {
    let stack = try ClientStack(kind)
    try stack.run { context in
      _ = context.insert("Item", ["name": "a"])
      try context.save()
      let request = NSBatchDeleteRequest(
        fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Item"))
      let error = try #require(throws: CocoaError.self) { try context.execute(request) }
      #expect(error.code == .persistentStoreUnsupportedRequestType)
      #expect(try context.all("Item").count == 1)
    }
  }
}
