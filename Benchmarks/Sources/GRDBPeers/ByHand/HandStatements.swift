// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import GRDB

/// The statements that insert the graph, prepared once.
struct HandStatements {
  let departments: Statement
  let tags: Statement
  let employees: Statement
  let links: Statement

  init(_ database: Database) throws {
    departments = try database.cachedStatement(sql: HandDepartment.insertion)
    tags = try database.cachedStatement(sql: "INSERT INTO tag (id, name) VALUES (?, ?)")
    employees = try database.cachedStatement(sql: HandEmployee.insertion)
    links = try database.cachedStatement(
      sql: "INSERT INTO employee_tag (employee, tag) VALUES (?, ?)")
  }
}
