// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What requests read, within their bounds, in all forms.
@Suite struct HistoryFetchTests {
  // R-PSC-730, R-PSC-733
  @Test(arguments: StackKind.all) func aTransactionTellsWhoSavedAndWhen(_ kind: StackKind) throws {
    let stage = try HistoryStage(kind)
    let before = Date()
    try stage.save(author: "importer", name: "background") { _ = $0.insert("Note") }
    let transaction = try #require(try stage.transactions().first)
    #expect(transaction.author == "importer")
    #expect(transaction.contextName == "background")
    #expect(transaction.processID == ProcessInfo.processInfo.processName)
    #expect(!transaction.bundleID.isEmpty)
    #expect((before...Date()).contains(transaction.timestamp))
    #expect(transaction.transactionNumber == 1)
    let note = try #require(transaction.changes?.first)
    #expect(transaction.storeID == note.changedObjectID.persistentStore?.identifier)
    #expect(note.changeType == .insert)
    #expect(note.changeID == 1)
    #expect(note.transaction === transaction)
    // As on Apple's platforms.
    #expect(note.updatedProperties == nil)
    #expect(note.tombstone == nil)
  }

  // R-PSC-742
  @Test(arguments: StackKind.all) func whatFollowsATokenIsRead(_ kind: StackKind) throws {
    let stage = try HistoryStage(kind)
    let tokens = try stage.saveNotes(["a", "b", "c"])
    let two = try stage.transactions(.fetchHistory(after: tokens[1]))
    #expect(two.map(\.token) == [tokens[2], tokens[3]])
    let all = try stage.transactions(.fetchHistory(after: nil as NSPersistentHistoryToken?))
    #expect(all.count == 3)
    #expect(try stage.transactions(.fetchHistory(after: tokens[3])).isEmpty)
    #expect(NSPersistentHistoryChangeRequest.fetchHistory(after: tokens[1]).token == tokens[1])
  }

  // R-PSC-742
  @Test(arguments: StackKind.all) func whatFollowsAMomentIsRead(_ kind: StackKind) throws {
    let stage = try HistoryStage(kind)
    try stage.saveNotes(["a", "b", "c"])
    let all = try stage.transactions()
    let later = all.filter { $0.timestamp > all[1].timestamp }
    #expect(try stage.transactions(.fetchHistory(after: all[1].timestamp)) == later)
    #expect(try stage.transactions(.fetchHistory(after: .distantFuture)).isEmpty)
  }

  // R-PSC-742
  @Test(arguments: StackKind.all) func whatFollowsATransactionIsRead(_ kind: StackKind) throws {
    let stage = try HistoryStage(kind)
    try stage.saveNotes(["a", "b", "c"])
    let all = try stage.transactions()
    #expect(try stage.transactions(.fetchHistory(after: all[0])) == [all[1], all[2]])
    let none: NSPersistentHistoryTransaction? = nil
    #expect(try stage.transactions(.fetchHistory(after: none)) == all)
  }

  // R-PSC-744
  @Test(arguments: StackKind.all) func aResultHasTheFormThatWasAskedFor(_ kind: StackKind) throws {
    let stage = try HistoryStage(kind)
    try stage.saveNotes(["a", "b"])
    try stage.save { context in
      let notes = try context.all("Note", "text == 'a'")
      notes.forEach { $0.setValue("c", forKey: "text") }
    }
    func request() -> NSPersistentHistoryChangeRequest { .fetchHistory(after: .distantPast) }
    let isDone: Bool = try stage.execute(request(), .statusOnly)
    #expect(isDone)
    #expect(try stage.execute(request(), .count, as: Int.self) == 3)
    let bare: [NSPersistentHistoryTransaction] = try stage.execute(request(), .transactionsOnly)
    #expect(bare.count == 3)
    #expect(bare.allSatisfy { $0.changes == nil })
    let changes: [NSPersistentHistoryChange] = try stage.execute(request(), .changesOnly)
    #expect(changes.map(\.changeType) == [.insert, .insert, .update])
    #expect(changes[0].transaction == bare[0])
    // Each object once, where its last change is.
    let ids: [NSManagedObjectID] = try stage.execute(request(), .objectIDs)
    #expect(ids == [changes[1].changedObjectID, changes[2].changedObjectID])
    let transactions: [NSPersistentHistoryTransaction] = try stage.execute(
      request(), .transactionsAndChanges)
    #expect(transactions.flatMap { $0.changes ?? [] } == changes)
  }

  @Test func theFormIsTransactionsWithChangesByDefault() {
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: Date())
    #expect(request.resultType == .transactionsAndChanges)
    #expect(request.requestType == .persistentHistoryRequestType)
    #expect(request.requestType.rawValue == 8)  // R-PSC-810
    #expect(request.token == nil)
    #expect(request.fetchRequest == nil)
  }

  // R-CTX-540, R-PSC-290
  @Test(arguments: StackKind.singles) func aChildAndTheCoordinatorAnswerAsTheContext(
    _ kind: StackKind
  ) throws {
    let stage = try HistoryStage(kind)
    try stage.saveNotes(["a"])
    let parent = stage.context()
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = parent
    try child.performAndWait {
      let request = NSPersistentHistoryChangeRequest.fetchHistory(after: .distantPast)
      request.resultType = .count
      let result = try #require(try child.execute(request) as? NSPersistentHistoryResult)
      #expect(result.result as? Int == 1)
    }
    try parent.performAndWait {
      let request = NSPersistentHistoryChangeRequest.fetchHistory(after: .distantPast)
      request.resultType = .count
      let answer = try stage.coordinator.execute(request, with: parent)
      #expect((answer as? NSPersistentHistoryResult)?.result as? Int == 1)
    }
  }

  // R-PSC-742
  @Test(arguments: HistoryStage.pairs) func aRequestMayNameItsStores(_ pair: StorePair) throws {
    let stage = try HistoryStage(pair.kind)
    let (first, second) = (
      stage.coordinator.persistentStores[0], stage.coordinator.persistentStores[1]
    )
    for store in [first, second, second] {
      try stage.save { $0.assign($0.insert("Note"), to: store) }
    }
    for (store, count) in [(first, 1), (second, 2)] {
      let request = NSPersistentHistoryChangeRequest.fetchHistory(after: .distantPast)
      request.affectedStores = [store]
      #expect(Set(try stage.transactions(request).map(\.storeID)) == [store.identifier])
      #expect(try stage.execute(request, .count, as: Int.self) == count)
    }
  }

  // R-PSC-743, R-PSC-206
  @Test(arguments: HistoryStage.pairs) func transactionsOfSeveralStoresComeInTheOrderOfTime(
    _ pair: StorePair
  ) throws {
    let stage = try HistoryStage(pair.kind)
    let stores = stage.coordinator.persistentStores
    for place in [1, 0, 1, 1, 0] {
      try stage.save(author: "\(place)") { $0.assign($0.insert("Note"), to: stores[place]) }
    }
    try stage.save(author: "both") { context in
      for store in stores.reversed() { context.assign(context.insert("Note"), to: store) }
    }
    let all = try stage.transactions()
    #expect(all.map(\.author) == ["1", "0", "1", "1", "0", "both", "both"])
    #expect(all[5].storeID == stores[0].identifier)
    #expect(all[5].timestamp == all[6].timestamp)
    // A token has all that stands before it: reading on from it misses nothing and repeats nothing.
    for place in all.indices {
      #expect(
        try stage.transactions(.fetchHistory(after: all[place].token)) == Array(all[(place + 1)...])
      )
    }
    #expect(all.last?.token == (try stage.token()))
  }

  // R-PSC-742
  @Test(arguments: HistoryStage.pairs) func aStoreThatATokenLacksIsReadFromItsBeginning(
    _ pair: StorePair
  ) throws {
    let stage = try HistoryStage(pair.kind)
    let stores = stage.coordinator.persistentStores
    for store in stores { try stage.save { $0.assign($0.insert("Note"), to: store) } }
    let token = stage.coordinator.currentPersistentHistoryToken(fromStores: [stores[0]])
    let rest = try stage.transactions(.fetchHistory(after: token))
    #expect(rest.map(\.storeID) == [stores[1].identifier])
    // Of a store that is not here, a token says nothing.
    let other = try HistoryStage(pair.kind)
    #expect(try stage.transactions(.fetchHistory(after: try other.token())).count == 2)
  }

  // R-PSC-753
  @Test(arguments: StackKind.singles) func storesWithoutHistoryArePassedOver(_ kind: StackKind)
    throws
  {
    let stage = try HistoryStage(kind)
    let plain = try stage.coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    try stage.save { context in
      for store in stage.coordinator.persistentStores {
        context.assign(context.insert("Note"), to: store)
      }
    }
    #expect(try stage.transactions().count == 1)
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: .distantPast)
    request.affectedStores = [plain]
    #expect(throws: CocoaError.self) { try stage.transactions(request) }
    do { _ = try stage.transactions(request) } catch let error as CocoaError {
      #expect(error.code == .persistentStoreUnsupportedRequestType)
      #expect("\(error)".contains("NSPersistentHistoryTrackingKey"))
    }
  }

  // R-PSC-731
  @Test(arguments: StackKind.all) func aSaveWithoutChangesIsNoTransaction(_ kind: StackKind) throws
  {
    let stage = try HistoryStage(kind)
    #expect(try stage.save { _ in } == nil)
    try stage.save { context in
      let note = context.insert("Note")
      context.processPendingChanges()
      context.delete(note)
    }
    #expect(try stage.transactions().isEmpty)
    // A store gets none for the changes of another.
    if kind.stores.count > 1 {
      try stage.save { _ = $0.insert("Note") }
      #expect(try stage.transactions().count == 1)
    }
  }
}
