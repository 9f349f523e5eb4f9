// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Benchmarking
public import Foundation
import GRDB

/// The cases that read employees and departments.
extension GRDBCodable {
  public func fetchAll(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    let queue = try database.open(in: folder)
    let sum = try stopwatch.measure {
      try queue.read { try Employee.fetchAll($0) }.reduce(0) { $0 + $1.checksum }
    }
    try queue.close()
    return sum
  }

  public func refetch(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    let queue = try database.open(in: folder)
    let first = try queue.read { try Employee.fetchAll($0) }
    let sum = try stopwatch.measure {
      try queue.read { try Employee.fetchAll($0) }.reduce(0) { $0 + $1.checksum }
    }
    try queue.close()
    return withExtendedLifetime(first) { sum }
  }

  public func filterAndSort(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    let queue = try database.open(in: folder)
    let filters = workload.filters
    let sum = try stopwatch.measure {
      try queue.read { database in
        try filters.reduce(Int64(0)) { sum, filter in
          try Employee
            .filter(Employee.Columns.department == filter.department + 1)
            .filter((filter.lowest...filter.highest).contains(Employee.Columns.salary))
            .order(Employee.Columns.name)
            .limit(CompanyWorkload.filterLimit)
            .fetchAll(database)
            .reduce(sum) { $0 + $1.salary }
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
    try numbers.reduce(0) { sum, number in
      try sum + (Employee.fetchOne(database, key: number)?.salary ?? 0)
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
    try Department.fetchAll(database).reduce(Int64(0)) { sum, department in
      try department.employees.fetchAll(database).reduce(sum) { $0 + $1.salary }
    }
  }

  private func traverseTogether(_ database: Database) throws -> Int64 {
    try Department
      .including(all: Department.employees)
      .asRequest(of: DepartmentWithEmployees.self)
      .fetchAll(database)
      .reduce(Int64(0)) { sum, both in both.employees.reduce(sum) { $0 + $1.salary } }
  }
}
