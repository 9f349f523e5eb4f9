// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Delegates that want changes as a whole: snapshots and differences.
@Suite struct WholeChangeTests {
  private final class Snapshots: NSObject, NSFetchedResultsControllerDelegate {
    var snapshots: [NSDiffableDataSourceSnapshot<String, NSManagedObjectID>] = []
    var others = 0

    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
      didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
    ) {
      snapshots.append(snapshot as NSDiffableDataSourceSnapshot<String, NSManagedObjectID>)
    }

    func controllerDidChangeContent(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) {
      others += 1
    }
  }

  private final class Differences: NSObject, NSFetchedResultsControllerDelegate {
    var ids: [NSManagedObjectID] = []
    var counts: [Int] = []
    var others = 0
    var failures = 0

    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
      didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
    ) {
      counts.append(diff.count)
      if let applied = ids.applying(diff) { ids = applied } else { failures += 1 }
    }

    func controllerWillChangeContent(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) {
      others += 1
    }
  }

  /// Implements nothing.
  private final class Silent: NSObject, NSFetchedResultsControllerDelegate {}

  // R-REQ-285
  @Test(arguments: StackKind.everyStore)
  func aDelegateForSnapshotsIsToldNothingElse(_ kind: StackKind) throws {
    let context = try Stack(kind).held()
    try context.performAndWait {
      let people = context.people("Ada A", "Bob B")
      try context.save()
      let list = try PeopleList(context, sections: "lastName")
      let delegate = Snapshots()
      list.controller.delegate = delegate
      try list.controller.performFetch()
      #expect(delegate.snapshots.count == 1)
      list.event {
        people[0].setValue(44, forKey: "age")
        people[1].setValue("C", forKey: "lastName")
      }
      let last = try #require(delegate.snapshots.last)
      #expect(last.sectionIdentifiers == ["A", "C"])
      #expect(last.itemIdentifiers == people.map(\.objectID))
      #expect(last.reloadedItemIdentifiers == [people[0].objectID])
      list.event { _ = context.insert("Club", ["title": "x"]) }
      #expect(delegate.snapshots.count == 2)
      #expect(delegate.others == 0)
    }
  }

  // R-REQ-286
  @Test(arguments: StackKind.everyStore)
  func aDelegateForDifferencesIsToldNothingElse(_ kind: StackKind) throws {
    let context = try Stack(kind).held()
    try context.performAndWait {
      let people = context.people("Ada A", "Bob B", "Cyd C")
      try context.save()
      let list = try PeopleList(context)
      let delegate = Differences()
      delegate.ids = people.map(\.objectID)
      list.controller.delegate = delegate
      list.event {
        context.delete(people[1])
        people[0].setValue("Z", forKey: "lastName")
        people[2].setValue(33, forKey: "age")
      }
      #expect(delegate.ids == [people[2], people[0]].map(\.objectID))
      #expect(delegate.counts == [5])
      list.event { _ = context.insert("Club", ["title": "x"]) }
      #expect(delegate.counts == [5])
      #expect(delegate.others == 0)
      #expect(delegate.failures == 0)
    }
  }

  // R-REQ-286
  @Test(arguments: StackKind.everyStore)
  func aFetchIsADifferenceToo(_ kind: StackKind) throws {
    let context = try Stack(kind).held()
    try context.performAndWait {
      let people = context.people("Ada A", "Bob B", "Cyd C")
      try context.save()
      let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
      request.sortDescriptors = [NSSortDescriptor(key: "firstName", ascending: true)]
      let controller = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
        cacheName: nil)
      let delegate = Differences()
      controller.delegate = delegate
      try controller.performFetch()
      #expect(delegate.ids == people.map(\.objectID))
      #expect(delegate.counts == [3])
      request.predicate = NSPredicate(format: "firstName != 'Bob'")
      try controller.performFetch()
      #expect(delegate.ids == [people[0], people[2]].map(\.objectID))
      request.sortDescriptors = [NSSortDescriptor(key: "firstName", ascending: false)]
      try controller.performFetch()
      #expect(delegate.ids == [people[2], people[0]].map(\.objectID))
      people[0].setValue("Z", forKey: "firstName")
      context.processPendingChanges()
      #expect(delegate.ids == [people[0], people[2]].map(\.objectID))
      #expect(delegate.failures == 0)
      #expect(delegate.others == 0)
    }
  }

  // R-REQ-286, R-REQ-288
  @Test func withSectionsEverySingleChangeIsTold() throws {
    let context = try Stack(StackKind.singles[0]).held()
    try context.performAndWait {
      let list = try PeopleList(context, sections: "lastName")
      let delegate = Differences()
      list.controller.delegate = delegate
      list.event { _ = context.people("Ada A") }
      #expect(delegate.counts == [])
      #expect(delegate.others == 1)
    }
  }

  // R-REQ-288
  @Test func aDelegateMayImplementNothing() throws {
    let context = try Stack(StackKind.singles[0]).held()
    try context.performAndWait {
      let list = try PeopleList(context)
      let silent = Silent()
      list.controller.delegate = silent
      list.event { _ = context.people("Ada A") }
      #expect(list.names == [["Ada"]])
    }
  }

  // R-REQ-262
  @Test(arguments: StackKind.everyStore)
  func theDelegateIsGivenTheControllerItself(_ kind: StackKind) throws {
    final class Reader: NSObject, NSFetchedResultsControllerDelegate {
      weak var known: NSFetchedResultsController<NSManagedObject>?
      var facts: [Bool] = []
      var names: [String] = []

      func controllerDidChangeContent(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>
      ) {
        facts.append(controller === known)
        facts.append(controller == known)
        names = (controller.fetchedObjects ?? []).compactMap {
          ($0 as? NSManagedObject)?.string("firstName")
        }
        let path = IndexPath(item: 0, section: 0)
        let first = controller.object(at: path)
        facts.append(first.isEqual(known?.object(at: path)))
        facts.append(controller.indexPath(forObject: first) == path)
        facts.append(controller.fetchRequest.entityName == "Person")
        facts.append((controller.fetchedObjects as? [NSManagedObject])?.count == names.count)
        facts.append(controller.sections?.count == 1)
      }
    }
    let context = try Stack(kind).held()
    try context.performAndWait {
      let list = try PeopleList(context)
      let reader = Reader()
      reader.known = list.controller
      list.controller.delegate = reader
      list.event { _ = context.people("Ada A", "Bob B") }
      #expect(reader.names == ["Ada", "Bob"])
      #expect(reader.facts == [Bool](repeating: true, count: 7))
    }
  }

  // R-REQ-255
  @Test(arguments: StackKind.everyStore)
  func otherResultsAreListedAndNotFollowed(_ kind: StackKind) throws {
    let context = try Stack(kind).held()
    try context.performAndWait {
      let people = context.people("Ada A", "Bob B")
      try context.save()
      let request = NSFetchRequest<NSManagedObjectID>(entityName: "Person")
      request.resultType = .managedObjectIDResultType
      request.sortDescriptors = [NSSortDescriptor(key: "firstName", ascending: false)]
      let controller = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
        cacheName: nil)
      try controller.performFetch()
      #expect(controller.fetchedObjects == people.reversed().map(\.objectID))
      let path = IndexPath(item: 1, section: 0)
      #expect(controller.indexPath(forObject: people[0].objectID) == path)
      request.resultType = .countResultType
      #expect(throws: CocoaError.self) { try controller.performFetch() }
      #expect(controller.fetchedObjects?.count == 2)
    }
  }
}
