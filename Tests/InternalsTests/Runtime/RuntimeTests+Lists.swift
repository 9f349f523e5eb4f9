// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Lists: what a delegate's reference, whose generic parameter is not the controller's own, can do.
extension RuntimeTests {
  private final class Reader: NSObject, NSFetchedResultsControllerDelegate {
    private(set) var reference: NSFetchedResultsController<any NSFetchRequestResult>?

    func controllerDidChangeContent(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) { reference = controller }
  }

  private func withReference(
    _ body: (
      NSFetchedResultsController<NSManagedObject>,
      NSFetchedResultsController<any NSFetchRequestResult>
    ) throws -> Void
  ) throws {
    try inMemory { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
      request.sortDescriptors = [NSSortDescriptor(key: "firstName", ascending: true)]
      let controller = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "firstName",
        cacheName: nil)
      let reader = Reader()
      controller.delegate = reader
      try controller.performFetch()
      for name in ["Ada", "Bob"] { _ = context.insert("Person", ["firstName": name]) }
      context.processPendingChanges()
      try body(controller, try #require(reader.reference))
    }
  }

  // R-REQ-262
  @Test func aDelegateReadsResultsThroughItsReference() throws {
    try withReference { controller, reference in
      let place = IndexPath(item: 0, section: 1)
      let objects = reference.fetchedObjects?.compactMap { $0 as? NSManagedObject }
      #expect(objects == controller.fetchedObjects)
      #expect(objects?.count == 2)
      let found = reference.object(at: place)
      #expect(found as? NSManagedObject == controller.object(at: place))
      #expect(reference.indexPath(forObject: found) == place)
      #expect(reference.fetchRequest.entityName == "Person")
    }
  }

  @Test func aDelegateReadsTheRestThroughItsReference() throws {
    try withReference { controller, reference in
      #expect(ObjectIdentifier(reference) == ObjectIdentifier(controller))
      #expect(reference.managedObjectContext == controller.managedObjectContext)
      #expect(reference.sections?.map(\.name) == ["Ada", "Bob"])
      #expect(reference.sectionIndexTitles == ["A", "B"])
      #expect(reference.section(forSectionIndexTitle: "B", at: 1) == 1)
      #expect(reference.sectionNameKeyPath == "firstName")
      #expect(reference.cacheName == nil)
      #expect(reference.delegate != nil)
      try reference.performFetch()
      #expect(reference.fetchedObjects?.count == 2)
    }
  }
}
