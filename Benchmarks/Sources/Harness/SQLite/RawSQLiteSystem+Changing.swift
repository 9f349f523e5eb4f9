// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// The cases that update and delete: rows by their numbers, as they were found.
extension RawSQLiteSystem {
  public func update(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try with(folder) { connection in
      let selection = try connection.prepare(
        "SELECT \(RawSQLiteSystem.columns) FROM employee WHERE department = ?")
      let change = try connection.prepare(
        "UPDATE employee SET version = ?, salary = ?, score = ? WHERE id = ?")
      defer {
        selection.finalize()
        change.finalize()
      }
      try stopwatch.measure {
        try connection.run("BEGIN IMMEDIATE")
        for department in workload.tenth {
          for row in found(department, selection) { try raise(row, change) }
        }
        try connection.run("COMMIT")
      }
      return try connection.integer(
        "SELECT sum(salary + CAST(round(score * 100) AS INTEGER)) FROM employee")
    }
  }

  public func delete(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try with(folder) { connection in
      let selection = try connection.prepare("SELECT id FROM employee WHERE department = ?")
      let deletions = try [
        "employee_tag WHERE employee", "employee WHERE id", "department WHERE id",
      ]
      .map { try connection.prepare("DELETE FROM \($0) = ?") }
      defer { for statement in deletions + [selection] { statement.finalize() } }
      try stopwatch.measure {
        try connection.run("BEGIN IMMEDIATE")
        for department in workload.tenth { try delete(department, selection, deletions) }
        try connection.run("COMMIT")
      }
      return try contents(connection) + connection.integer("SELECT count(*) FROM department")
    }
  }

  private func delete(
    _ department: Int, _ selection: RawStatement, _ deletions: [RawStatement]
  ) throws {
    selection.bind(1, Int64(department + 1))
    var numbers: [Int64] = []
    while selection.step() { numbers.append(selection.integer(0)) }
    selection.reset()
    for number in numbers {
      for statement in deletions.prefix(2) {
        statement.bind(1, number)
        try statement.run()
      }
    }
    deletions[2].bind(1, Int64(department + 1))
    try deletions[2].run()
  }

  // MARK: - Rows to change

  private struct Row {
    var number: Int64
    var version: Int64
    var salary: Int64
    var score: Double
  }

  private func found(_ department: Int, _ statement: RawStatement) -> [Row] {
    statement.bind(1, Int64(department + 1))
    var rows: [Row] = []
    while statement.step() {
      rows.append(
        Row(
          number: statement.integer(0), version: statement.integer(1),
          salary: statement.integer(4), score: statement.double(7)))
    }
    statement.reset()
    return rows
  }

  private func raise(_ row: Row, _ statement: RawStatement) throws {
    statement.bind(1, row.version + 1)
    statement.bind(2, row.salary + CompanyWorkload.raise)
    statement.bind(3, row.score + CompanyWorkload.scoreChange)
    statement.bind(4, row.number)
    try statement.run()
  }
}
