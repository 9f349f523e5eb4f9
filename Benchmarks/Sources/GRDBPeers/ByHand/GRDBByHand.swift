// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Benchmarking
public import Foundation
import GRDB
import SQLiteRules

/// GRDB as its documentation advises where speed matters: statements prepared once, rows read by
/// position into structures, one transaction for what belongs together.
public final class GRDBByHand: BenchmarkSystem {
  /// How the work is done.
  public enum Manner: String, Sendable {
    /// At GRDB's defaults.
    case asGiven = "GRDB by hand"
    /// With the settings of the connections of Core Data's store.
    case tuned = "GRDB by hand, tuned"
    /// At its defaults, with what a unit of work owes its users when it saves; see `UnitOfWork`.
    case withDuties = "GRDB with duties"
  }

  public let store = "SQLite"
  public let opener: String? = "OpenGRDB"
  public var name: String { manner.rawValue }
  let manner: Manner
  let database: PeerDatabase

  public var cases: [BenchmarkCase] {
    guard manner != .withDuties else { return [.update, .delete, .commit, .commitDurably] }
    return BenchmarkCase.allCases.filter { $0 != .routing }
  }

  public init(_ manner: Manner = .asGiven) {
    self.manner = manner
    database = PeerDatabase(
      hasForeignKeys: false, hasVersions: manner == .withDuties, isTuned: manner == .tuned)
  }

  public func insert(
    _ workload: CompanyWorkload, savingEvery batch: Int?, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    let queue = try database.create(in: folder)
    try stopwatch.measure(writingTo: database.file(in: folder)) {
      let size = batch ?? workload.count
      for start in stride(from: 0, to: workload.count, by: size) {
        try queue.write { database in
          let statements = try HandStatements(database)
          if start == 0 { try insertOwners(workload, statements) }
          let range = start..<min(start + size, workload.count)
          try insertEmployees(range, workload, statements)
        }
      }
    }
    return try close(queue, PeerChecksums.graph)
  }

  private func insertOwners(_ workload: CompanyWorkload, _ statements: HandStatements) throws {
    for (index, department) in workload.departments.enumerated() {
      try HandDepartment(department, number: Int64(index) + 1)
        .insert(with: statements.departments)
    }
    for (index, tag) in workload.tags.enumerated() {
      try statements.tags.run([index + 1, tag])
    }
  }

  private func insertEmployees(
    _ range: Range<Int>, _ workload: CompanyWorkload, _ statements: HandStatements
  ) throws {
    for index in range {
      let employee = workload.employees[index]
      try HandEmployee(employee, number: Int64(index) + 1).insert(with: statements.employees)
      for tag in employee.tags {
        try statements.links.run([index + 1, tag + 1])
      }
    }
  }

  func close(
    _ queue: DatabaseQueue, _ checksum: (Database) throws -> Int64
  ) throws -> Int64 {
    let sum = try queue.read(checksum)
    try queue.close()
    return sum
  }
}
