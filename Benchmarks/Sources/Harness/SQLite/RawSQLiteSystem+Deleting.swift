// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
import SQLiteRules

/// The case that deletes: by sets, which SQLite does best, or row by row.
extension RawSQLiteSystem {
  public func delete(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try with(folder) { connection in
      let texts = manner == .rowByRow ? RawSQLiteSystem.byRow : RawSQLiteSystem.bySet
      let statements = try texts.map { try connection.prepare($0) }
      defer { for statement in statements { statement.finalize() } }
      try stopwatch.measure(writingTo: file(in: folder)) {
        try connection.run("BEGIN IMMEDIATE")
        for department in workload.tenth { try delete(department, statements) }
        try connection.run("COMMIT")
      }
      return try contents(connection) + connection.integer("SELECT count(*) FROM department")
    }
  }

  private func delete(_ department: Int, _ statements: [RawStatement]) throws {
    let number = Int64(department + 1)
    guard manner == .rowByRow else {
      return try statements.forEach { try run($0, number) }
    }
    for employee in employees(of: number, statements[0]) {
      try statements[1...2].forEach { try run($0, employee) }
    }
    try run(statements[3], number)
  }

  // MARK: - Statements

  /// Links and employees of a department, then the department.
  private static let bySet = [
    "DELETE FROM employee_tag WHERE employee IN (SELECT id FROM employee WHERE department = ?)",
    "DELETE FROM employee WHERE department = ?",
    "DELETE FROM department WHERE id = ?",
  ]

  private static let byRow = [
    "SELECT id FROM employee WHERE department = ?",
    "DELETE FROM employee_tag WHERE employee = ?",
    "DELETE FROM employee WHERE id = ?",
    "DELETE FROM department WHERE id = ?",
  ]

  private func run(_ statement: RawStatement, _ number: Int64) throws {
    statement.bind(1, number)
    try statement.run()
  }

  private func employees(of department: Int64, _ selection: RawStatement) -> [Int64] {
    selection.bind(1, department)
    var numbers: [Int64] = []
    while selection.step() { numbers.append(selection.integer(0)) }
    selection.reset()
    return numbers
  }
}
