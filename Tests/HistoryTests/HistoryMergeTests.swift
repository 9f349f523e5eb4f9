// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What only the blocks of one context touch.
private struct Transferred<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}

/// Transactions merged into contexts of others (R-PSC-750).
@Suite struct HistoryMergeTests {
  /// Reads what follows a token in a context's own stores, and merges it, oldest first.
  private func follow(
    _ context: NSManagedObjectContext, after token: NSPersistentHistoryToken?
  ) throws -> NSPersistentHistoryToken? {
    var token = token
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
    let result = try context.execute(request) as? NSPersistentHistoryResult
    for transaction in result?.result as? [NSPersistentHistoryTransaction] ?? [] {
      context.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
      token = transaction.token
    }
    return token
  }

  private func other(_ stage: HistoryStage) throws -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = try stage.another()
    return context
  }

  // R-PSC-750
  @Test(arguments: StackKind.all) func aNotificationHasTheIDsOfATransaction(_ kind: StackKind)
    throws
  {
    let stage = try HistoryStage(kind)
    try stage.saveNotes(["a", "b"])
    try stage.save { context in
      _ = context.insert("Note", ["text": "c"])
      try context.all("Note", "text == 'a'").forEach { $0.setValue("x", forKey: "text") }
      try context.all("Note", "text == 'b'").forEach(context.delete)
    }
    let transaction = try #require(try stage.transactions().last)
    let note = transaction.objectIDNotification()
    #expect(note.name == .NSManagedObjectContextDidSaveObjectIDs)
    for (key, type) in [
      (NSInsertedObjectIDsKey, NSPersistentHistoryChangeType.insert),
      (NSUpdatedObjectIDsKey, .update), (NSDeletedObjectIDsKey, .delete),
    ] {
      let ids = note.userInfo?[key] as? Set<NSManagedObjectID>
      let changed = transaction.changes?.filter { $0.changeType == type }.map(\.changedObjectID)
      #expect(ids == Set(changed ?? []))
      #expect(ids?.count == 1)
    }
  }

  // R-PSC-750
  @Test(arguments: StackKind.durable) func mergingBringsAContextToTheStateOfTheStores(
    _ kind: StackKind
  ) throws {
    let stage = try HistoryStage(kind)
    try stage.save { context in
      let owner = context.insert("Person", ["firstName": "Ada"])
      for plate in ["1", "2"] {
        let car = context.insert("Car", ["numberPlate": plate])
        car.setValue(owner, forKey: "owner")
      }
    }
    let shown = try other(stage)
    let start = try stage.token()
    let held = try shown.performAndWait {
      let person = try shown.only("Person")
      #expect(person.objects("cars").count == 2)
      _ = try shown.all("Car").map { $0.string("maker") }
      return Transferred([person] + (try shown.all("Car", sortedBy: "numberPlate")))
    }
    try stage.save { try $0.only("Person").setValue("Grace", forKey: "firstName") }
    try stage.save { context in
      try context.all("Car", "numberPlate == '2'").forEach(context.delete)
      let car = context.insert("Car", ["numberPlate": "3"])
      car.setValue(try context.only("Person"), forKey: "owner")
    }
    try shown.performAndWait {
      let end = try follow(shown, after: start)
      #expect(end == (try stage.token()))
      let person = held.value[0]
      #expect(person.string("firstName") == "Grace")
      #expect(Set(person.objects("cars").map { $0.string("numberPlate") }) == ["1", "3"])
      // As with every merge the deletion is settled by the next save, which writes nothing.
      #expect(held.value[2].isDeleted)
      try shown.save()
      #expect(held.value[2].managedObjectContext == nil)
      #expect(try stage.token() == end)
    }
  }

  // R-PSC-750
  @Test(arguments: StackKind.durable) func unsavedChangesStandOverWhatIsMerged(_ kind: StackKind)
    throws
  {
    let stage = try HistoryStage(kind)
    try stage.save { _ = $0.insert("Person", ["firstName": "Ada", "lastName": "Lovelace"]) }
    let shown = try other(stage)
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = shown
    let start = try stage.token()
    try shown.performAndWait { try shown.only("Person").setValue("mine", forKey: "firstName") }
    let held = try child.realised("Person")
    try stage.save { context in
      let person = try context.only("Person")
      person.setValue("theirs", forKey: "firstName")
      person.setValue("King", forKey: "lastName")
    }
    try shown.performAndWait {
      _ = try follow(shown, after: start)
      let person = try shown.only("Person")
      #expect(person.string("firstName") == "mine")
      #expect(person.string("lastName") == "King")
      try shown.save()
    }
    try child.performAndWait {
      _ = try follow(child, after: start)
      #expect(held.string("lastName") == "King")
      #expect(held.string("firstName") == "mine")
    }
  }

  /// Contexts of the coordinator that wrote are none the wiser, and none the worse.
  @Test(arguments: StackKind.all) func mergingWhatIsKnownChangesNothing(_ kind: StackKind) throws {
    let stage = try HistoryStage(kind)
    let context = stage.context()
    try context.performAndWait {
      let person = context.insert("Person", ["firstName": "Ada"])
      try context.save()
      person.setValue("Grace", forKey: "firstName")
      try context.save()
      _ = try follow(context, after: nil)
      #expect(person.string("firstName") == "Grace")
      #expect(!context.hasChanges)
    }
  }
}
