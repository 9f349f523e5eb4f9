// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import Foundation
import GRDB

/// A department read by column position and written by a prepared statement.
struct HandDepartment: FetchableRecord {
  static let columns = "id, name, budget, createdAt"
  static let insertion = "INSERT INTO department (\(columns)) VALUES (?, ?, ?, ?)"

  var id: Int64
  var name: String
  var budget: Double
  var createdAt: Date

  init(_ department: CompanyWorkload.Department, number: Int64) {
    id = number
    name = department.name
    budget = department.budget
    createdAt = Date(timeIntervalSinceReferenceDate: department.createdAt)
  }

  init(row: Row) {
    id = row[0]
    name = row[1]
    budget = row[2]
    createdAt = Date(timeIntervalSinceReferenceDate: row[3])
  }

  func insert(with statement: Statement) throws {
    try statement.run([id, name, budget, createdAt.timeIntervalSinceReferenceDate])
  }
}
