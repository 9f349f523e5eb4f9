// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What a controller reports of changes that come from elsewhere.
@Suite struct ElsewhereTests {
  // R-REQ-271
  @Test(arguments: StackKind.everyStore)
  func mergedChangesAreReported(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let (context, other) = (stack.context(), stack.context())
    try context.performAndWait {
      _ = context.people("Ada A", "Bob B", "Cyd C", "Dan D")
      try context.save()
      let list = try PeopleList(context)
      list.list.forget()
      let note = try other.saveNote {
        let people = try other.all("Person", sortedBy: "firstName")
        other.delete(people[0])
        people[1].setValue("X", forKey: "lastName")
        people[2].setValue(50, forKey: "age")
        _ = other.people("Eve E")
      }
      context.mergeChanges(fromContextDidSave: note)
      #expect(list.list.lastBatch == ["d 0.0 -", "i - 0.2", "m 0.1 0.3", "u 0.2 0.0"])
      #expect(list.names == [["Cyd", "Dan", "Eve", "Bob"]])
      #expect(list.list.complaints == [])
    }
  }

  // R-REQ-271, R-CTX-778
  @Test(arguments: StackKind.all)
  func batchesAreReportedOnceTheyAreMerged(_ kind: StackKind) throws {
    let context = try Stack(kind).held()
    try context.performAndWait {
      _ = context.people("Ada A", "Bob B", "Cyd C")
      try context.save()
      let list = try PeopleList(context, "age < 30")
      list.list.forget()
      let insert = NSBatchInsertRequest(
        entityName: "Person", objects: [["firstName": "Eve", "lastName": "AA"]])
      insert.resultType = .objectIDs
      let update = NSBatchUpdateRequest(entityName: "Person")
      update.predicate = NSPredicate(format: "firstName == 'Bob'")
      update.propertiesToUpdate = ["age": 77]
      update.resultType = .updatedObjectIDsResultType
      var changes: [AnyHashable: Any] = [:]
      changes[NSInsertedObjectsKey] =
        (try context.execute(insert) as? NSBatchInsertResult)?.result
      changes[NSUpdatedObjectsKey] =
        (try context.execute(update) as? NSBatchUpdateResult)?.result
      #expect(list.list.calls == "")
      NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [context])
      #expect(list.list.lastBatch == ["d 0.1 -", "i - 0.1"])
      #expect(list.names == [["Ada", "Eve", "Cyd"]])
      #expect(list.list.complaints == [])
    }
  }

  // R-REQ-271
  @Test(arguments: StackKind.everyStore)
  func aChildHearsOfItsParentsChangesWithinTheMerge(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let parent = stack.context()
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = parent
    child.automaticallyMergesChangesFromParent = true
    try parent.performAndWait {
      _ = parent.people("Ada A", "Bob B")
      try parent.save()
    }
    let list = try child.performAndWait { try PeopleList(child) }
    try parent.performAndWait {
      let people = try parent.all("Person", sortedBy: "firstName")
      people[0].setValue("Z", forKey: "lastName")
      _ = parent.people("Cyd C")
      try parent.save()
    }
    child.performAndWait {
      #expect(list.names == [["Bob", "Cyd", "Ada"]])
      #expect(list.list.batches.last?.count == 2)
      #expect(list.list.complaints == [])
    }
  }

  // R-REQ-273
  @Test(arguments: StackKind.everyStore)
  func refreshedObjectsAreUpdated(_ kind: StackKind) throws {
    let context = try Stack(kind).held()
    try context.performAndWait {
      let people = context.people("Ada A", "Bob B")
      try context.save()
      let list = try PeopleList(context)
      list.event { context.refresh(people[1], mergeChanges: false) }
      #expect(list.list.lastBatch == ["u 0.1 0.1"])
      list.event { context.refreshAllObjects() }
      #expect(list.list.lastBatch == ["u 0.0 0.0", "u 0.1 0.1"])
      #expect(list.list.complaints == [])
    }
  }

  // R-REQ-271
  @Test(arguments: StackKind.everyStore)
  func changesOfRelatedObjectsCountWithTheObjectOnly(_ kind: StackKind) throws {
    let context = try Stack(kind).held()
    try context.performAndWait {
      let people = context.people("Ada A", "Bob B")
      let passports = ["1", "2"].map { context.insert("Passport", ["number": $0]) }
      for (person, passport) in zip(people, passports) {
        person.setValue(passport, forKey: "passport")
      }
      try context.save()
      let list = try PeopleList(
        context, "passport.number < '5'", sortedBy: ["passport.number"])
      list.event { passports[0].setValue("3", forKey: "number") }
      #expect(list.list.calls == "")
      list.event { people[0].setValue(20, forKey: "age") }
      #expect(list.list.lastBatch == ["m 0.0 0.1"])
      list.event {
        passports[1].setValue("9", forKey: "number")
        people[1].setValue(20, forKey: "age")
      }
      #expect(list.list.lastBatch == ["d 0.0 -"])
      #expect(list.list.complaints == [])
    }
  }

  @Test(arguments: StackKind.everyStore)
  func whatIsUndoneIsReported(_ kind: StackKind) throws {
    let context = try Stack(kind).held()
    try context.performAndWait {
      let people = context.people("Ada A", "Bob B")
      try context.save()
      context.undoManager = UndoManager()
      let list = try PeopleList(context)
      list.event { context.delete(people[0]) }
      #expect(list.names == [["Bob"]])
      context.undo()
      context.processPendingChanges()
      #expect(list.names == [["Ada", "Bob"]])
      list.event {
        people[0].setValue("Z", forKey: "lastName")
        context.rollback()
      }
      #expect(list.names == [["Ada", "Bob"]])
      #expect(list.list.complaints == [])
    }
  }
}
