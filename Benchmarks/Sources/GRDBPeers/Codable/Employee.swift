// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import Foundation
import GRDB

/// An employee as a Codable record.
struct Employee: Codable, FetchableRecord, MutablePersistableRecord {
  static let databaseTableName = "employee"

  enum Columns {
    static let department = Column(CodingKeys.department)
    static let name = Column(CodingKeys.name)
    static let salary = Column(CodingKeys.salary)
    static let score = Column(CodingKeys.score)
  }

  var id: Int64?
  var name: String
  var email: String
  var salary: Int64
  var hiredAt: Date
  var isActive: Bool
  var score: Double
  var bio: String?
  var department: Int64?

  init(_ employee: CompanyWorkload.Employee, department: Int64?) {
    name = employee.name
    email = employee.email
    salary = employee.salary
    hiredAt = Date(timeIntervalSinceReferenceDate: employee.hiredAt)
    isActive = employee.isActive
    score = employee.score
    bio = employee.bio
    self.department = department
  }

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

  /// The salary and the bytes of all texts.
  var checksum: Int64 {
    salary + Int64(name.utf8.count + email.utf8.count) + Int64(bio?.utf8.count ?? 0)
  }
}

extension Employee {
  static func databaseDateEncodingStrategy(for column: String) -> DatabaseDateEncodingStrategy {
    .timeIntervalSinceReferenceDate
  }

  static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy {
    .timeIntervalSinceReferenceDate
  }
}
