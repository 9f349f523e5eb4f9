// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
import SQLiteRules

/// The case that updates: rows by their numbers, as they were found.
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
      try stopwatch.measure(writingTo: file(in: folder)) {
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
