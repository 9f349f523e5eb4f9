// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// The values of the API: numbers, copies, equality, texts.
@Suite struct HistorySurfaceTests {
  @Test func kindsAndFormsHaveApplesNumbers() {
    let kinds: [NSPersistentHistoryChangeType] = [.insert, .update, .delete]
    #expect(kinds.map(\.rawValue) == [0, 1, 2])
    let forms: [NSPersistentHistoryResultType] = [
      .statusOnly, .objectIDs, .count, .transactionsOnly, .changesOnly, .transactionsAndChanges,
    ]
    #expect(forms.map(\.rawValue) == Array(0...5))
    #expect(NSPersistentHistoryResultType(rawValue: 6) == nil)
    #expect(NSPersistentHistoryChangeType(rawValue: 3) == nil)
  }

  @Test(arguments: StackKind.singles) func whatIsReadTwiceIsEqual(_ kind: StackKind) throws {
    let stage = try HistoryStage(kind)
    try stage.saveNotes(["a", "b"])
    let (once, twice) = (try stage.transactions(), try stage.transactions())
    #expect(once == twice)
    #expect(once[0] != once[1])
    #expect(Set(once + twice).count == 2)
    #expect(once[0].changes == twice[0].changes)
    #expect(once[0].changes != once[1].changes)
    let changes = (once + twice).compactMap(\.changes)
    #expect(Set(changes.joined()).count == 2)
    #expect((once[0].copy() as? NSPersistentHistoryTransaction) === once[0])
    let change = try #require(once[0].changes?.first)
    #expect((change.copy() as? NSPersistentHistoryChange) === change)
    #expect("\(once[0])".contains("number: 1"))
    #expect("\(change)".contains(change.changedObjectID.uriRepresentation().absoluteString))
    #expect("\(once[0].token)".contains("\(once[0].storeID) = 1"))
  }

  @Test(arguments: StackKind.singles) func aCopiedRequestAsksTheSame(_ kind: StackKind) throws {
    let stage = try HistoryStage(kind)
    let tokens = try stage.saveNotes(["a", "b", "c"])
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: tokens[1])
    request.resultType = .count
    request.affectedStores = stage.coordinator.persistentStores
    let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
    fetch.fetchLimit = 1
    request.fetchRequest = fetch
    let copy = try #require(request.copy() as? NSPersistentHistoryChangeRequest)
    #expect(copy.token == tokens[1])
    #expect(copy.resultType == .count)
    #expect(copy.fetchRequest === fetch)
    #expect(copy.affectedStores == request.affectedStores)
    #expect(try stage.execute(copy, .count, as: Int.self) == 1)
    #expect("\(request)".contains("fetch after"))
    let deletion = NSPersistentHistoryChangeRequest.deleteHistory(before: tokens[2])
    let same = try #require(deletion.copy() as? NSPersistentHistoryChangeRequest)
    #expect("\(same)".contains("delete before"))
    #expect(try stage.execute(same, .statusOnly, as: Bool.self))
    #expect(try stage.transactions().count == 2)
    #expect(try stage.execute(NSPersistentHistoryChangeRequest(), .count, as: Int.self) == 2)
  }

  /// What a history told stands for itself.
  @Test func transactionsOutliveTheirCoordinator() throws {
    var kept: [NSPersistentHistoryChange] = []
    func read() throws {
      let stage = try HistoryStage(StackKind.singles[0])
      try stage.saveNotes(["a"])
      kept = try stage.execute(.fetchHistory(after: .distantPast), .changesOnly)
    }
    try read()
    #expect(kept.first?.changedObjectID.entity.name == "Note")
    #expect(kept.first?.transaction?.transactionNumber == 1)
  }
}
