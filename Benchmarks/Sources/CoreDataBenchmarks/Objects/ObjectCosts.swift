// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import CoreData
import ExampleModels
import Foundation

/// What single operations on objects cost, in nanoseconds, on a store in memory: the store is not
/// what is measured.
struct ObjectCosts {
  struct Figure {
    let name: String
    /// Nanoseconds, or the unit that the name tells.
    let value: Double
    let goal: Double?
  }

  private let count: Int
  private let coordinator: NSPersistentStoreCoordinator

  init(count: Int) throws {
    self.count = count
    ExampleModels.registerClasses()
    let model = try NSManagedObjectModel.load(from: ExampleModels.company)
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
  }

  func measure() throws -> [Figure] {
    let context = context()
    return try context.performAndWait {
      var figures = [try insertion(context)]
      try context.save()
      let employees = try context.fetch(NSFetchRequest<Employee>(entityName: "Employee"))
      figures += [try fault(employees, context)]
      figures += access(employees)
      figures += try saves(employees, context)
      return figures + [try childSave()]
    }
  }

  private func context() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  // MARK: - Operations

  private func insertion(_ context: NSManagedObjectContext) throws -> Figure {
    let entity = NSEntityDescription.entity(forEntityName: "Employee", in: context)
    guard let entity else { throw BenchmarkFailure("The model has no employees.") }
    var made: [NSManagedObject] = []
    made.reserveCapacity(count)
    let seconds = time {
      for _ in 0..<count { made.append(Employee(entity: entity, insertInto: context)) }
    }
    for case let employee as Employee in made {
      employee.name = "Ada Lovelace, Countess"
      employee.email = "ada@example.org"
      employee.hiredAt = .distantPast
    }
    return figure("insert an object", seconds, goal: 400)
  }

  /// The rows are there: what is measured is the firing, not the store.
  private func fault(
    _ employees: [Employee], _ context: NSManagedObjectContext
  ) throws -> Figure {
    context.refreshAllObjects()
    let fresh = try context.fetch(NSFetchRequest<Employee>(entityName: "Employee"))
    let seconds = time { for employee in fresh { employee.willAccessValue(forKey: nil) } }
    return figure("fire a fault whose row is there", seconds, goal: 300)
  }

  /// Reads go round a thousand objects, which the processor's caches hold; so does setting again.
  private func access(_ employees: [Employee]) -> [Figure] {
    let near = employees.prefix(1_000)
    let rounds = max(1, count / near.count)
    let reads = near.count * rounds
    var sum: Int64 = 0
    var length = 0
    let scalar = time { for _ in 0..<rounds { for one in near { sum &+= one.salary } } }
    let text = time {
      for _ in 0..<rounds { for one in near { length &+= one.name?.utf8.count ?? 0 } }
    }
    let keyed = time {
      for _ in 0..<rounds {
        for one in near { sum &+= one.value(forKey: "salary") as? Int64 ?? 0 }
      }
    }
    precondition(length > 0 && sum == 0)
    let set = time { for employee in employees { employee.salary = 1 } }
    let again = time { for _ in 0..<rounds { for one in near { one.salary = 2 } } }
    return [
      figure("read a scalar", scalar, per: reads, goal: 10),
      figure("read a string", text, per: reads, goal: 40),
      figure("read by key", keyed, per: reads, goal: nil),
      figure("set a scalar, first of an event", set, goal: 60),
      figure("set a scalar again", again, per: reads, goal: 60),
    ]
  }

  /// Processing costs by what changed, and a save without changes the same whatever is registered.
  private func saves(
    _ employees: [Employee], _ context: NSManagedObjectContext
  ) throws -> [Figure] {
    context.processPendingChanges()
    try context.save()
    let rounds = 1_000
    let empty = try time { for _ in 0..<rounds { try context.save() } }
    let process = time {
      for round in 0..<rounds {
        employees[round % count].salary = 3
        context.processPendingChanges()
      }
    }
    return [
      figure("save nothing, \(count) objects registered", empty, per: rounds, goal: nil),
      figure("process one change among \(count) objects", process, per: rounds, goal: nil),
    ]
  }

  private func childSave() throws -> Figure {
    let parent = context()
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = parent
    let seconds = try child.performAndWait {
      for _ in 0..<count {
        let department = Department(context: child)
        department.name = "Engines"
        department.createdAt = .distantPast
      }
      return try time { try child.save() }
    }
    return figure("hand an insertion to a parent", seconds, goal: nil)
  }

  // MARK: - Clock

  private func time(_ body: () throws -> Void) rethrows -> Double {
    let start = Clocks.wall
    try body()
    return Clocks.wall - start
  }

  private func figure(
    _ name: String, _ seconds: Double, per operations: Int? = nil, goal: Double?
  ) -> Figure {
    Figure(name: name, value: seconds * 1e9 / Double(operations ?? count), goal: goal)
  }
}
