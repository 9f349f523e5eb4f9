// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What a controller reports of the changes of its own context.
@Suite struct TrackingTests {
  // R-REQ-251, R-REQ-252
  @Test(arguments: StackKind.everyStore)
  func thereAreNoResultsBeforeTheFetch(_ kind: StackKind) throws {
    let context = try Stack(kind).held()
    try context.performAndWait {
      let people = context.people("Ada Byron", "Bob Cole")
      let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
      request.sortDescriptors = [NSSortDescriptor(key: "firstName", ascending: false)]
      let controller = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
        cacheName: nil)
      #expect(controller.fetchedObjects == nil)
      #expect(controller.sections == nil)
      #expect(controller.indexPath(forObject: people[0]) == nil)
      let list = MirroredList()
      controller.delegate = list
      try controller.performFetch()
      #expect(controller.fetchedObjects == people.reversed())
      #expect(list.calls == "")
      #expect(controller.object(at: IndexPath(item: 1, section: 0)) === people[0])
      #expect(controller.indexPath(forObject: people[1]) == IndexPath(row: 0, section: 0))
    }
  }

  // R-REQ-250
  @Test(arguments: StackKind.everyStore)
  func aListWithoutAnOrderIsFollowed(_ kind: StackKind) throws {
    let context = try Stack(kind).held()
    try context.performAndWait {
      let people = context.people("Ada Byron", "Bob Cole")
      let list = try PeopleList(context, sortedBy: [])
      #expect(Set(list.controller.fetchedObjects ?? []) == Set(people))
      list.event { _ = context.people("Cyd Dee") }
      #expect(list.list.calls == "wod")
      list.event { context.delete(people[0]) }
      #expect(list.list.calls == "wod")
      #expect(list.list.complaints == [])
      #expect(list.controller.fetchedObjects?.count == 2)
    }
  }

  // R-REQ-273, R-REQ-275, R-REQ-277, R-REQ-278
  @Test(arguments: StackKind.everyStore)
  func oneEventIsReportedAtOnce(_ kind: StackKind) throws {
    let context = try Stack(kind).held()
    try context.performAndWait {
      let people = context.people("Ada A", "Bob B", "Cyd C", "Dan D", "Eve E")
      try context.save()
      let list = try PeopleList(context)
      list.event {
        context.delete(people[1])
        _ = context.people("Abe A", "Fay F")
        people[4].setValue("AA", forKey: "lastName")
        people[2].setValue(40, forKey: "age")
      }
      #expect(list.names == [["Abe", "Ada", "Eve", "Cyd", "Dan", "Fay"]])
      #expect(list.list.calls == "wooooo" + "d")
      #expect(
        list.list.lastBatch == ["d 0.1 -", "i - 0.0", "i - 0.5", "m 0.4 0.2", "u 0.2 0.3"])
      #expect(list.list.complaints == [])
    }
  }

  // R-REQ-272
  @Test(arguments: StackKind.everyStore)
  func whatConcernsNobodyIsNotReported(_ kind: StackKind) throws {
    let context = try Stack(kind).held()
    try context.performAndWait {
      let people = context.people("Ada A", "Bob B")
      people[1].setValue(80, forKey: "age")
      let list = try PeopleList(context, "age < 50")
      list.event {
        people[1].setValue(81, forKey: "age")
        _ = context.insert("Club", ["title": "x"])
      }
      #expect(list.list.calls == "")
      list.event { people[1].setValue(30, forKey: "age") }
      #expect(list.list.lastBatch == ["i - 0.1"])
      list.event { people[0].setValue(60, forKey: "age") }
      #expect(list.list.lastBatch == ["d 0.0 -"])
      #expect(list.list.complaints == [])
    }
  }

  // R-REQ-274
  @Test func anObjectThatKeepsItsPlaceAmongTheOthersIsUpdated() throws {
    let context = try Stack(StackKind.singles[0]).held()
    try context.performAndWait {
      let people = context.people("Ada A", "Bob B", "Cyd C", "Dan D")
      let list = try PeopleList(context)
      list.event {
        context.delete(people[0])
        people[2].setValue("BB", forKey: "lastName")
      }
      #expect(list.list.lastBatch == ["d 0.0 -", "u 0.2 0.1"])
      list.event {
        people[1].setValue("Z", forKey: "lastName")
        people[2].setValue("Y", forKey: "lastName")
      }
      #expect(list.list.lastBatch.count == 2)
      #expect(list.names == [["Dan", "Cyd", "Bob"]])
      #expect(list.list.complaints == [])
    }
  }

  // R-REQ-280
  @Test(arguments: StackKind.everyStore)
  func aSaveOfReportedChangesReportsNothing(_ kind: StackKind) throws {
    let context = try Stack(kind).held()
    try context.performAndWait {
      let list = try PeopleList(context)
      list.event { _ = context.people("Ada A", "Bob B") }
      #expect(list.list.lastBatch == ["i - 0.0", "i - 0.1"])
      list.list.forget()
      try context.save()
      #expect(list.list.calls == "")
      #expect(list.names == [["Ada", "Bob"]])
    }
  }

  // R-REQ-270
  @Test func withoutADelegateNothingIsFollowed() throws {
    let context = try Stack(StackKind.singles[0]).held()
    try context.performAndWait {
      _ = context.people("Ada A")
      let list = try PeopleList(context)
      list.controller.delegate = nil
      list.event { _ = context.people("Bob B") }
      #expect(list.names == [["Ada"]])
      list.controller.delegate = list.list
      list.event { _ = context.people("Cyd C") }
      #expect(list.names == [["Ada", "Cyd"]])
      #expect(list.list.complaints == [])
    }
  }

  // R-REQ-279
  @Test(arguments: StackKind.everyStore)
  func aResetIsNotFollowedUntilTheNextFetch(_ kind: StackKind) throws {
    let context = try Stack(kind).held()
    try context.performAndWait {
      _ = context.people("Ada A", "Bob B")
      try context.save()
      let list = try PeopleList(context)
      list.list.forget()
      context.reset()
      #expect(list.list.calls == "")
      #expect(list.controller.fetchedObjects?.count == 2)
      list.event { _ = context.people("Cyd C") }
      #expect(list.list.calls == "")
      try list.controller.performFetch()
      #expect(list.names == [["Ada", "Bob", "Cyd"]])
      #expect(list.list.complaints == [])
    }
  }

  // R-REQ-256
  @Test(arguments: StackKind.everyStore)
  func laterObjectsEnterBeyondTheLimit(_ kind: StackKind) throws {
    let context = try Stack(kind).held()
    try context.performAndWait {
      _ = context.people("Ada A", "Bob B", "Cyd C")
      try context.save()
      let list = try PeopleList(context)
      list.controller.fetchRequest.fetchLimit = 2
      try list.controller.performFetch()
      list.list.copy(list.controller)
      #expect(list.names == [["Ada", "Bob"]])
      list.event { _ = context.people("Dan D") }
      #expect(list.names == [["Ada", "Bob", "Dan"]])
      #expect(list.list.complaints == [])
    }
  }
}

extension Stack {
  /// A context that keeps its stack alive.
  func held() -> NSManagedObjectContext {
    let context = context()
    context.userInfo["stack"] = self
    return context
  }
}
