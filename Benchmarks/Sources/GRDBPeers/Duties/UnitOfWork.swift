// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import Foundation
import GRDB

/// What a unit of work owes its users when it saves, done with GRDB by a careful programmer:
/// objects are loaded whole before they are changed or deleted, rows are written only in the version
/// that was read, what a changed relationship touches rises in version, and observers are told.
///
/// Beside GRDB without it the difference is what these duties cost.
struct UnitOfWork {
  private let database: Database

  init(_ database: Database) { self.database = database }

  /// Raises salary and score of the employees.
  func update(employeesOf departments: [Int64]) throws {
    tell(.willSave)
    var changed: [VersionedEmployee] = []
    for department in departments { changed += try employees(of: department) }
    for index in changed.indices {
      changed[index].row.salary += CompanyWorkload.raise
      changed[index].row.score += CompanyWorkload.scoreChange
    }
    tell(.changed, changed.map(\.row.id))
    for employee in changed {
      let (row, version) = (employee.row, employee.version)
      try write(
        "UPDATE employee SET version = ?, salary = ?, score = ? WHERE id = ? AND version = ?",
        [version + 1, row.salary, row.score, row.id, version])
    }
    tell(.saved, changed.map(\.row.id))
  }

  /// Deletes departments with their employees. Tags lose a member, and so rise in version.
  func delete(_ departments: [Int64]) throws {
    tell(.willSave)
    let leaving = try departments.flatMap { try employees(of: $0) }
    var tags: Set<NumberedVersion> = []
    for employee in leaving { tags.formUnion(try self.tags(of: employee)) }
    tell(.changed, leaving.map(\.row.id))
    for employee in leaving {
      try statement("DELETE FROM employee_tag WHERE employee = ?").run([employee.row.id])
      try delete(NumberedVersion(employee), from: "employee")
    }
    for department in try departments.flatMap({ try owners($0) }) {
      try delete(department, from: "department")
    }
    for tag in tags.sorted(by: { $0.number < $1.number }) { try raise(tag, in: "tag") }
    tell(.saved, leaving.map(\.row.id))
  }

  /// Inserts an employee, whose department gains a member, and so rises in version.
  func insert(_ employee: HandEmployee) throws {
    tell(.willSave)
    let departments = try owners(employee.department)
    tell(.changed, [employee.id])
    try employee.insert(with: statement(HandEmployee.insertion))
    for department in departments { try raise(department, in: "department") }
    tell(.saved, [employee.id])
  }

  // MARK: - Rows

  private func employees(of department: Int64) throws -> [VersionedEmployee] {
    try VersionedEmployee.fetchAll(
      statement(VersionedEmployee.selection), arguments: [department])
  }

  private func tags(of employee: VersionedEmployee) throws -> [NumberedVersion] {
    try NumberedVersion.fetchAll(
      statement(
        """
        SELECT tag.id, tag.version FROM employee_tag JOIN tag ON tag.id = employee_tag.tag
        WHERE employee_tag.employee = ?
        """), arguments: [employee.row.id])
  }

  private func owners(_ department: Int64) throws -> [NumberedVersion] {
    try NumberedVersion.fetchAll(
      statement("SELECT id, version FROM department WHERE id = ?"), arguments: [department])
  }

  private func raise(_ row: NumberedVersion, in table: String) throws {
    try write(
      "UPDATE \(table) SET version = ? WHERE id = ? AND version = ?",
      [row.version + 1, row.number, row.version])
  }

  private func delete(_ row: NumberedVersion, from table: String) throws {
    try write("DELETE FROM \(table) WHERE id = ? AND version = ?", [row.number, row.version])
  }

  /// Runs a statement for one row, which must still have the version that was read.
  private func write(_ sql: String, _ arguments: StatementArguments) throws {
    try statement(sql).run(arguments)
    guard database.changesCount == 1 else {
      throw BenchmarkFailure("Somebody else has changed a row: \(sql) \(arguments).")
    }
  }

  private func statement(_ sql: String) throws -> Statement {
    try database.cachedStatement(sql: sql)
  }

  // MARK: - Observers

  private enum Moment: String {
    case willSave, changed, saved
  }

  private func tell(_ moment: Moment, _ numbers: [Int64] = []) {
    NotificationCenter.default.post(
      name: Notification.Name(moment.rawValue), object: nil, userInfo: ["numbers": Set(numbers)])
  }
}
