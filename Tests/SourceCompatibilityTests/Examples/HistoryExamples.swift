// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels
import Foundation
import Testing

/// The examples of the documentation about histories.
@Suite struct HistoryExamples {
  @Test func followingAHistory() throws {
    let stack = try ExampleStack(options: [NSPersistentHistoryTrackingKey: true])
    let context = stack.makeContext()
    var lastToken: NSPersistentHistoryToken?
    try context.performAndWait {
      // example
      let request = NSPersistentHistoryChangeRequest.fetchHistory(after: lastToken)
      let result = try context.execute(request) as? NSPersistentHistoryResult
      for transaction in result?.result as? [NSPersistentHistoryTransaction] ?? [] {
        context.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
        lastToken = transaction.token
      }
      // example end
    }
    #expect(lastToken == stack.coordinator.currentPersistentHistoryToken(fromStores: nil))
  }
}
