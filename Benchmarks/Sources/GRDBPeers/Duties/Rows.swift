// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import GRDB

/// The rows that a unit of work reads, and writes in the version that was read.
struct Rows {
  private let database: Database

  init(_ database: Database) { self.database = database }

  // MARK: - Reading

  func employees(of departments: [Int64]) throws -> [VersionedEmployee] {
    try departments.flatMap {
      try VersionedEmployee.fetchAll(statement(VersionedEmployee.selection), arguments: [$0])
    }
  }

  func versions(of departments: [Int64]) throws -> [NumberedVersion] {
    try departments.flatMap {
      try NumberedVersion.fetchAll(
        statement("SELECT id, version FROM department WHERE id = ?"), arguments: [$0])
    }
  }

  /// Those of all employees, each once.
  func tags(of employees: [VersionedEmployee]) throws -> [NumberedVersion] {
    let selection = try statement(
      """
      SELECT tag.id, tag.version FROM employee_tag JOIN tag ON tag.id = employee_tag.tag
      WHERE employee_tag.employee = ?
      """)
    var tags: Set<NumberedVersion> = []
    for employee in employees {
      tags.formUnion(try NumberedVersion.fetchAll(selection, arguments: [employee.row.id]))
    }
    return tags.sorted { $0.number < $1.number }
  }

  // MARK: - Writing

  func insert(_ employee: HandEmployee) throws {
    try employee.insert(with: statement(HandEmployee.insertion))
  }

  func update(_ employee: VersionedEmployee) throws {
    let (row, version) = (employee.row, employee.version)
    try write(
      "UPDATE employee SET version = ?, salary = ?, score = ? WHERE id = ? AND version = ?",
      [version + 1, row.salary, row.score, row.id, version])
  }

  func delete(_ employee: VersionedEmployee) throws {
    try statement("DELETE FROM employee_tag WHERE employee = ?").run([employee.row.id])
    try delete(NumberedVersion(employee), from: "employee")
  }

  func delete(_ row: NumberedVersion, from table: String) throws {
    try write("DELETE FROM \(table) WHERE id = ? AND version = ?", [row.number, row.version])
  }

  func raise(_ row: NumberedVersion, in table: String) throws {
    try write(
      "UPDATE \(table) SET version = ? WHERE id = ? AND version = ?",
      [row.raised.version, row.number, row.version])
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
}
