// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What a controller makes of objects that its context has no values of, when others change them.
@Suite struct UnseenChangesTests {
  // R-REQ-271, R-REQ-273
  @Test(arguments: StackKind.everyStore, [true, false])
  func objectsThatComeToMatchElsewhereArrive(_ kind: StackKind, _ isAutomatic: Bool) throws {
    let stack = try Stack(kind)
    let (context, other) = (stack.context(), stack.context())
    context.automaticallyMergesChangesFromParent = isAutomatic
    try other.performAndWait {
      _ = other.people("Ada A", "Bob B", "Cyd C")
      try other.save()
    }
    let list = try context.performAndWait { try PeopleList(context, "age > 40") }
    let note = try context.performAndWait {
      #expect(list.names == [[]])
      return try other.saveNote {
        let people = try other.all("Person", sortedBy: "firstName")
        people[0].setValue(50, forKey: "age")
        people[2].setValue(60, forKey: "age")
      }
    }
    context.performAndWait {
      if !isAutomatic { context.mergeChanges(fromContextDidSave: note) }
      #expect(list.names == [["Ada", "Cyd"]])
      #expect(list.list.lastBatch == ["i - 0.0", "i - 0.1"])
      #expect(list.list.complaints == [])
      #expect(!context.hasChanges)
    }
  }

  // R-CTX-766: nobody else is told
  @Test(arguments: StackKind.everyStore)
  func theContextTellsNothingOfThem(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let (context, other) = (stack.context(), stack.context())
    try other.performAndWait {
      _ = other.people("Ada A", "Bob B")
      try other.save()
    }
    try context.performAndWait {
      let list = try PeopleList(context, "age > 40")
      let note = try other.saveNote {
        let people = try other.all("Person", sortedBy: "firstName")
        people[0].setValue(50, forKey: "age")
        people[1].setValue(20, forKey: "age")
      }
      let names: [Notification.Name] = [
        .NSManagedObjectContextObjectsDidChange,
        NSManagedObjectContext.didMergeChangesObjectIDsNotification,
      ]
      nonisolated(unsafe) var told = 0
      let tokens = names.map {
        NotificationCenter.default.addObserver(forName: $0, object: context, queue: nil) { _ in
          told += 1
        }
      }
      context.mergeChanges(fromContextDidSave: note)
      tokens.forEach(NotificationCenter.default.removeObserver)
      #expect(told == 0)
      #expect(list.names == [["Ada"]])
      // Bob does not match: nobody holds him.
      #expect(context.registeredObjects.count == 1)
    }
  }

  // R-REQ-272: with what the context tells, one batch
  @Test(arguments: StackKind.everyStore)
  func theyComeTogetherWithWhatTheContextTells(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let (context, other) = (stack.context(), stack.context())
    try context.performAndWait {
      let people = context.people("Ada A", "Bob B", "Cyd C")
      people[0].setValue(50, forKey: "age")
      try context.save()
      context.reset()
      let list = try PeopleList(context, "age > 40")
      list.list.forget()
      let note = try other.saveNote {
        let people = try other.all("Person", sortedBy: "firstName")
        people[0].setValue(20, forKey: "age")
        people[1].setValue(60, forKey: "age")
        _ = other.people("Dan D")
      }
      context.mergeChanges(fromContextDidSave: note)
      #expect(list.list.batches.count == 1)
      #expect(list.list.lastBatch == ["d 0.0 -", "i - 0.0"])
      #expect(list.names == [["Bob"]])
      #expect(list.list.complaints == [])
    }
  }

  // R-CTX-778
  @Test(arguments: StackKind.all)
  func batchUpdatesThatAreMergedCount(_ kind: StackKind) throws {
    let context = try Stack(kind).held()
    try context.performAndWait {
      _ = context.people("Ada A", "Bob B")
      try context.save()
      context.reset()
      let list = try PeopleList(context, "age > 40")
      list.list.forget()
      let update = NSBatchUpdateRequest(entityName: "Person")
      update.predicate = NSPredicate(format: "firstName == 'Bob'")
      update.propertiesToUpdate = ["age": 77]
      update.resultType = .updatedObjectIDsResultType
      let ids = try (context.execute(update) as? NSBatchUpdateResult)?.result
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSUpdatedObjectsKey: ids ?? []], into: [context])
      #expect(list.names == [["Bob"]])
      #expect(list.list.lastBatch == ["i - 0.0"])
    }
  }

  // A delegate that lets go of another list in the midst of a merge
  @Test(arguments: StackKind.singles)
  func aListMayGoWhileAnotherIsTold(_ kind: StackKind) throws {
    final class Releasing: NSObject, NSFetchedResultsControllerDelegate {
      var others: [PeopleList?] = []
      var calls = 0
      func controllerDidChangeContent(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>
      ) {
        calls += 1
        others = []
      }
    }
    let stack = try Stack(kind)
    let (context, other) = (stack.context(), stack.context())
    try context.performAndWait {
      _ = context.people("Ada A", "Bob B")
      try context.save()
      context.reset()
      let releasing = Releasing()
      let lists = try (0..<2).map { _ in try PeopleList(context, "age > 40") }
      lists[1].controller.delegate = releasing
      releasing.others = [try PeopleList(context, "age > 40"), try PeopleList(context)]
      let note = try other.saveNote {
        try other.all("Person", sortedBy: "firstName")[0].setValue(50, forKey: "age")
        _ = other.people("Cyd C")
      }
      context.mergeChanges(fromContextDidSave: note)
      #expect(releasing.calls == 1)
      #expect(lists.map(\.names) == [[["Ada"]], [["Ada"]]])
    }
  }

  // R-REQ-256: members that nobody has touched
  @Test(arguments: StackKind.everyStore)
  func membersWithoutValuesFollow(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let (context, other) = (stack.context(), stack.context())
    try context.performAndWait {
      _ = context.people("Ada A", "Bob B", "Cyd C")
      try context.save()
      context.reset()
      let list = try PeopleList(context, "age < 40", batchSize: 2)
      list.list.forget()
      let note = try other.saveNote {
        let people = try other.all("Person", sortedBy: "firstName")
        people[0].setValue("Z", forKey: "lastName")
        people[1].setValue(50, forKey: "age")
      }
      context.mergeChanges(fromContextDidSave: note)
      #expect(list.names == [["Cyd", "Ada"]])
      #expect(list.list.complaints == [])
    }
  }
}
