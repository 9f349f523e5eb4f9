// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
import SQLiteRules

/// The cases that insert: one prepared statement per table, a step per row.
extension RawSQLiteSystem {
  public func insert(
    _ workload: CompanyWorkload, savingEvery batch: Int?, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try with(folder) { connection in
      try connection.run("PRAGMA journal_mode = WAL")
      try connection.run(RawSQLiteSystem.schema)
      try stopwatch.measure(writingTo: file(in: folder)) {
        try connection.run("BEGIN IMMEDIATE")
        try insertDepartments(workload.departments, connection)
        try insertTags(workload.tags, connection)
        try insertEmployees(workload.employees, savingEvery: batch, connection)
        try connection.run("COMMIT")
      }
      return try contents(connection)
    }
  }

  public func commit(
    _ workload: CompanyWorkload, durably: Bool, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    let newcomers = workload.newcomers
    return try with(folder) { connection in
      try connection.run("PRAGMA synchronous = \(durably ? "FULL" : "NORMAL")")
      let statements = try [
        "BEGIN IMMEDIATE", RawSQLiteSystem.insertion,
        "UPDATE department SET version = version + 1 WHERE id = ?", "COMMIT",
      ].map { try connection.prepare($0) }
      defer { for statement in statements { statement.finalize() } }
      try stopwatch.measure(writingTo: file(in: folder)) {
        for (offset, employee) in newcomers.enumerated() {
          try commit(employee, Int64(workload.count + offset + 1), statements)
        }
      }
      return try connection.integer("SELECT sum(salary) FROM employee")
    }
  }

  /// One transaction: the employee, and the version of the department, whose employees have changed.
  private func commit(
    _ employee: CompanyWorkload.Employee, _ number: Int64, _ statements: [RawStatement]
  ) throws {
    try statements[0].run()
    try insert(employee, number, statements[1])
    statements[2].bind(1, Int64(employee.department + 1))
    try statements[2].run()
    try statements[3].run()
  }

  /// All there is, read back.
  func contents(_ connection: RawConnection) throws -> Int64 {
    let bytes = ["name", "email", "bio"].map { "ifnull(length(CAST(\($0) AS BLOB)), 0)" }
    return try connection.integer(
      "SELECT sum(salary + \(bytes.joined(separator: " + "))) "
        + "+ (SELECT count(*) FROM employee_tag) FROM employee")
  }

  // MARK: - Rows

  private static let insertion = "INSERT INTO employee VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, ?)"

  private func insertDepartments(
    _ departments: [CompanyWorkload.Department], _ connection: RawConnection
  ) throws {
    let statement = try connection.prepare("INSERT INTO department VALUES (?, 1, ?, ?, ?)")
    defer { statement.finalize() }
    for (offset, department) in departments.enumerated() {
      statement.bind(1, Int64(offset + 1))
      statement.bind(3, department.budget)
      statement.bind(4, department.createdAt)
      try withBytes(of: department.name) {
        statement.bind(2, $0)
        try statement.run()
      }
    }
  }

  private func insertTags(_ tags: [String], _ connection: RawConnection) throws {
    let statement = try connection.prepare("INSERT INTO tag VALUES (?, 1, ?)")
    defer { statement.finalize() }
    for (offset, tag) in tags.enumerated() {
      statement.bind(1, Int64(offset + 1))
      try withBytes(of: tag) {
        statement.bind(2, $0)
        try statement.run()
      }
    }
  }

  private func insertEmployees(
    _ employees: [CompanyWorkload.Employee], savingEvery batch: Int?, _ connection: RawConnection
  ) throws {
    let row = try connection.prepare(RawSQLiteSystem.insertion)
    let link = try connection.prepare("INSERT INTO employee_tag VALUES (?, ?)")
    defer {
      row.finalize()
      link.finalize()
    }
    for (offset, employee) in employees.enumerated() {
      if let batch, offset > 0, offset.isMultiple(of: batch) {
        try connection.run("COMMIT")
        try connection.run("BEGIN IMMEDIATE")
      }
      let number = Int64(offset + 1)
      try insert(employee, number, row)
      link.bind(1, number)
      for tag in employee.tags {
        link.bind(2, Int64(tag + 1))
        try link.run()
      }
    }
  }

  private func insert(
    _ employee: CompanyWorkload.Employee, _ number: Int64, _ statement: RawStatement
  ) throws {
    statement.bind(1, number)
    statement.bind(4, employee.salary)
    statement.bind(5, employee.hiredAt)
    statement.bind(6, employee.isActive ? Int64(1) : 0)
    statement.bind(7, employee.score)
    statement.bind(9, Int64(employee.department + 1))
    try withBytes(of: employee.name) { name in
      statement.bind(2, name)
      try withBytes(of: employee.email) { email in
        statement.bind(3, email)
        try withBytes(of: employee.bio) { bio in
          statement.bind(8, bio)
          try statement.run()
        }
      }
    }
  }

  @inline(__always)
  private func withBytes(
    of text: String?, _ body: (UnsafeBufferPointer<UInt8>?) throws -> Void
  ) rethrows {
    guard var text else { return try body(nil) }
    try text.withUTF8(body)
  }
}
