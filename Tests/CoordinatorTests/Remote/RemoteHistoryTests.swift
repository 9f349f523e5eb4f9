// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// The tokens that come with remote changes.
@Suite struct RemoteHistoryTests {
  /// The texts of the notes that a history has inserted after a token.
  private func inserted(
    after token: NSPersistentHistoryToken?, _ coordinator: NSPersistentStoreCoordinator
  ) throws -> Int {
    let context = coordinator.makeContext()
    return try context.performAndWait {
      let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
      let result = try context.execute(request) as? NSPersistentHistoryResult
      let found = result?.result as? [NSPersistentHistoryTransaction] ?? []
      return found.flatMap { $0.changes ?? [] }.count { $0.changeType == .insert }
    }
  }

  // R-PSC-770, 771
  @Test(arguments: [NSInMemoryStoreType] + RemoteStage.engines)
  func theTokenIsAtLeastAsNewAsTheWrite(_ type: String) throws {
    let stage = try RemoteStage(type)
    let coordinator = try stage.coordinator(history: true)
    let log = RemoteLog(coordinator)
    try coordinator.saveNote("own")
    // A notification of what came before the save may come first.
    let isNew = try log.wait {
      guard let token = log.all.last?.token else { return false }
      return try inserted(after: token, coordinator) == 0
    }
    #expect(isNew)
    #expect(try inserted(after: nil, coordinator) == 1)
  }

  // R-PSC-770
  @Test(arguments: RemoteStage.engines)
  func theHistoryOfAnotherProcessFollowsTheLastToken(_ type: String) throws {
    let stage = try RemoteStage(type)
    let reader = try stage.coordinator(history: true)
    try reader.saveNote("first")
    let token = try #require(reader.currentPersistentHistoryToken(fromStores: nil))
    let writer = try stage.program("history")
    let log = RemoteLog(reader)
    _ = try writer.ask("save other", for: "saved")
    let isThere = try log.wait { try !changes(after: token, reader).isEmpty }
    #expect(isThere)
    #expect(try changes(after: token, reader) == [.update])
  }

  private func changes(
    after token: NSPersistentHistoryToken, _ coordinator: NSPersistentStoreCoordinator
  ) throws -> [NSPersistentHistoryChangeType] {
    let context = coordinator.makeContext()
    return try context.performAndWait {
      let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
      let result = try context.execute(request) as? NSPersistentHistoryResult
      let found = result?.result as? [NSPersistentHistoryTransaction] ?? []
      return found.flatMap { $0.changes ?? [] }.map(\.changeType)
    }
  }

  // R-PSC-770
  @Test func withoutAHistoryThereIsNoToken() throws {
    let stage = try RemoteStage(NSInMemoryStoreType)
    let coordinator = try stage.coordinator()
    let log = RemoteLog(coordinator)
    try coordinator.saveNote("own")
    #expect(log.wait { $0.token == nil })
  }
}
