// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import GRDB

/// The departments and tags that employees are inserted into.
struct InsertedOwners {
  private var departments: [Department] = []
  private var tags: [Tag] = []

  init() {}

  /// Inserts all departments and tags.
  init(_ workload: CompanyWorkload, _ database: Database) throws {
    departments = try workload.departments.map {
      try Department($0).inserted(database)
    }
    tags = try workload.tags.map { try Tag(name: $0).inserted(database) }
  }

  /// Inserts one employee and the links to its tags.
  func insert(_ new: CompanyWorkload.Employee, _ database: Database) throws {
    var employee = Employee(new, department: departments[new.department].id)
    try employee.insert(database)
    guard let number = employee.id else { return }
    for tag in new.tags {
      guard let tag = tags[tag].id else { continue }
      try EmployeeTag(employee: number, tag: tag).insert(database)
    }
  }
}
