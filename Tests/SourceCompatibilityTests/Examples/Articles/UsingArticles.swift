// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels
import Foundation
import Testing

/// The examples of the articles Faulting, Concurrency and Errors.
struct UsingArticles {
  @Test func fetchingAhead() throws {
    let stack = try ExampleStack()
    let context = stack.makeContext()
    try context.performAndWait {
      // example
      let request = NSFetchRequest<Employee>(entityName: "Employee")
      request.fetchBatchSize = 50
      request.relationshipKeyPathsForPrefetching = ["department"]
      for employee in try context.fetch(request) { print(employee.department?.name ?? "") }
      // example end
      let employee = try #require(context.fetch(request).first)
      #expect(employee.department?.name == "Research")
    }
  }

  @Test func turningIntoAFault() throws {
    let stack = try ExampleStack()
    let (context, employee) = (stack.context, stack.employee)
    context.performAndWait {
      // example
      context.refresh(employee, mergeChanges: false)
      print(employee.isFault)  // true
      print(employee.name ?? "")  // asks the store: now it is none
      // example end
      #expect(!employee.isFault)
    }
  }

  @Test func anIDGoesToAnotherContext() async throws {
    let stack = try ExampleStack()
    defer { withExtendedLifetime(stack) {} }
    let background = stack.makeContext()
    let id = stack.employee.objectID
    // example
    let salary = try await background.perform {
      guard let employee = try background.existingObject(with: id) as? Employee else { return 0 }
      employee.salary += 100
      try background.save()
      return Int(employee.salary)
    }
    // example end
    #expect(salary == 3_100)
  }

  @Test func mergingByItself() throws {
    let stack = try ExampleStack()
    let (context, employee) = (stack.context, stack.employee)
    let child = NSManagedObjectContext(.privateQueue)
    // example
    child.parent = context
    child.automaticallyMergesChangesFromParent = true
    child.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    // example end
    try child.performAndWait {
      child.object(with: employee.objectID).setValue("Ada L.", forKey: "name")
      try child.save()
    }
    #expect(context.performAndWait { employee.name } == "Ada L.")
  }

  @Test func errorsOfValidation() throws {
    let stack = try ExampleStack()
    let context = stack.context
    var missing: [String] = []
    context.performAndWait {
      _ = Employee(context: context)
      // example
      do {
        try context.save()
      } catch {
        for cause in causes(of: error) where cause.code == .validationMissingMandatoryProperty {
          print(
            cause.userInfo[NSValidationObjectErrorKey] ?? "",
            cause.userInfo[NSValidationKeyErrorKey] ?? "")
        }
      }
      // example end
      do { try context.save() } catch {
        missing = causes(of: error).compactMap { $0.userInfo[NSValidationKeyErrorKey] as? String }
      }
    }
    #expect(Set(missing) == ["email", "hiredAt", "name"])
  }

  // example
  /// The errors behind an error: those that it stands for, or itself.
  func causes(of error: any Error) -> [CocoaError] {
    guard let error = error as? CocoaError else { return [] }
    let details = error.userInfo[NSDetailedErrorsKey] as? [any Error]
    return details?.compactMap { $0 as? CocoaError } ?? [error]
  }
  // example end
}
