// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What becomes a change: saves, batch requests, cascades, relationships, undo, children.
@Suite struct HistoryChangeTests {
  private func garage(_ stage: HistoryStage) throws {
    try stage.save { context in
      let person = context.insert("Person", ["firstName": "Ada", "badge": UUID()])
      for plate in ["1", "2"] {
        context.insert("Car", ["numberPlate": plate]).setValue(person, forKey: "owner")
      }
      person.setValue(context.insert("Passport", ["number": "7"]), forKey: "passport")
      _ = context.insert("Club", ["title": "Chess"])
    }
  }

  // R-PSC-734
  @Test(arguments: StackKind.all) func anUpdateListsItsProperties(_ kind: StackKind) throws {
    let stage = try HistoryStage(kind)
    try garage(stage)
    try stage.save { context in
      let person = try context.only("Person")
      person.setValue("Grace", forKey: "firstName")
      person.setValue(40, forKey: "age")
      person.setValue("good", forKey: "mood")  // transient
    }
    let change = try #require(try stage.lastChanges().first)
    #expect(change.changeType == .update)
    #expect(change.updatedNames == ["age", "firstName"])
    #expect(change.tombstone == nil)
    let entity = change.changedObjectID.entity
    #expect(change.updatedProperties?.allSatisfy { $0.entity === entity } == true)
  }

  // R-PSC-734
  @Test(arguments: StackKind.all) func bothSidesOfARelationshipAreUpdated(_ kind: StackKind) throws
  {
    let stage = try HistoryStage(kind)
    try garage(stage)
    try stage.save { try $0.all("Car", "numberPlate == '1'")[0].setValue(nil, forKey: "owner") }
    func names() throws -> [String: [String]] {
      let changes = try stage.lastChanges()
      #expect(changes.allSatisfy { $0.changeType == .update })
      return Dictionary(
        uniqueKeysWithValues: changes.map {
          ($0.changedObjectID.entity.name ?? "", $0.updatedNames)
        })
    }
    #expect(try names() == ["Car": ["owner"], "Person": ["cars"]])
    try stage.save { context in
      let car = try context.all("Car", "numberPlate == '1'")[0]
      try context.only("Person").mutableSetValue(forKey: "cars").add(car)
    }
    #expect(try names() == ["Car": ["owner"], "Person": ["cars"]])
    // Many to many, and ordered.
    try stage.save { context in
      try context.only("Person").mutableSetValue(forKey: "clubs").add(try context.only("Club"))
    }
    #expect(try names() == ["Club": ["members"], "Person": ["clubs"]])
    try stage.save { context in
      try context.only("Club").mutableOrderedSetValue(forKey: "waiting").add(context.only("Person"))
    }
    #expect(try names() == ["Club": ["waiting"], "Person": ["waitsFor"]])
  }

  // R-PSC-734, R-PSC-735
  @Test(arguments: StackKind.all) func aCascadeIsAChangeOfEachObject(_ kind: StackKind) throws {
    let stage = try HistoryStage(kind)
    try garage(stage)
    try stage.save { try $0.delete($0.only("Person")) }
    let last = try #require(try stage.transactions().last)
    #expect(last.summary == ["delete Car", "delete Car", "delete Passport", "delete Person"])
    let tombstones = (last.changes ?? []).map { ($0.changedObjectID.entity.name, $0.tombstone) }
    for (name, tombstone) in tombstones {
      #expect((tombstone?["badge"] as? UUID != nil) == (name == "Person"))
      // Nothing is kept of an entity without such attributes, as on Apple's platforms.
      #expect((tombstone == nil) == (name != "Person"))
    }
  }

  // R-PSC-685
  @Test(arguments: StackKind.singles) func aBatchRequestIsATransaction(_ kind: StackKind) throws {
    let stage = try HistoryStage(kind)
    let context = stage.context(author: "batch", name: "worker")
    func last() throws -> NSPersistentHistoryTransaction {
      try #require(try stage.transactions().last)
    }
    try context.performAndWait {
      let rows = (0..<3).map { ["text": "\($0)", "rank": $0] }
      try context.execute(NSBatchInsertRequest(entityName: "Note", objects: rows))
      #expect(try last().summary == Array(repeating: "insert Note", count: 3))
      #expect(try last().author == "batch")
      #expect(try last().contextName == "worker")
      let update = NSBatchUpdateRequest(entityName: "Note")
      update.propertiesToUpdate = ["rank": 9]
      update.predicate = NSPredicate(format: "rank > 0")
      try context.execute(update)
      #expect(try last().summary == ["update Note", "update Note"])
      #expect(try last().changes?.first?.updatedNames == ["rank"])
      let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: "Note")
      fetch.predicate = NSPredicate(format: "text == '1'")
      try context.execute(NSBatchDeleteRequest(fetchRequest: fetch))
      #expect(try last().summary == ["delete Note"])
      #expect(try last().changes?.first?.tombstone?["text"] as? String == "1")
      fetch.predicate = NSPredicate(format: "text == 'none'")
      try context.execute(NSBatchDeleteRequest(fetchRequest: fetch))
      #expect(try stage.transactions().count == 3)
    }
  }

  // R-PSC-685
  @Test(arguments: StackKind.singles) func aBatchDeletionCascadesInTheHistory(_ kind: StackKind)
    throws
  {
    let stage = try HistoryStage(kind)
    try garage(stage)
    let context = stage.context()
    try context.performAndWait {
      let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: "Person")
      try context.execute(NSBatchDeleteRequest(fetchRequest: fetch))
    }
    let last = try #require(try stage.transactions().last)
    #expect(last.summary == ["delete Car", "delete Car", "delete Passport", "delete Person"])
  }

  @Test(arguments: StackKind.all) func aChildsChangesAreThoseOfItsRoot(_ kind: StackKind) throws {
    let stage = try HistoryStage(kind)
    try garage(stage)
    let root = stage.context(author: "root")
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = root
    child.transactionAuthor = "child"
    try child.performAndWait {
      try child.only("Person").setValue("Grace", forKey: "firstName")
      _ = child.insert("Note", ["text": "x"])
      try child.save()
    }
    let before = try stage.transactions().count
    try root.performAndWait { try root.save() }
    let new = try stage.transactions().dropFirst(before)
    #expect(new.flatMap(\.summary).sorted() == ["insert Note", "update Person"])
    #expect(new.allSatisfy { $0.author == "root" })
  }

  // R-CTX-540, R-PSC-733: CoreDataRepository's suites of batch requests.
  @Test(arguments: StackKind.all)
  func aBatchOfAChildIsOfItsRoot(_ kind: StackKind) throws {
    let stage = try HistoryStage(kind)
    for (root, child, author) in [
      ("root", nil, "root"), ("root", "child", "root"), (nil, "child", "child"),
    ]
      as [(String?, String?, String)]
    {
      let parent = stage.context(author: root, name: root)
      let context = NSManagedObjectContext(.privateQueue)
      context.parent = parent
      context.transactionAuthor = child
      let before = try stage.transactions().count
      try context.performAndWait {
        let rows = [["text": author]]
        _ = try context.execute(NSBatchInsertRequest(entityName: "Note", objects: rows))
      }
      let new = try stage.transactions().dropFirst(before)
      #expect(new.map(\.author) == [author])
      #expect(new.map(\.contextName) == [root])
    }
  }

  @Test(arguments: StackKind.all) func whatIsUndoneIsNoChange(_ kind: StackKind) throws {
    let stage = try HistoryStage(kind)
    try garage(stage)
    let context = stage.context()
    context.undoManager = UndoManager()
    let before = try stage.transactions().count
    try context.performAndWait {
      try context.only("Person").setValue("Grace", forKey: "firstName")
      context.undo()
      try context.save()
      #expect(try stage.transactions().count == before)
      try context.delete(context.only("Club"))
      try context.save()
      context.undo()
      try context.save()
    }
    let last = try stage.transactions().suffix(2).map(\.summary)
    #expect(last == [["delete Club"], ["insert Club"]])
  }

  // R-PSC-735: a conflict that a policy resolves is one change with what was written in the end.
  @Test(arguments: StackKind.singles) func aResolvedConflictIsOneChange(_ kind: StackKind) throws {
    let stage = try HistoryStage(kind)
    try garage(stage)
    let late = stage.context(author: "late")
    late.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    let held = try late.realised("Person")
    try stage.save { try $0.only("Person").setValue("theirs", forKey: "firstName") }
    try late.performAndWait {
      held.setValue("mine", forKey: "lastName")
      try late.save()
    }
    let last = try #require(try stage.transactions().last)
    #expect(last.author == "late")
    #expect(last.summary == ["update Person"])
    #expect(last.changes?.first?.updatedNames.contains("lastName") == true)
    #expect(try stage.transactions().count == 3)
  }
}
