// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Requests that delete history, and tokens that expire with it.
@Suite struct HistoryPurgeTests {
  private func code(_ run: () throws -> Void) -> CocoaError.Code? {
    do { try run() } catch { return (error as? CocoaError)?.code }
    return nil
  }

  private func purge(
    _ stage: HistoryStage, _ request: NSPersistentHistoryChangeRequest
  ) throws {
    let isDone: Bool = try stage.execute(request, .statusOnly)
    #expect(isDone)
  }

  // R-PSC-748
  @Test(arguments: StackKind.all) func whatIsBeforeATokenIsDeleted(_ kind: StackKind) throws {
    let stage = try HistoryStage(kind)
    let tokens = try stage.saveNotes(["a", "b", "c"])
    try purge(stage, .deleteHistory(before: tokens[2]))
    #expect(try stage.transactions().map(\.token) == [tokens[2], tokens[3]])
    let none: NSPersistentHistoryToken? = nil
    try purge(stage, .deleteHistory(before: none))
    #expect(try stage.transactions().count == 2)
  }

  // R-PSC-748
  @Test(arguments: StackKind.all) func whatIsBeforeATransactionIsDeleted(_ kind: StackKind) throws {
    let stage = try HistoryStage(kind)
    try stage.saveNotes(["a", "b", "c"])
    let all = try stage.transactions()
    try purge(stage, .deleteHistory(before: all[1]))
    #expect(try stage.transactions() == [all[1], all[2]])
    let none: NSPersistentHistoryTransaction? = nil
    try purge(stage, .deleteHistory(before: none))
    #expect(try stage.transactions().count == 2)
  }

  // R-PSC-748, R-PSC-732
  @Test(arguments: StackKind.all) func whatIsBeforeAMomentIsDeleted(_ kind: StackKind) throws {
    let stage = try HistoryStage(kind)
    try stage.saveNotes(["a", "b", "c"])
    let all = try stage.transactions()
    try purge(stage, .deleteHistory(before: all[1].timestamp))
    #expect(try stage.transactions() == all.filter { $0.timestamp >= all[1].timestamp })
    try purge(stage, .deleteHistory(before: .distantFuture))
    #expect(try stage.transactions().isEmpty)
    // Numbers are not given out twice.
    try stage.saveNotes(["d"])
    #expect(try stage.transactions().map(\.transactionNumber) == [4])
    #expect(try stage.lastChanges().map(\.changeID) == [4])
  }

  // R-PSC-748
  @Test(arguments: StackKind.all) func aConditionEndsThePurge(_ kind: StackKind) throws {
    let stage = try HistoryStage(kind)
    for author in ["app", "app", "widget", "app"] {
      try stage.save { context in
        context.transactionAuthor = author
        _ = context.insert("Note")
      }
    }
    let request = NSPersistentHistoryChangeRequest.deleteHistory(before: .distantFuture)
    request.fetchRequest = NSPersistentHistoryTransaction.fetchRequest
    request.fetchRequest?.predicate = NSPredicate(format: "author = 'app'")
    try purge(stage, request)
    #expect(try stage.transactions().map(\.author) == ["widget", "app"])
    // Numbers that the predicate leaves out do not fit.
    request.fetchRequest?.predicate = NSPredicate(format: "transactionNumber > 3")
    try purge(stage, request)
    #expect(try stage.transactions().map(\.author) == ["widget", "app"])
    // A block may ask for the changes.
    request.fetchRequest?.predicate = NSPredicate { transaction, _ in
      (transaction as? NSPersistentHistoryTransaction)?.changes?.count != 1
    }
    try purge(stage, request)
    #expect(try stage.transactions().map(\.author) == ["widget", "app"])
    request.fetchRequest?.predicate = NSPredicate(format: "author IN {'app', 'widget'}")
    try purge(stage, request)
    #expect(try stage.transactions().isEmpty)
  }

  // R-PSC-748
  @Test(arguments: HistoryStage.pairs) func eachStoreIsPurgedByItsOwnNumbers(
    _ pair: StorePair
  ) throws {
    let stage = try HistoryStage(pair.kind)
    let stores = stage.coordinator.persistentStores
    for place in [0, 1, 0, 1] { try stage.save { $0.assign($0.insert("Note"), to: stores[place]) } }
    let all = try stage.transactions()
    let first = stage.coordinator.currentPersistentHistoryToken(fromStores: [stores[0]])
    try purge(stage, .deleteHistory(before: first))
    #expect(try stage.transactions() == [all[1], all[2], all[3]])
    let request = NSPersistentHistoryChangeRequest.deleteHistory(before: .distantFuture)
    request.affectedStores = [stores[1]]
    try purge(stage, request)
    #expect(try stage.transactions() == [all[2]])
  }

  // R-PSC-747
  @Test(arguments: StackKind.all) func aTokenExpiresWithWhatFollowsIt(_ kind: StackKind) throws {
    let stage = try HistoryStage(kind)
    let tokens = try stage.saveNotes(["a", "b", "c"])
    try purge(stage, .deleteHistory(before: tokens[2]))
    for (token, count) in [(tokens[1], 2), (tokens[2], 1), (tokens[3], 0)] {
      #expect(try stage.transactions(.fetchHistory(after: token)).count == count)
    }
    // The first token too.
    do {
      _ = try stage.transactions(.fetchHistory(after: tokens[0]))
      Issue.record("It is expired.")
    } catch let error as CocoaError {
      #expect(error.code == .persistentHistoryTokenExpired)
      #expect(error.errorCode == 134_301)
      let stores = error.userInfo[NSAffectedStoresErrorKey] as? [NSPersistentStore]
      #expect(stores?.count == 1)
    }
    // What needs no token goes on, nil and moments among it.
    #expect(
      try stage.transactions(.fetchHistory(after: nil as NSPersistentHistoryToken?)).count == 2)
    #expect(try stage.transactions(.fetchHistory(after: .distantPast)).count == 2)
    #expect(try stage.transactions(where: "token > %@", tokens[0]).count == 2)
    // Nothing follows the last one, whatever is purged.
    try purge(stage, .deleteHistory(before: .distantFuture))
    #expect(try stage.transactions(.fetchHistory(after: tokens[3])).isEmpty)
    #expect(
      code { _ = try stage.transactions(.fetchHistory(after: tokens[2])) }
        == .persistentHistoryTokenExpired)
  }

  // R-PSC-747
  @Test(arguments: StackKind.singles.filter(\.isDurable))
  func aTokenOfALaterStateThanTheStoresIsExpired(_ kind: StackKind) throws {
    let stage = try HistoryStage(kind)
    try stage.saveNotes(["a"])
    let identifier = try #require(stage.coordinator.persistentStores.first?.identifier)
    let numbers = NSKeyedArchiver(requiringSecureCoding: true)
    numbers.encode([identifier as NSString: NSNumber(value: 9)] as NSDictionary, forKey: "numbers")
    let coder = try NSKeyedUnarchiver(forReadingFrom: numbers.encodedData)
    coder.decodingFailurePolicy = .setErrorAndReturn
    let later = try #require(NSPersistentHistoryToken(coder: coder))
    #expect(
      code { _ = try stage.transactions(.fetchHistory(after: later)) }
        == .persistentHistoryTokenExpired)
  }

  @Test(arguments: StackKind.singles) func aReadOnlyStoreIsPurgedOnlyIfItIsNamed(
    _ kind: StackKind
  ) throws {
    let stage = try HistoryStage(kind)
    try stage.saveNotes(["a", "b"])
    let store = stage.coordinator.persistentStores[0]
    store.isReadOnly = true
    try purge(stage, .deleteHistory(before: .distantFuture))
    #expect(try stage.transactions().count == 2)
    let request = NSPersistentHistoryChangeRequest.deleteHistory(before: .distantFuture)
    request.affectedStores = [store]
    #expect(code { try purge(stage, request) } == .fileWriteNoPermission)
  }

  /// More than one part of a purge.
  @Test(arguments: StackKind.singles) func aLongHistoryIsPurgedAndReadFromItsEnd(
    _ kind: StackKind
  ) throws {
    let stage = try HistoryStage(kind)
    let context = stage.context()
    try context.performAndWait {
      let note = context.insert("Note")
      for rank in 0..<2_500 {
        note.setValue(rank, forKey: "rank")
        context.transactionAuthor = rank % 5 == 0 ? "fifth" : nil
        try context.save()
      }
    }
    let newest = try stage.transactions(where: "TRUEPREDICATE") {
      $0.sortDescriptors = [NSSortDescriptor(key: "transactionNumber", ascending: false)]
      $0.fetchLimit = 1_000
    }
    #expect(newest.map(\.transactionNumber) == (1_501...2_500).reversed())
    #expect(newest.allSatisfy { $0.changes?.count == 1 })
    let fifths = try stage.transactions(where: "author == 'fifth'") {
      $0.sortDescriptors = [NSSortDescriptor(key: "token", ascending: false)]
      $0.fetchLimit = 300
      $0.fetchOffset = 1
    }
    #expect(fifths.count == 300)
    #expect(fifths.first?.transactionNumber == 2_491)
    #expect(fifths.last?.transactionNumber == 996)
    try purge(stage, .deleteHistory(before: newest[9]))
    #expect(try stage.transactions().map(\.transactionNumber) == Array(2_491...2_500))
  }
}
