// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import Foundation
import GRDB

/// An employee read by column position and written by a prepared statement: what GRDB's
/// documentation and own benchmarks advise where speed matters.
struct HandEmployee: FetchableRecord {
  static let columns = "id, name, email, salary, hiredAt, isActive, score, bio, department"
  static let insertion = "INSERT INTO employee (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"

  var id: Int64
  var name: String
  var email: String
  var salary: Int64
  var hiredAt: Date
  var isActive: Bool
  var score: Double
  var bio: String?
  var department: Int64

  init(_ employee: CompanyWorkload.Employee, number: Int64) {
    id = number
    name = employee.name
    email = employee.email
    salary = employee.salary
    hiredAt = Date(timeIntervalSinceReferenceDate: employee.hiredAt)
    isActive = employee.isActive
    score = employee.score
    bio = employee.bio
    department = Int64(employee.department) + 1
  }

  init(row: Row) {
    id = row[0]
    name = row[1]
    email = row[2]
    salary = row[3]
    hiredAt = Date(timeIntervalSinceReferenceDate: row[4])
    isActive = row[5]
    score = row[6]
    bio = row[7]
    department = row[8]
  }

  func insert(with statement: Statement) throws {
    try statement.run([
      id, name, email, salary, hiredAt.timeIntervalSinceReferenceDate, isActive, score, bio,
      department,
    ])
  }

  /// The salary and the bytes of all texts.
  var checksum: Int64 {
    salary + Int64(name.utf8.count + email.utf8.count) + Int64(bio?.utf8.count ?? 0)
  }
}
