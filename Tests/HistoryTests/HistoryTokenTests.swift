// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Tokens: what they compare, where they come from, and that they outlive the process.
@Suite struct HistoryTokenTests {
  // R-PSC-740
  @Test(arguments: StackKind.all) func aTokenSurvivesArchiving(_ kind: StackKind) throws {
    let stage = try HistoryStage(kind)
    let tokens = try stage.saveNotes(["a"])
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: tokens[1], requiringSecureCoding: true)
    let read = try NSKeyedUnarchiver.unarchivedObject(
      ofClass: NSPersistentHistoryToken.self, from: data)
    #expect(read == tokens[1])
    #expect(read?.hash == tokens[1].hash)
    #expect(read != tokens[0])
    #expect(NSPersistentHistoryToken() != tokens[0])
    #expect((tokens[1].copy() as? NSPersistentHistoryToken) == tokens[1])
    try stage.save { _ = $0.insert("Note") }
    #expect(try stage.transactions(.fetchHistory(after: read)).count == 1)
  }

  @Test func anArchiveOfSomethingElseIsNoToken() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode("a" as NSString, forKey: "other")
    let coder = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    coder.decodingFailurePolicy = .setErrorAndReturn
    #expect(NSPersistentHistoryToken(coder: coder) == nil)
  }

  // R-PSC-741
  @Test(arguments: StackKind.all) func theCurrentTokenCoversTheStoresAskedFor(
    _ kind: StackKind
  ) throws {
    let stage = try HistoryStage(kind)
    let stores = stage.coordinator.persistentStores
    let start = try stage.token()
    for store in stores { #expect("\(start)".contains("\(store.identifier ?? "") = 0")) }
    #expect(stage.coordinator.currentPersistentHistoryToken(fromStores: []) == start)
    #expect(stage.coordinator.currentPersistentHistoryToken(fromStores: stores) == start)
    let one = try #require(
      stage.coordinator.currentPersistentHistoryToken(fromStores: [stores[0]]))
    #expect((one == start) == (stores.count == 1))
    try stage.saveNotes(["a"])
    #expect(try stage.token() != start)
  }

  // R-PSC-741
  @Test(arguments: StackKind.durable) func coordinatorsOverTheSameFilesHaveEqualTokens(
    _ kind: StackKind
  ) throws {
    let stage = try HistoryStage(kind)
    try stage.saveNotes(["a", "b"])
    let other = try stage.another()
    #expect(other.currentPersistentHistoryToken(fromStores: nil) == (try stage.token()))
  }

  // R-PSC-753
  @Test func thereIsNoTokenWithoutHistory() throws {
    for kind in StackKind.singles + [StackKind(name: "XML", stores: [(NSXMLStoreType, nil)])] {
      let stack = try Stack(kind)
      #expect(stack.coordinator.currentPersistentHistoryToken(fromStores: nil) == nil)
    }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: GarageModel.make())
    #expect(coordinator.currentPersistentHistoryToken(fromStores: nil) == nil)
  }

  // R-PSC-010
  @Test(arguments: StackKind.all) func aSaveTellsItsToken(_ kind: StackKind) throws {
    let stage = try HistoryStage(kind)
    let context = stage.context()
    try context.performAndWait {
      let log = NotificationLog(
        context, [.NSManagedObjectContextDidSave, .NSManagedObjectContextDidSaveObjectIDs])
      _ = context.insert("Note")
      try context.save()
      let tokens = log.notes.map { $0.userInfo?["newChangeToken"] as? NSPersistentHistoryToken }
      #expect(tokens.count == 2)
      for token in tokens { #expect(token == (try stage.token())) }
      let message = log.notes[1]
      let note = Notification(name: message.name, object: context, userInfo: message.userInfo)
      let typed = NSManagedObjectContext.DidSaveObjectIDsAsyncMessage.makeMessage(note)
      #expect(typed?.historyToken == tokens[0])
    }
  }

  // R-PSC-010
  @Test(arguments: StackKind.singles) func onlySavesToStoresWithHistoryTellATokens(
    _ kind: StackKind
  ) throws {
    let stage = try HistoryStage(kind)
    let plain = try stage.coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    #expect(try stage.save { $0.assign($0.insert("Note"), to: plain) } == nil)
    #expect(try stage.save { _ in } == nil)
    let stack = try Stack(kind)
    let context = stack.context()
    try context.performAndWait {
      let log = NotificationLog(context, [.NSManagedObjectContextDidSave])
      _ = context.insert("Note")
      try context.save()
      #expect(log.notes[0].userInfo?["newChangeToken"] == nil)
    }
    // A child saves to its parent, which is no store.
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = stage.context()
    try child.performAndWait {
      let log = NotificationLog(child, [.NSManagedObjectContextDidSave])
      _ = child.insert("Note")
      try child.save()
      #expect(log.notes[0].userInfo?["newChangeToken"] == nil)
    }
  }
}
