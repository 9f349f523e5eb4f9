// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels
import Foundation
import Testing

/// The examples of conditions that the compiler checks.
struct TypedExamples {
  @Test func requesting() throws {
    let stack = try ExampleStack()
    try stack.context.performAndWait {
      // example
      let request = try NSFetchRequest(
        Employee.self, where: #Predicate { $0.salary > 3 }, sortBy: [SortDescriptor(\.name)])
      request.fetchLimit = 10
      // example end
      #expect(try stack.context.fetch(request) == [stack.employee])
    }
  }

  @Test func fetching() throws {
    let stack = try ExampleStack()
    let context = stack.context
    try context.performAndWait {
      // example
      let best = try context.fetch(Employee.self, where: #Predicate { $0.salary > 3 })
      // example end
      #expect(best == [stack.employee])
    }
  }

  @Test func translating() throws {
    let stack = try ExampleStack()
    // example
    let least: Int64 = 3
    let predicate = NSPredicate(#Predicate<Employee> { $0.salary > least && $0.name != "Eve" })
    // example end
    stack.context.performAndWait {
      #expect(predicate?.evaluate(with: stack.employee) == true)
    }
  }
}
