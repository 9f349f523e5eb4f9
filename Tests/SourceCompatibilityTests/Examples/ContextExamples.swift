// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels
import Foundation
import Testing

/// The examples of `NSManagedObjectContext` that run blocks and read.
struct ContextExamples {
  private func refreshLater(_ context: NSManagedObjectContext) {
    // example
    context.perform {
      context.refreshAllObjects()
    }
    // example end
  }

  @Test func runningBlocks() async throws {
    let stack = try ExampleStack()
    let context = stack.context
    refreshLater(context)
    try waitForCount(context)
    #expect(await context.perform { context.registeredObjects.allSatisfy(\.isFault) })
    // example
    let names = try await context.perform {
      try context.fetch(Department.fetchRequest()).map(\.name)
    }
    // example end
    #expect(names == ["Research"])
  }

  private func waitForCount(_ context: NSManagedObjectContext) throws {
    // example
    let count = try context.performAndWait {
      try context.count(for: Department.fetchRequest())
    }
    // example end
    #expect(count == 1)
  }

  @Test func fetching() throws {
    let stack = try ExampleStack()
    defer { withExtendedLifetime(stack) {} }
    let context = stack.context
    try context.performAndWait {
      // example
      let request = NSFetchRequest<Employee>(entityName: "Employee")
      request.predicate = NSPredicate(format: "department.name == %@", "Research")
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      request.fetchLimit = 20
      let employees = try context.fetch(request)
      // example end
      #expect(employees.map(\.name) == ["Ada"])
    }
  }

  @Test func counting() throws {
    let stack = try ExampleStack()
    defer { withExtendedLifetime(stack) {} }
    let context = stack.context
    try context.performAndWait {
      // example
      let request = NSFetchRequest<Employee>(entityName: "Employee")
      request.predicate = NSPredicate(format: "isActive == YES")
      let active = try context.count(for: request)
      // example end
      #expect(active == 1)
    }
  }

  @Test func updatingABatch() throws {
    let stack = try ExampleStack()
    defer { withExtendedLifetime(stack) {} }
    let context = stack.context
    try context.performAndWait {
      // example
      let request = NSBatchUpdateRequest(entityName: "Employee")
      request.predicate = NSPredicate(format: "isActive == NO")
      request.propertiesToUpdate = ["score": 0.0]
      request.resultType = .updatedObjectsCountResultType
      let result = try context.execute(request) as? NSBatchUpdateResult
      let count = result?.result as? Int
      // example end
      #expect(count == 0)
    }
  }

  @Test func anObjectInAnotherContext() throws {
    let stack = try ExampleStack()
    let (context, employee) = (stack.context, stack.employee)
    let background = stack.makeContext()
    try context.performAndWait {
      // example
      let id = employee.objectID
      try background.performAndWait {
        let same = background.object(with: id)
        same.setValue(false, forKey: "isActive")
        try background.save()
      }
      // example end
      context.refresh(employee, mergeChanges: false)
      #expect(!employee.isActive)
    }
  }

  @Test func anObjectThatMayBeGone() throws {
    let stack = try ExampleStack()
    let context = stack.context
    try context.performAndWait {
      let id = stack.employee.objectID
      // example
      do {
        let employee = try context.existingObject(with: id)
        print(employee)
      } catch let error as CocoaError where error.code == .managedObjectReferentialIntegrity {
        print("It has been deleted.")
      }
      // example end
      #expect(try context.existingObject(with: id) === stack.employee)
    }
  }

  @Test func forgettingEverything() throws {
    let stack = try ExampleStack()
    let context = stack.context
    context.performAndWait {
      // example
      context.reset()
      // Objects that were fetched before must not be used any more.
      // example end
      #expect(context.registeredObjects.isEmpty)
    }
  }

  @Test func mergingSaves() throws {
    let stack = try ExampleStack()
    let context = stack.context
    let background = stack.makeContext()
    // example
    let token = NotificationCenter.default.addObserver(
      forName: NSManagedObjectContext.didSaveObjectsNotification, object: background,
      queue: nil
    ) { notification in
      context.mergeChanges(fromContextDidSave: notification)
    }
    // example end
    defer { NotificationCenter.default.removeObserver(token) }
    let employee = stack.employee
    try background.performAndWait {
      let same = background.object(with: employee.objectID)
      same.setValue("Grace", forKey: "name")
      try background.save()
    }
    context.performAndWait { #expect(employee.name == "Grace") }
  }
}
