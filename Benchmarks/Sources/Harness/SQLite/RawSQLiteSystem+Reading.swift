// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// The cases that read. Each holds one read transaction.
extension RawSQLiteSystem {
  public func fetchAll(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try reading(folder, "SELECT \(RawSQLiteSystem.columns) FROM employee") { statement in
      stopwatch.measure {
        var sum: Int64 = 0
        while statement.step() { sum += RawSQLiteSystem.checksum(statement) }
        return sum
      }
    }
  }

  public func filterAndSort(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    let filters = workload.filters
    let sql = """
      SELECT \(RawSQLiteSystem.columns) FROM employee
      WHERE department = ? AND salary BETWEEN ? AND ?
      ORDER BY name LIMIT \(CompanyWorkload.filterLimit)
      """
    return try reading(folder, sql) { statement in
      stopwatch.measure {
        var sum: Int64 = 0
        for filter in filters {
          statement.bind(1, Int64(filter.department + 1))
          statement.bind(2, filter.lowest)
          statement.bind(3, filter.highest)
          while statement.step() { sum += statement.integer(4) }
          statement.reset()
        }
        return sum
      }
    }
  }

  public func lookUp(
    _ workload: CompanyWorkload, again: Bool, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    let numbers = workload.lookups
    let sql = "SELECT \(RawSQLiteSystem.columns) FROM employee WHERE id = ?"
    return try reading(folder, sql) { statement in
      if again { _ = look(up: numbers, statement) }
      return stopwatch.measure { look(up: numbers, statement) }
    }
  }

  private func look(up numbers: [Int], _ statement: RawStatement) -> Int64 {
    var sum: Int64 = 0
    for number in numbers {
      statement.bind(1, Int64(number + 1))
      if statement.step() { sum += statement.integer(4) }
      statement.reset()
    }
    return sum
  }

  /// One query per department that reads the rows, or one scan of all.
  public func traverse(
    _ workload: CompanyWorkload, prefetching: Bool, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    let rows = "SELECT \(RawSQLiteSystem.columns) FROM employee"
    return try reading(folder, rows + (prefetching ? "" : " WHERE department = ?")) { statement in
      let departments = workload.departments.count
      return stopwatch.measure {
        prefetching
          ? sumsOfScan(statement, departments).reduce(0, +)
          : sumOfQueries(statement, departments)
      }
    }
  }

  private func sumsOfScan(_ statement: RawStatement, _ departments: Int) -> [Int64] {
    var sums = [Int64](repeating: 0, count: departments + 1)
    while statement.step() { sums[Int(statement.integer(9))] += statement.integer(4) }
    return sums
  }

  private func sumOfQueries(_ statement: RawStatement, _ departments: Int) -> Int64 {
    var sum: Int64 = 0
    for department in 1...departments {
      statement.bind(1, Int64(department))
      while statement.step() { sum += statement.integer(4) }
      statement.reset()
    }
    return sum
  }

  // MARK: - Calls

  private func reading<Result>(
    _ folder: URL, _ sql: String, _ body: (RawStatement) throws -> Result
  ) throws -> Result {
    try with(folder) { connection in
      try connection.run("BEGIN")
      let statement = try connection.prepare(sql)
      defer { statement.finalize() }
      return try body(statement)
    }
  }

  /// Reads every column, copying none.
  @inline(__always)
  private static func checksum(_ row: RawStatement) -> Int64 {
    let texts = row.textBytes(2) + row.textBytes(3) + row.textBytes(8)
    let rest = row.double(5) + row.double(7) + Double(row.integer(6) &+ row.integer(9))
    return row.integer(4) + texts + (rest.isNaN ? 1 : 0)
  }
}
