// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import Foundation
import GRDB

/// A department as a Codable record.
struct Department: Codable, FetchableRecord, MutablePersistableRecord {
  static let databaseTableName = "department"
  static let employees = hasMany(Employee.self)

  var id: Int64?
  var name: String
  var budget: Double
  var createdAt: Date

  var employees: QueryInterfaceRequest<Employee> { request(for: Department.employees) }

  init(_ department: CompanyWorkload.Department) {
    name = department.name
    budget = department.budget
    createdAt = Date(timeIntervalSinceReferenceDate: department.createdAt)
  }

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

extension Department {
  static func databaseDateEncodingStrategy(for column: String) -> DatabaseDateEncodingStrategy {
    .timeIntervalSinceReferenceDate
  }

  static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy {
    .timeIntervalSinceReferenceDate
  }
}
