// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels
import Observation
import Testing

/// The examples of lists that follow the data.
struct ListExamples {
  // example
  final class People: NSObject, NSFetchedResultsControllerDelegate {
    func controllerDidChangeContent(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) {
      print(controller.fetchedObjects?.count ?? 0)
    }
  }
  // example end

  private func request() -> NSFetchRequest<Employee> {
    let request = NSFetchRequest<Employee>(entityName: "Employee")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return request
  }

  @Test func followingARequest() throws {
    let stack = try ExampleStack()
    let people = People()
    let context = stack.context
    try context.performAndWait {
      // example
      let request = NSFetchRequest<Employee>(entityName: "Employee")
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      let controller = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
        cacheName: nil)
      controller.delegate = people
      try controller.performFetch()
      // example end
      #expect(controller.fetchedObjects == [stack.employee])
    }
  }

  @Test func namingSectionsByAFunction() throws {
    let stack = try ExampleStack()
    let context = stack.context
    try context.performAndWait {
      let request = request()
      // example
      let controller = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: context, sectionNames: \.name)
      // example end
      try controller.performFetch()
      #expect(controller.sections?.map(\.name) == ["Ada"])
    }
  }

  @Test func castingASnapshot() {
    let reference = NSDiffableDataSourceSnapshotReference()
    // example
    let snapshot = reference as NSDiffableDataSourceSnapshot<String, NSManagedObjectID>
    // example end
    #expect(snapshot.numberOfItems == 0)
  }

  @Test func waitingForResults() async throws {
    let stack = try ExampleStack()
    let context = stack.context
    let request = request()
    for try await ids in context.identifiers(of: request) {
      #expect(ids.count == 1)
      break
    }
    for try await names in context.values(of: request, { $0.name }) {
      #expect(names == ["Ada"])
      break
    }
  }

  /// As in the documentation: until the task is cancelled.
  private func waiting(
    for request: NSFetchRequest<Employee>, in context: NSManagedObjectContext
  ) async throws {
    // example
    for try await ids in context.identifiers(of: request) {
      print(ids.count)
    }
    // example end
    // example
    for try await names in context.values(of: request, { $0.name }) {
      print(names)
    }
    // example end
  }

  @Test func waitingForSaves() async throws {
    let stack = try ExampleStack()
    let context = stack.context
    let waiting = Task {
      // example
      for await note in NotificationCenter.default.notifications(
        named: NSManagedObjectContext.didSaveObjectIDsNotification, object: context)
      {
        print(note.userInfo?[NSInsertedObjectIDsKey] ?? "")
      }
      // example end
    }
    waiting.cancel()
    await waiting.value
  }

  @Test func observingReads() async throws {
    let stack = try ExampleStack()
    let context = stack.context
    await confirmation { confirm in
      func show(_ name: String?) {}
      @Sendable func redraw() { confirm() }
      context.performAndWait {
        let employee = stack.employee
        // example
        context.tracksObservation = true
        withObservationTracking {
          show(employee.name)
        } onChange: {
          redraw()
        }
        // example end
        employee.name = "Eve"
      }
    }
  }
}
