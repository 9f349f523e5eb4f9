// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Benchmarking
public import Foundation
import GRDB
import SQLiteRules

/// The cases that change an existing store.
extension GRDBCodable {
  public func update(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    let queue = try database.open(in: folder)
    let departments = workload.tenth.map { $0 + 1 }
    try stopwatch.measure(writingTo: database.file(in: folder)) {
      try queue.write { try update(departments, $0) }
    }
    return try close(queue, PeerChecksums.salariesAndScores)
  }

  private func update(_ departments: [Int], _ database: Database) throws {
    let changed = [Employee.Columns.salary, Employee.Columns.score]
    let request = Employee.filter(departments.contains(Employee.Columns.department))
    for var employee in try request.fetchAll(database) {
      employee.salary += CompanyWorkload.raise
      employee.score += CompanyWorkload.scoreChange
      try employee.update(database, columns: changed)
    }
  }

  public func delete(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    let queue = try database.open(in: folder)
    let departments = workload.tenth.map { $0 + 1 }
    try stopwatch.measure(writingTo: database.file(in: folder)) {
      _ = try queue.write { try Department.deleteAll($0, keys: departments) }
    }
    return try close(queue, PeerChecksums.rest)
  }

  public func commit(
    _ workload: CompanyWorkload, durably: Bool, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    let queue = try database.open(in: folder, durably: durably)
    let newcomers = workload.newcomers
    try stopwatch.measure(writingTo: database.file(in: folder)) {
      for newcomer in newcomers {
        var employee = Employee(newcomer, department: Int64(newcomer.department) + 1)
        try queue.write { try employee.insert($0) }
      }
    }
    return try close(queue, PeerChecksums.salaries)
  }
}
