// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels
import Foundation

/// This library, through generated classes, on one store.
struct CoreDataSystem: BenchmarkSystem {
  let name: String
  let type: String
  let model: NSManagedObjectModel

  init(type: String) throws {
    name = "CoreData on \(type)"
    self.type = type
    guard let model = NSManagedObjectModel(contentsOf: ExampleModels.company) else {
      throw BenchmarkFailure("The Company model cannot be read.")
    }
    self.model = model
  }

  func insert(_ workload: Workload, in folder: URL) throws {
    try with(folder) { context in
      let departments = (0..<workload.departmentCount).map { index in
        let department = Department(context: context)
        department.name = "Department \(index)"
        department.budget = Double(index) * 1000
        department.createdAt = Date(timeIntervalSinceReferenceDate: Double(index))
        return department
      }
      for row in workload.employees {
        let employee = Employee(context: context)
        employee.name = row.name
        employee.email = row.email
        employee.salary = row.salary
        employee.hiredAt = Date(timeIntervalSinceReferenceDate: row.hiredAt)
        employee.isActive = row.isActive
        employee.score = row.score
        employee.bio = row.bio
        employee.department = departments[row.department]
      }
      try context.save()
    }
  }

  func fetchAll(in folder: URL) throws -> Int64 {
    try with(folder) { context in
      let request = NSFetchRequest<Employee>(entityName: "Employee")
      var sum: Int64 = 0
      var rest = 0.0
      for employee in try context.fetch(request) {
        sum += employee.salary
        sum += Int64(employee.name?.utf8.count ?? 0) + Int64(employee.email?.utf8.count ?? 0)
        sum += Int64(employee.bio?.utf8.count ?? 0)
        rest += (employee.hiredAt?.timeIntervalSinceReferenceDate ?? 0) + employee.score
        rest += employee.isActive ? 1 : 0
      }
      return rest.isNaN ? 0 : sum
    }
  }

  func lookUp(_ numbers: [Int64], in folder: URL) throws -> Int64 {
    try with(folder) { context in
      guard let store = context.persistentStoreCoordinator?.persistentStores.first else { return 0 }
      let ids = numbers.compactMap { number in
        context.persistentStoreCoordinator?.managedObjectID(
          for: "x-coredata://\(store.identifier ?? "")/Employee/p\(number)")
      }
      var sum: Int64 = 0
      let start = ContinuousClock.now
      for id in ids {
        sum += (try context.existingObject(with: id) as? Employee)?.salary ?? 0
      }
      LookUpTime.last = ContinuousClock.now - start
      return sum
    }
  }

  private func with<T>(_ folder: URL, _ body: (NSManagedObjectContext) throws -> T) throws -> T {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: folder.appendingPathComponent("store.\(type)"),
      options: nil)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    let result = try context.performAndWait { try body(context) }
    try coordinator.remove(store)
    return result
  }
}

/// The time of the look-ups alone, without making the IDs they start from.
enum LookUpTime {
  nonisolated(unsafe) static var last: Duration?
}
