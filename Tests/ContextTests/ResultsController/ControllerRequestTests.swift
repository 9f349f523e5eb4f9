// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// The request of a controller, whose entity is known as soon as there is a controller.
@Suite struct ControllerRequestTests {
  private final class Listener: NSObject, NSFetchedResultsControllerDelegate {}

  /// Of a kind that public programs have: it looks at the entity while it is made.
  private final class RichController: NSFetchedResultsController<any NSFetchRequestResult> {
    private(set) var relationships: [String] = []

    init(_ request: NSFetchRequest<any NSFetchRequestResult>, _ context: NSManagedObjectContext) {
      super.init(
        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
        cacheName: nil)
      relationships = fetchRequest.entity?.relationshipsByName.keys.sorted() ?? []
    }
  }

  private func request(_ name: String) -> NSFetchRequest<any NSFetchRequestResult> {
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: name)
    request.sortDescriptors = [NSSortDescriptor(key: "numberPlate", ascending: true)]
    return request
  }

  // R-REQ-250
  @Test(arguments: StackKind.all)
  func itsEntityIsKnown(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let request = request("Car")
      let controller = RichController(request, context)
      #expect(controller.relationships == ["owner"])
      #expect(
        request.entity
          === context.persistentStoreCoordinator?.managedObjectModel.entitiesByName["Car"])
      let listener = Listener()
      controller.delegate = listener
      try controller.performFetch()
      #expect(controller.fetchRequest.entity?.name == "Car")
    }
  }

  // R-REQ-250: in a child context too; an unknown name is an error of the fetch.
  @Test(arguments: StackKind.all)
  func anUnknownNameIsReportedByTheFetch(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let child = NSManagedObjectContext(.privateQueue)
      child.parent = context
      let found = child.performAndWait { RichController(request("Car"), child).relationships }
      #expect(found == ["owner"])
      let controller = RichController(request("Ship"), context)
      #expect(controller.fetchRequest.entity == nil)
      #expect(throws: CocoaError.self) { try controller.performFetch() }
    }
  }
}
