// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import Foundation
import GRDB

/// What a unit of work owes its users when it saves, done with GRDB by a careful programmer:
/// employees are loaded before they are changed or deleted, rows are written only in the version that
/// was read, what a changed relationship touches rises in version, and observers are told.
///
/// Beside GRDB without it the difference is what these duties cost.
final class UnitOfWork {
  private let queue: DatabaseQueue
  /// The departments that newcomers belong to, which it keeps as long as it lives.
  private var owners: [Int64: NumberedVersion] = [:]

  init(_ queue: DatabaseQueue) { self.queue = queue }

  /// Raises salary and score of the employees.
  func update(employeesOf departments: [Int64]) throws {
    var changed = try queue.read { try Rows($0).employees(of: departments) }
    for index in changed.indices {
      changed[index].row.salary += CompanyWorkload.raise
      changed[index].row.score += CompanyWorkload.scoreChange
    }
    try save(changed.map(\.row.id)) { rows in
      for employee in changed { try rows.update(employee) }
    }
  }

  /// Deletes departments with their employees. Tags lose a member, and so rise in version.
  func delete(_ departments: [Int64]) throws {
    let (leaving, owners, tags) = try queue.read { database in
      let rows = Rows(database)
      let leaving = try rows.employees(of: departments)
      return (leaving, try rows.versions(of: departments), try rows.tags(of: leaving))
    }
    try save(leaving.map(\.row.id)) { rows in
      for employee in leaving { try rows.delete(employee) }
      for owner in owners { try rows.delete(owner, from: "department") }
      for tag in tags { try rows.raise(tag, in: "tag") }
    }
  }

  /// Inserts an employee, whose department gains a member, and so rises in version.
  func insert(_ employee: HandEmployee) throws {
    let number = employee.department
    let known = try owners[number] ?? queue.read { try Rows($0).versions(of: [number]).first }
    guard let owner = known else { throw BenchmarkFailure("There is no department \(number).") }
    try save([employee.id]) { rows in
      try rows.insert(employee)
      try rows.raise(owner, in: "department")
    }
    owners[number] = owner.raised
  }

  private func save(_ numbers: [Int64], _ write: (Rows) throws -> Void) throws {
    tell(.willSave)
    tell(.changed, numbers)
    try queue.write { try write(Rows($0)) }
    tell(.saved, numbers)
  }

  // MARK: - Observers

  private enum Moment: String {
    case willSave, changed, saved
  }

  private func tell(_ moment: Moment, _ numbers: [Int64] = []) {
    NotificationCenter.default.post(
      name: Notification.Name(moment.rawValue), object: self, userInfo: ["numbers": Set(numbers)])
  }
}
