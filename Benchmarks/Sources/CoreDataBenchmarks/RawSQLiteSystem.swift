// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import RawSQLite

/// Straight calls of libsqlite3 at its defaults, prepared statements, no objects.
struct RawSQLiteSystem: BenchmarkSystem {
  let name = "raw SQLite"

  private static let schema = """
    CREATE TABLE department (id INTEGER PRIMARY KEY, opt INTEGER, name TEXT, budget REAL, created REAL);
    CREATE TABLE employee (id INTEGER PRIMARY KEY, opt INTEGER, name TEXT, email TEXT, salary INTEGER,
      hired REAL, active INTEGER, score REAL, bio TEXT, department INTEGER);
    CREATE INDEX employee_department_salary ON employee (department, salary);
    CREATE INDEX employee_department ON employee (department);
    """

  func insert(_ workload: Workload, in folder: URL) throws {
    try with(folder) { db in
      try run(db, "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;")
      try run(db, RawSQLiteSystem.schema)
      try run(db, "BEGIN IMMEDIATE")
      try insertDepartments(workload.departmentCount, db)
      try insertEmployees(workload.employees, db)
      try run(db, "COMMIT")
    }
  }

  private func insertDepartments(_ count: Int, _ db: OpaquePointer?) throws {
    let statement = try prepare(db, "INSERT INTO department VALUES (?,1,?,?,?)")
    defer { sqlite3_finalize(statement) }
    for index in 0..<count {
      sqlite3_bind_int64(statement, 1, Int64(index + 1))
      bind(statement, 2, "Department \(index)")
      sqlite3_bind_double(statement, 3, Double(index) * 1000)
      sqlite3_bind_double(statement, 4, Double(index))
      sqlite3_step(statement)
      sqlite3_reset(statement)
    }
  }

  private func insertEmployees(_ employees: [Workload.Employee], _ db: OpaquePointer?) throws {
    let statement = try prepare(db, "INSERT INTO employee VALUES (?,1,?,?,?,?,?,?,?,?)")
    defer { sqlite3_finalize(statement) }
    for (index, employee) in employees.enumerated() {
      sqlite3_bind_int64(statement, 1, Int64(index + 1))
      bind(statement, 2, employee.name)
      bind(statement, 3, employee.email)
      sqlite3_bind_int64(statement, 4, employee.salary)
      sqlite3_bind_double(statement, 5, employee.hiredAt)
      sqlite3_bind_int64(statement, 6, employee.isActive ? 1 : 0)
      sqlite3_bind_double(statement, 7, employee.score)
      if let bio = employee.bio { bind(statement, 8, bio) } else { sqlite3_bind_null(statement, 8) }
      sqlite3_bind_int64(statement, 9, Int64(employee.department + 1))
      sqlite3_step(statement)
      sqlite3_reset(statement)
    }
  }

  func fetchAll(in folder: URL) throws -> Int64 {
    try with(folder) { db in
      let statement = try prepare(db, "SELECT * FROM employee")
      defer { sqlite3_finalize(statement) }
      var sum: Int64 = 0
      var rest = 0.0
      while sqlite3_step(statement) == SQLITE_ROW {
        sum += sqlite3_column_int64(statement, 4)
        for column: Int32 in [2, 3, 8] where sqlite3_column_text(statement, column) != nil {
          sum += Int64(sqlite3_column_bytes(statement, column))
        }
        rest += sqlite3_column_double(statement, 5) + sqlite3_column_double(statement, 7)
        rest += Double(sqlite3_column_int64(statement, 6) + sqlite3_column_int64(statement, 9))
      }
      return rest.isNaN ? 0 : sum
    }
  }

  func lookUp(_ numbers: [Int64], in folder: URL) throws -> Int64 {
    try with(folder) { db in
      try run(db, "BEGIN")
      let statement = try prepare(db, "SELECT * FROM employee WHERE id = ?")
      defer { sqlite3_finalize(statement) }
      var sum: Int64 = 0
      for number in numbers {
        sqlite3_bind_int64(statement, 1, number)
        if sqlite3_step(statement) == SQLITE_ROW { sum += sqlite3_column_int64(statement, 4) }
        sqlite3_reset(statement)
      }
      return sum
    }
  }

  // MARK: - Calls

  private func with<T>(_ folder: URL, _ body: (OpaquePointer?) throws -> T) throws -> T {
    var db: OpaquePointer?
    sqlite3_open(folder.appendingPathComponent("raw.sqlite").path, &db)
    defer { sqlite3_close(db) }
    return try body(db)
  }

  private func run(_ db: OpaquePointer?, _ sql: String) throws {
    guard sqlite3_exec(db, sql, nil, nil, nil) == SQLITE_OK else { throw BenchmarkFailure(sql) }
  }

  private func prepare(_ db: OpaquePointer?, _ sql: String) throws -> OpaquePointer? {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(db, sql, -1, &statement, nil) == SQLITE_OK else {
      throw BenchmarkFailure(sql)
    }
    return statement
  }

  private func bind(_ statement: OpaquePointer?, _ index: Int32, _ text: String) {
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    var text = text
    text.withUTF8 { bytes in
      _ = bytes.withMemoryRebound(to: CChar.self) {
        sqlite3_bind_text(statement, index, $0.baseAddress, Int32($0.count), transient)
      }
    }
  }
}

/// What went wrong, in a word.
struct BenchmarkFailure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
