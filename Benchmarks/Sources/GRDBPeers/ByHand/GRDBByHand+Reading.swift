// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Benchmarking
public import Foundation
import GRDB

/// The cases that read employees and departments.
extension GRDBByHand {
  public func fetchAll(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    let queue = try database.open(in: folder)
    let sum = try stopwatch.measure { try queue.read { Self.sum(of: try all($0)) } }
    try queue.close()
    return sum
  }

  public func refetch(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    let queue = try database.open(in: folder)
    let first = try queue.read { try all($0) }
    let sum = try stopwatch.measure { try queue.read { Self.sum(of: try all($0)) } }
    try queue.close()
    return withExtendedLifetime(first) { sum }
  }

  private func all(_ database: Database) throws -> [HandEmployee] {
    try HandEmployee.fetchAll(database, sql: "SELECT \(HandEmployee.columns) FROM employee")
  }

  private static func sum(of employees: [HandEmployee]) -> Int64 {
    employees.reduce(0) { $0 + $1.checksum }
  }

  public func filterAndSort(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    let queue = try database.open(in: folder)
    let filters = workload.filters
    let sum = try stopwatch.measure {
      try queue.read { database in
        let statement = try database.cachedStatement(
          sql: """
            SELECT \(HandEmployee.columns) FROM employee
            WHERE department = ? AND salary BETWEEN ? AND ? ORDER BY name
            LIMIT \(CompanyWorkload.filterLimit)
            """)
        return try filters.reduce(Int64(0)) { sum, filter in
          let found = try HandEmployee.fetchAll(
            statement, arguments: [filter.department + 1, filter.lowest, filter.highest])
          return found.reduce(sum) { $0 + $1.salary }
        }
      }
    }
    try queue.close()
    return sum
  }

  public func lookUp(
    _ workload: CompanyWorkload, again: Bool, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    let queue = try database.open(in: folder)
    let numbers = workload.lookups.map { Int64($0) + 1 }
    if again { _ = try queue.read { try lookUp(numbers, $0) } }
    let sum = try stopwatch.measure { try queue.read { try lookUp(numbers, $0) } }
    try queue.close()
    return sum
  }

  private func lookUp(_ numbers: [Int64], _ database: Database) throws -> Int64 {
    let statement = try database.cachedStatement(
      sql: "SELECT \(HandEmployee.columns) FROM employee WHERE id = ?")
    return try numbers.reduce(0) { sum, number in
      try sum + (HandEmployee.fetchOne(statement, arguments: [number])?.salary ?? 0)
    }
  }

  public func traverse(
    _ workload: CompanyWorkload, prefetching: Bool, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    let queue = try database.open(in: folder)
    let sum = try stopwatch.measure {
      try queue.read { try prefetching ? traverseTogether($0) : traverse($0) }
    }
    try queue.close()
    return sum
  }

  private func traverse(_ database: Database) throws -> Int64 {
    let statement = try database.cachedStatement(
      sql: "SELECT \(HandEmployee.columns) FROM employee WHERE department = ?")
    return try departments(database).reduce(Int64(0)) { sum, department in
      try HandEmployee.fetchAll(statement, arguments: [department.id])
        .reduce(sum) { $0 + $1.salary }
    }
  }

  /// One scan of the employees, grouped by their departments.
  private func traverseTogether(_ database: Database) throws -> Int64 {
    let departments = try departments(database)
    let members = Dictionary(grouping: try all(database), by: \.department)
    return departments.reduce(Int64(0)) { sum, department in
      (members[department.id] ?? []).reduce(sum) { $0 + $1.salary }
    }
  }

  private func departments(_ database: Database) throws -> [HandDepartment] {
    try HandDepartment.fetchAll(database, sql: "SELECT \(HandDepartment.columns) FROM department")
  }
}
