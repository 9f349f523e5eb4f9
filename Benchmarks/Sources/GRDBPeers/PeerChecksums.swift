// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import GRDB

/// The checksums of what a case left in the store, asked of the engine and not timed.
enum PeerChecksums {
  /// Salaries, bytes of all texts, and links.
  static func graph(_ database: Database) throws -> Int64 {
    try sum(
      database,
      """
      SELECT (SELECT count(*) FROM employee_tag) + (SELECT coalesce(sum(salary
        + length(CAST(name AS BLOB)) + length(CAST(email AS BLOB))
        + coalesce(length(CAST(bio AS BLOB)), 0)), 0) FROM employee)
      """)
  }

  /// The same and the number of departments.
  static func rest(_ database: Database) throws -> Int64 {
    try graph(database) + sum(database, "SELECT count(*) FROM department")
  }

  static func salaries(_ database: Database) throws -> Int64 {
    try sum(database, "SELECT sum(salary) FROM employee")
  }

  static func salariesAndScores(_ database: Database) throws -> Int64 {
    try sum(database, "SELECT sum(salary + CAST(round(score * 100) AS INTEGER)) FROM employee")
  }

  private static func sum(_ database: Database, _ sql: String) throws -> Int64 {
    try Int64.fetchOne(database, sql: sql) ?? 0
  }
}
