// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels
import Foundation
import Harness

/// The cases that insert. Relationships are set from the employee's side.
extension CoreDataSystem {
  func insert(
    _ workload: CompanyWorkload, savingEvery batch: Int?, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try with(folder) { context in
      try measure(savingIn: folder, stopwatch) {
        let departments = workload.departments.map { insert($0, context) }
        let tags = workload.tags.map { insert($0, context) }
        for (offset, row) in workload.employees.enumerated() {
          if let batch, offset > 0, offset.isMultiple(of: batch) { try context.save() }
          let employee = insert(row, context)
          employee.department = departments[row.department]
          for tag in row.tags { employee.addToTags(tags[tag]) }
        }
        try context.save()
      }
    }
    return try contents(folder)
  }

  func commit(
    _ workload: CompanyWorkload, durably: Bool, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    let newcomers = workload.newcomers
    try with(folder, durably: durably) { context in
      let departments = try departments(context)
      try measure(savingIn: folder, stopwatch) {
        for row in newcomers {
          insert(row, context).department = departments[row.department]
          try context.save()
        }
      }
    }
    return try with(folder) { context in
      try allEmployees(context).reduce(0) { $0 + $1.salary }
    }
  }

  /// All there is, read back from cold.
  func contents(_ folder: URL) throws -> Int64 {
    let rows = try with(folder) { try allEmployees($0).reduce(0) { $0 + checksum($1) } }
    return try with(folder) { context in
      let tags = try context.fetch(NSFetchRequest<Tag>(entityName: "Tag"))
      return tags.reduce(rows) { $0 + Int64($1.employees?.count ?? 0) }
    }
  }

  func allEmployees(_ context: NSManagedObjectContext) throws -> [Employee] {
    try context.fetch(NSFetchRequest<Employee>(entityName: "Employee"))
  }

  /// The departments by their numbers.
  func departments(_ context: NSManagedObjectContext) throws -> [Department] {
    let request = NSFetchRequest<Department>(entityName: "Department")
    return try context.fetch(request).sorted { $0.budget < $1.budget }
  }

  // MARK: - Objects

  private func insert(
    _ row: CompanyWorkload.Department, _ context: NSManagedObjectContext
  ) -> Department {
    let department = Department(context: context)
    department.name = row.name
    department.budget = row.budget
    department.createdAt = Date(timeIntervalSinceReferenceDate: row.createdAt)
    return department
  }

  private func insert(_ name: String, _ context: NSManagedObjectContext) -> Tag {
    let tag = Tag(context: context)
    tag.name = name
    return tag
  }

  private func insert(
    _ row: CompanyWorkload.Employee, _ context: NSManagedObjectContext
  ) -> Employee {
    let employee = Employee(context: context)
    employee.name = row.name
    employee.email = row.email
    employee.salary = row.salary
    employee.hiredAt = Date(timeIntervalSinceReferenceDate: row.hiredAt)
    employee.isActive = row.isActive
    employee.score = row.score
    employee.bio = row.bio
    return employee
  }
}
