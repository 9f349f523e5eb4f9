// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Dispatch
import ExampleModels
import Foundation
import Harness
import Synchronization

/// What further reading threads add: each does the work of one, and all of it is set beside one's.
// Sendable: immutable, and predicates are only read.
struct ThreadCosts: @unchecked Sendable {
  struct Figure {
    let name: String
    /// Seconds that one thread alone takes for a question.
    let alone: Double
    /// How often the work of one thread alone is done by all in the time that one takes.
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
      figure("fetch all, an object", count: 3 * ids.count) { context, _ in
        for _ in 0..<3 {
          context.reset()
          _ = try context.fetch(NSFetchRequest<Employee>(entityName: "Employee"))
        }
      },
      figure("look-ups", count: ids.count, lookUp),
      figure("point fetches", count: 10 * predicates.count) { context, part in
        let predicates = rotated(predicates, by: part)
        for _ in 0..<10 { for predicate in predicates { try fetch(predicate, context) } }
      },
      figure("look-ups, 8 contexts", threads: 8, count: ids.count, lookUp),
      besideWriter("look-ups beside saves", count: ids.count, lookUp),
    ]
  }

  private func lookUp(_ context: NSManagedObjectContext, _ part: Double) throws {
    for id in rotated(ids, by: part) { _ = try context.existingObject(with: id) }
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
    _ name: String, threads: Int = 2, count: Int,
    _ body: @Sendable (NSManagedObjectContext, Double) throws -> Void
  ) -> Figure {
    let alone = seconds(threads: 1, body)
    return Figure(
      name: name, alone: alone / Double(count),
      throughput: Double(threads) * alone / seconds(threads: threads, body))
  }

  /// How much of its work a thread does while another saves one change after the other.
  private func besideWriter(
    _ name: String, count: Int, _ body: @Sendable (NSManagedObjectContext, Double) throws -> Void
  ) -> Figure {
    let alone = seconds(threads: 1, body)
    let isOver = Atomic<Bool>(false)
    let beside = Mutex(0.0)
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      // The first to begin is the reader.
      guard thread == 0 else { return save(until: isOver) }
      let time = seconds(threads: 1, body)
      beside.withLock { $0 = time }
      isOver.store(true, ordering: .releasing)
    }
    return Figure(
      name: name, alone: alone / Double(count), throughput: alone / beside.withLock { $0 })
  }

  private func save(until isOver: borrowing Atomic<Bool>) {
    let context = ThreadCosts.context(coordinator)
    context.performAndWait {
      // What cannot be saved would be found out by the other cases.
      guard let employee = try? context.existingObject(with: ids[0]) as? Employee else { return }
      while !isOver.load(ordering: .acquiring) {
        employee.score += 1
        try? context.save()
      }
    }
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
