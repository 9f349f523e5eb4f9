// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Dispatch
import ExampleModels
import Foundation
import Harness

/// What a second reading thread adds: twice the work by two threads beside the work of one.
// Sendable: immutable, and predicates are only read.
struct ThreadCosts: @unchecked Sendable {
  struct Figure {
    let name: String
    /// How often the work of one thread alone is done by two in the time that one takes.
    let throughput: Double
  }

  private let coordinator: NSPersistentStoreCoordinator
  private let ids: [NSManagedObjectID]
  private let predicates: [NSPredicate]

  init(_ type: String, at url: URL?, count: Int) throws {
    ExampleModels.registerClasses()
    let model = try NSManagedObjectModel.load(from: ExampleModels.company)
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: url, options: nil)
    let context = ThreadCosts.context(coordinator)
    (ids, predicates) = try context.performAndWait {
      let department = Department(context: context)
      (department.name, department.createdAt) = ("Readers", .distantPast)
      let employees = (0..<count).map { number in
        let employee = Employee(context: context)
        (employee.name, employee.email) = ("Reader \(number)", "reader\(number)@example.org")
        employee.salary = Int64(number)
        employee.hiredAt = .distantPast
        employee.department = department
        return employee
      }
      try context.save()
      let predicates = stride(from: 0, to: count, by: max(1, count / 1_000)).map {
        NSPredicate(format: "department == %@ AND salary == %d", department.objectID, $0)
      }
      return (employees.map(\.objectID), predicates)
    }
  }

  private static func context(
    _ coordinator: NSPersistentStoreCoordinator
  ) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  func measure() -> [Figure] {
    [
      figure("fetch all") { context, _ in
        for _ in 0..<3 {
          context.reset()
          _ = try context.fetch(NSFetchRequest<Employee>(entityName: "Employee"))
        }
      },
      figure("look-ups") { context, part in
        for id in rotated(ids, by: part) { _ = try context.existingObject(with: id) }
      },
      figure("point fetches") { context, part in
        let predicates = rotated(predicates, by: part)
        for _ in 0..<10 { for predicate in predicates { try fetch(predicate, context) } }
      },
    ]
  }

  /// Threads begin in different places: what they have in common is the store, not the reference count
  /// of the same object at the same time.
  private func rotated<Element>(_ list: [Element], by part: Double) -> ArraySlice<Element> {
    let start = Int(Double(list.count) * part)
    return list[start...] + list[..<start]
  }

  private func fetch(_ predicate: NSPredicate, _ context: NSManagedObjectContext) throws {
    let request = NSFetchRequest<Employee>(entityName: "Employee")
    request.predicate = predicate
    guard try context.fetch(request).count == 1 else {
      throw BenchmarkFailure("\(predicate) finds another number of employees than one.")
    }
  }

  private func figure(
    _ name: String, _ body: @Sendable (NSManagedObjectContext, Double) throws -> Void
  ) -> Figure {
    let alone = seconds(threads: 1, body)
    return Figure(name: name, throughput: 2 * alone / seconds(threads: 2, body))
  }

  /// Each thread has a context of its own; what they read is dropped with it. The work is given the part
  /// of all threads that come before.
  private func seconds(
    threads: Int, _ body: @Sendable (NSManagedObjectContext, Double) throws -> Void
  ) -> Double {
    let start = Clocks.wall
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      let context = ThreadCosts.context(coordinator)
      // What cannot be read would be found out by the other cases.
      context.performAndWait { try? body(context, Double(thread) / Double(threads)) }
    }
    return Clocks.wall - start
  }
}
