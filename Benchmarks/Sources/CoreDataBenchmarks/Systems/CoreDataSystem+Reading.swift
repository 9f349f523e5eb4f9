// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels
import Foundation
import Harness

/// The cases that read.
extension CoreDataSystem {
  func fetchAll(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try with(folder) { context in
      try stopwatch.measure {
        try allEmployees(context).reduce(0) { $0 + checksum($1) }
      }
    }
  }

  func refetch(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try with(folder) { context in
      let kept = try allEmployees(context)
      _ = kept.reduce(0) { $0 + checksum($1) }
      let sum = try stopwatch.measure {
        try allEmployees(context).reduce(0) { $0 + checksum($1) }
      }
      return withExtendedLifetime(kept) { sum }
    }
  }

  func filterAndSort(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    let filters = workload.filters
    return try with(folder) { context in
      let departments = try departments(context)
      return try stopwatch.measure {
        try filters.reduce(0) { sum, filter in
          let request = NSFetchRequest<Employee>(entityName: "Employee")
          request.predicate = NSPredicate(
            format: "department == %@ AND salary BETWEEN {%lld, %lld}",
            departments[filter.department], filter.lowest, filter.highest)
          request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
          request.fetchLimit = CompanyWorkload.filterLimit
          return try context.fetch(request).reduce(sum) { $0 + $1.salary }
        }
      }
    }
  }

  /// The objects found stay alive, as they do in a program that uses them.
  func lookUp(
    _ workload: CompanyWorkload, again: Bool, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    let identifiers = try employeeURIs(workload, folder)
    let numbers = workload.lookups
    return try with(folder) { context in
      let coordinator = context.persistentStoreCoordinator
      let ids = identifiers.compactMap { coordinator?.managedObjectID(for: $0) }
      guard ids.count == identifiers.count else { throw BenchmarkFailure("An ID is unknown.") }
      var kept: [NSManagedObject] = []
      kept.reserveCapacity(2 * numbers.count)
      if again { _ = try look(up: numbers, ids, context, &kept) }
      return try stopwatch.measure { try look(up: numbers, ids, context, &kept) }
    }
  }

  private func look(
    up numbers: [Int], _ ids: [NSManagedObjectID], _ context: NSManagedObjectContext,
    _ kept: inout [NSManagedObject]
  ) throws -> Int64 {
    var sum: Int64 = 0
    for number in numbers {
      let object = try context.existingObject(with: ids[number])
      guard let employee = object as? Employee else { continue }
      sum += employee.salary
      kept.append(employee)
    }
    return sum
  }

  /// Where the employees are by their numbers, found with a stack of its own that warms no other.
  private func employeeURIs(_ workload: CompanyWorkload, _ folder: URL) throws -> [String] {
    try with(folder) { context in
      let pairs = try allEmployees(context).map { employee in
        let number = employee.email?.split(separator: "@").first?.split(separator: ".").last
        return (Int(number ?? "") ?? 0, employee.objectID.uriRepresentation().absoluteString)
      }
      return pairs.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  /// Reads all attributes; strings are made.
  func checksum(_ employee: Employee) -> Int64 {
    let texts =
      Int64(employee.name?.utf8.count ?? 0) + Int64(employee.email?.utf8.count ?? 0)
      + Int64(employee.bio?.utf8.count ?? 0)
    let rest =
      (employee.hiredAt?.timeIntervalSinceReferenceDate ?? 0) + employee.score
      + (employee.isActive ? 1 : 0)
    return employee.salary + texts + (rest.isNaN ? 1 : 0)
  }
}
