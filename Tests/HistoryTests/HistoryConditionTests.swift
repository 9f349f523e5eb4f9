// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Fetch requests of transactions and changes: conditions, order and window (R-PSC-745, R-PSC-746).
@Suite struct HistoryConditionTests {
  /// Five transactions: alice a, bob b, nobody c, alice d, bob updates a and deletes b.
  private func stage(_ kind: StackKind) throws -> (HistoryStage, [NSPersistentHistoryToken]) {
    let stage = try HistoryStage(kind)
    var tokens = [try stage.token()]
    for (text, author) in [("a", "alice"), ("b", "bob"), ("c", nil), ("d", "alice")] {
      try stage.save(author: author, name: "importer") { _ = $0.insert("Note", ["text": text]) }
      tokens.append(try stage.token())
    }
    try stage.save(author: "bob") { context in
      try context.all("Note", "text == 'a'").forEach { $0.setValue(7, forKey: "rank") }
      try context.all("Note", "text == 'b'").forEach(context.delete)
    }
    return (stage, tokens + [try stage.token()])
  }

  private func numbers(
    _ stage: HistoryStage, _ format: String, _ arguments: Any...
  ) throws -> [Int64] {
    let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
    fetch.predicate = NSPredicate(format: format, argumentArray: arguments)
    return try stage.transactions(.fetchHistory(withFetch: fetch)).map(\.transactionNumber)
  }

  @Test(arguments: StackKind.singles) func transactionsAreFoundByTheirFields(
    _ kind: StackKind
  ) throws {
    let (stage, tokens) = try stage(kind)
    #expect(try numbers(stage, "author == %@", "alice") == [1, 4])
    #expect(try numbers(stage, "author == nil") == [3])
    #expect(try numbers(stage, "author != %@", "alice") == [2, 3, 5])
    #expect(try numbers(stage, "author IN %@", ["alice", "carol"] as NSArray) == [1, 4])
    #expect(try numbers(stage, "contextName == nil OR author == 'bob'") == [2, 5])
    #expect(try numbers(stage, "NOT (contextName BEGINSWITH 'imp')") == [5])
    #expect(
      try numbers(stage, "processID == %@ AND bundleID != ''", ProcessInfo.processInfo.processName)
        == [1, 2, 3, 4, 5])
    #expect(try numbers(stage, "transactionNumber > 2 AND transactionNumber <= 4") == [3, 4])
    #expect(try numbers(stage, "3 >= transactionNumber") == [1, 2, 3])
    #expect(try numbers(stage, "transactionNumber BETWEEN {2, 3}") == [2, 3])
    #expect(try numbers(stage, "token > %@", tokens[3]) == [4, 5])
    #expect(try numbers(stage, "%@ < token", tokens[3]) == [4, 5])
    #expect(try numbers(stage, "token >= %@", tokens[3]) == [3, 4, 5])
    #expect(try numbers(stage, "token < %@", tokens[3]) == [1, 2])
    #expect(try numbers(stage, "token <= %@ AND author == nil", tokens[3]) == [3])
    #expect(try numbers(stage, "token == %@", tokens[5]) == [5])
    #expect(try numbers(stage, "token > %@ AND author != %@", tokens[1], "bob") == [3, 4])
    let all = try stage.transactions()
    #expect(
      try numbers(stage, "timestamp > %@", all[1].timestamp as NSDate)
        == all.filter { $0.timestamp > all[1].timestamp }.map(\.transactionNumber))
    #expect(
      try numbers(stage, "timestamp >= %@", all[1].timestamp as NSDate)
        == all.filter { $0.timestamp >= all[1].timestamp }.map(\.transactionNumber))
    #expect(try numbers(stage, "storeID == %@", all[0].storeID) == [1, 2, 3, 4, 5])
    #expect(try numbers(stage, "ANY changes.changeType == 2") == [5])
    #expect(try numbers(stage, "changes.@count == 2") == [5])
  }

  @Test(arguments: StackKind.singles) func changesAreFoundByTheirFields(_ kind: StackKind) throws {
    let (stage, tokens) = try stage(kind)
    let all: [NSPersistentHistoryChange] = try stage.execute(
      .fetchHistory(after: .distantPast), .changesOnly)
    let note = try #require(stage.coordinator.managedObjectModel.entitiesByName["Note"])
    let tag = try #require(stage.coordinator.managedObjectModel.entitiesByName["Tag"])
    func ids(_ format: String, _ arguments: Any...) throws -> [Int64] {
      let fetch = try #require(NSPersistentHistoryChange.fetchRequest)
      fetch.predicate = NSPredicate(format: format, argumentArray: arguments)
      let changes: [NSPersistentHistoryChange] = try stage.execute(
        .fetchHistory(withFetch: fetch), .changesOnly)
      return changes.map(\.changeID)
    }
    let every = all.map(\.changeID)
    #expect(every == [1, 2, 3, 4, 5, 6])
    let type = NSPersistentHistoryChangeType.insert.rawValue
    #expect(try ids("changeType == %d", type) == [1, 2, 3, 4])
    #expect(try ids("changeID > 3 AND changeType != 0") == [5, 6])
    #expect(try ids("changedEntity == %@", note) == every)
    #expect(try ids("changedEntity == %@ || changedEntity == %@", tag, note) == every)
    #expect(try ids("changedEntity IN %@", [tag, note] as NSArray) == every)
    #expect(try ids("changedEntity.name == 'Note'") == every)
    #expect(try ids("changedEntity == %@", tag).isEmpty)
    let first = all[0].changedObjectID
    let ofFirst = all.filter { $0.changedObjectID == first }.map(\.changeID)
    #expect(ofFirst.count == 2)
    #expect(try ids("changedObjectID == %@", first) == ofFirst)
    #expect(try ids("changedObjectID IN %@", [first] as NSArray) == ofFirst)
    #expect(try ids("transaction.author == 'alice'") == [1, 4])
    #expect(try ids("transaction.transactionNumber > 4") == [5, 6])
    #expect(try ids("token > %@", tokens[4]) == [5, 6])
    #expect(try ids("transaction.token == %@ AND changeType == 2", tokens[5]).count == 1)
  }

  // R-PSC-746
  @Test(arguments: StackKind.singles.filter(\.isDurable))
  func anIDOfAnotherCoordinatorFindsItsChanges(_ kind: StackKind) throws {
    let (stage, _) = try stage(kind)
    let other = try stage.another()
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = other
    try context.performAndWait {
      let note = try #require(try context.all("Note", "text == 'a'").first)
      #expect(try stage.changes(where: "changedObjectID == %@", note.objectID).count == 2)
      #expect(try stage.changes(where: "changedObjectID == %@", note).count == 2)
      let entity = note.entity
      #expect(try stage.changes(where: "changedEntity == %@", entity).count == 6)
    }
  }

  // R-PSC-746
  @Test(arguments: StackKind.all) func anEntityIsNotItsSubentities(_ kind: StackKind) throws {
    let stage = try HistoryStage(kind)
    try stage.save { context in
      _ = context.insert("Car", ["numberPlate": "1"])
      _ = context.insert("SportCar", ["numberPlate": "2"])
    }
    let car = try #require(stage.coordinator.managedObjectModel.entitiesByName["Car"])
    let found = try stage.changes(where: "changedEntity == %@", car)
    #expect(found.map(\.changedObjectID.entity.name) == ["Car"])
  }

  // R-PSC-746
  @Test(arguments: StackKind.singles) func aRequestForChangesIsAnsweredWithChanges(
    _ kind: StackKind
  ) throws {
    let (stage, tokens) = try stage(kind)
    func request() throws -> NSPersistentHistoryChangeRequest {
      let fetch = try #require(NSPersistentHistoryChange.fetchRequest)
      fetch.predicate = NSPredicate(format: "changeType != 0")
      return .fetchHistory(withFetch: fetch)
    }
    let type = try request().resultType
    let changes: [NSPersistentHistoryChange] = try stage.execute(try request(), type)
    #expect(Set(changes.map(\.changeType)) == [.update, .delete])
    let found: [NSPersistentHistoryTransaction] = try stage.execute(
      try request(), .transactionsAndChanges)
    #expect(found.map(\.token) == [tokens[5]])
    #expect(Set(found[0].changes?.map(\.changeType) ?? []) == [.update, .delete])
    #expect(try stage.execute(try request(), .count, as: Int.self) == 2)
    let bare: [NSPersistentHistoryTransaction] = try stage.execute(
      try request(), .transactionsOnly)
    #expect(bare == found)
    #expect(bare[0].changes == nil)
    #expect(try stage.execute(try request(), .objectIDs, as: [NSManagedObjectID].self).count == 2)
  }

  @Test(arguments: StackKind.singles) func aFetchRequestAddsToTheBoundOfItsRequest(
    _ kind: StackKind
  ) throws {
    let (stage, tokens) = try stage(kind)
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: tokens[2])
    let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
    fetch.predicate = NSPredicate(format: "author != nil")
    request.fetchRequest = fetch
    #expect(try stage.transactions(request).map(\.transactionNumber) == [4, 5])
    fetch.sortDescriptors = [NSSortDescriptor(key: "transactionNumber", ascending: false)]
    fetch.fetchLimit = 1
    #expect(try stage.transactions(request).map(\.transactionNumber) == [5])
    #expect(try stage.transactions(request)[0].changes?.count == 2)
    fetch.fetchOffset = 1
    #expect(try stage.transactions(request).map(\.transactionNumber) == [4])
    // The entity's name alone will do.
    let named = NSFetchRequest<any NSFetchRequestResult>(
      entityName: try #require(NSPersistentHistoryTransaction.entityDescription?.name))
    named.fetchLimit = 1
    request.fetchRequest = named
    #expect(try stage.transactions(request).map(\.transactionNumber) == [3])
  }

  @Test(arguments: StackKind.singles) func resultsComeInTheOrderAskedFor(_ kind: StackKind) throws {
    let (stage, _) = try stage(kind)
    func sorted(_ descriptors: [NSSortDescriptor], limit: Int = 0) throws -> [Int64] {
      try stage.transactions(where: "TRUEPREDICATE") {
        $0.sortDescriptors = descriptors
        $0.fetchLimit = limit
      }.map(\.transactionNumber)
    }
    let byAuthor = NSSortDescriptor(key: "author", ascending: true)
    let newest = NSSortDescriptor(key: "token", ascending: false)
    #expect(try sorted([byAuthor]) == [3, 1, 4, 2, 5])
    #expect(try sorted([byAuthor, newest]) == [3, 4, 1, 5, 2])
    #expect(try sorted([newest], limit: 2) == [5, 4])
    #expect(try sorted([NSSortDescriptor(key: "timestamp", ascending: true)]) == [1, 2, 3, 4, 5])
    #expect(
      try sorted([
        NSSortDescriptor(
          keyPath: \NSPersistentHistoryTransaction.transactionNumber, ascending: false)
      ]) == [5, 4, 3, 2, 1])
    let changes = try stage.changes(where: "TRUEPREDICATE") {
      $0.sortDescriptors = [NSSortDescriptor(key: "changeID", ascending: false)]
      $0.fetchLimit = 3
      $0.fetchOffset = 1
    }
    #expect(changes.map(\.changeID) == [5, 4, 3])
  }

  @Test(arguments: StackKind.singles) func aBlockSeesTheTransaction(_ kind: StackKind) throws {
    let (stage, _) = try stage(kind)
    let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
    fetch.predicate = NSPredicate { object, _ in
      (object as? NSPersistentHistoryTransaction)?.author == "bob"
    }
    #expect(
      try stage.transactions(.fetchHistory(withFetch: fetch)).map(\.transactionNumber) == [2, 5])
  }

  /// What can throw never stops the program.
  @Test(arguments: StackKind.singles) func aWrongConditionIsAnErrorThatNamesTheField(
    _ kind: StackKind
  ) throws {
    let stage = try HistoryStage(kind)
    func message(_ run: () throws -> Void) -> String {
      do { try run() } catch { return "\(error)" }
      return ""
    }
    #expect(message { _ = try stage.transactions(where: "autor == 'x'") }.contains("autor"))
    #expect(message { _ = try stage.changes(where: "transaction.autor == 'x'") }.contains("autor"))
    let order = message {
      _ = try stage.transactions(where: "TRUEPREDICATE") {
        $0.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
      }
    }
    #expect(order.contains("number"))
    let note = NSFetchRequest<any NSFetchRequestResult>(entityName: "Note")
    #expect(message { _ = try stage.transactions(.fetchHistory(withFetch: note)) }.contains("Note"))
    let deletion = NSPersistentHistoryChangeRequest.deleteHistory(before: Date())
    deletion.fetchRequest = NSPersistentHistoryChange.fetchRequest
    #expect(
      message { _ = try stage.execute(deletion, .statusOnly, as: Bool.self) }.contains("fetch"))
  }

  @Test func theEntitiesNameTheFields() throws {
    let transaction = try #require(NSPersistentHistoryTransaction.entityDescription)
    #expect(
      Set(transaction.attributesByName.keys) == [
        "author", "bundleID", "contextName", "processID", "storeID", "timestamp", "token",
        "transactionNumber",
      ])
    let context = NSManagedObjectContext(.privateQueue)
    let change = try #require(NSPersistentHistoryChange.entityDescription(with: context))
    #expect(
      Set(change.attributesByName.keys) == [
        "changeID", "changeType", "changedEntity", "changedObjectID",
      ])
    #expect(change.relationshipsByName["transaction"]?.destinationEntity === transaction)
    #expect(NSPersistentHistoryTransaction.entityDescription(with: context) === transaction)
  }
}
