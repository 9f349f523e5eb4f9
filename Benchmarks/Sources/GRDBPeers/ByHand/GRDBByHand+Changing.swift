// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Benchmarking
public import Foundation
import GRDB
import SQLiteRules

/// The cases that change an existing store.
extension GRDBByHand {
  public func update(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    let queue = try database.open(in: folder)
    let departments = workload.tenth.map { Int64($0) + 1 }
    try stopwatch.measure(writingTo: database.file(in: folder)) {
      try manner == .withDuties
        ? UnitOfWork(queue).update(employeesOf: departments)
        : queue.write { try update(departments, $0) }
    }
    return try close(queue, PeerChecksums.salariesAndScores)
  }

  private func update(_ departments: [Int64], _ database: Database) throws {
    let selection = try database.cachedStatement(
      sql: "SELECT \(HandEmployee.columns) FROM employee WHERE department = ?")
    let change = try database.cachedStatement(
      sql: "UPDATE employee SET salary = ?, score = ? WHERE id = ?")
    for department in departments {
      var employees = try HandEmployee.fetchAll(selection, arguments: [department])
      for index in employees.indices {
        employees[index].salary += CompanyWorkload.raise
        employees[index].score += CompanyWorkload.scoreChange
        let employee = employees[index]
        try change.run([employee.salary, employee.score, employee.id])
      }
    }
  }

  /// Who is deleted with a department, and then the department.
  private static let deletions = [
    "DELETE FROM employee_tag WHERE employee IN (SELECT id FROM employee WHERE department = ?)",
    "DELETE FROM employee WHERE department = ?",
    "DELETE FROM department WHERE id = ?",
  ]

  public func delete(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    let queue = try database.open(in: folder)
    let departments = workload.tenth.map { Int64($0) + 1 }
    try stopwatch.measure(writingTo: database.file(in: folder)) {
      try manner == .withDuties
        ? UnitOfWork(queue).delete(departments) : queue.write { try delete(departments, $0) }
    }
    return try close(queue, PeerChecksums.rest)
  }

  private func delete(_ departments: [Int64], _ database: Database) throws {
    let statements = try Self.deletions.map { try database.cachedStatement(sql: $0) }
    for department in departments {
      for statement in statements { try statement.run([department]) }
    }
  }

  public func commit(
    _ workload: CompanyWorkload, durably: Bool, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    let queue = try database.open(in: folder, durably: durably)
    let newcomers = workload.newcomers
    let work = UnitOfWork(queue)
    try stopwatch.measure(writingTo: database.file(in: folder)) {
      for (index, newcomer) in newcomers.enumerated() {
        let employee = HandEmployee(newcomer, number: Int64(workload.count + index) + 1)
        try manner == .withDuties
          ? work.insert(employee)
          : queue.write {
            try employee.insert(with: $0.cachedStatement(sql: HandEmployee.insertion))
          }
      }
    }
    return try close(queue, PeerChecksums.salaries)
  }
}
