// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels
import Foundation
import Harness

/// The cases that go through the to-many of every department.
extension CoreDataSystem {
  func traverse(
    _ workload: CompanyWorkload, prefetching: Bool, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try traverse(
      workload, reading: .liveSet, prefetching: prefetching, in: folder, stopwatch)
  }

  func traverse(
    _ workload: CompanyWorkload, reading members: MemberAccess, prefetching: Bool, in folder: URL,
    _ stopwatch: Stopwatch
  ) throws -> Int64 {
    let sum =
      switch members {
      case .liveSet: salariesOfLiveSet
      case .generatedProperty: salariesOfProperty
      case .typedSet: salariesOfTypedSet
      }
    return try with(folder) { context in
      try stopwatch.measure {
        let request = NSFetchRequest<Department>(entityName: "Department")
        if prefetching { request.relationshipKeyPathsForPrefetching = ["employees"] }
        return try context.fetch(request).reduce(0) { $0 + sum($1) }
      }
    }
  }

  /// Foundation's own sets hash every member and look at each for a type to bridge; this one does
  /// not.
  private func salariesOfLiveSet(_ department: Department) -> Int64 {
    var sum: Int64 = 0
    for case let employee as Employee in department.mutableSetValue(forKey: "employees") {
      sum += employee.salary
    }
    return sum
  }

  private func salariesOfProperty(_ department: Department) -> Int64 {
    guard let employees = department.employees else { return 0 }
    var sum: Int64 = 0
    for case let employee as Employee in employees { sum += employee.salary }
    return sum
  }

  private func salariesOfTypedSet(_ department: Department) -> Int64 {
    department.members.reduce(0) { $0 + $1.salary }
  }
}

extension Department {
  private static let employeesProperty = GeneratedProperty("employees", slot: .max, hash: 0)

  /// What the plugin makes of `@NSManaged var employees: Set<Employee>` in a class written by hand;
  /// the generated class has an `NSSet`.
  fileprivate var members: Set<Employee> { _getManaged(Self.employeesProperty) }
}
