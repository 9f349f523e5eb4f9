// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Benchmarking
public import Foundation
import GRDB
import SQLiteRules

/// GRDB with Codable records, associations and its query interface.
public final class GRDBCodable: BenchmarkSystem {
  public let name = "GRDB Codable"
  public let store = "SQLite"
  public let opener: String? = "OpenGRDB"
  public let cases = BenchmarkCase.allCases.filter { $0 != .routing }

  let database = PeerDatabase(hasForeignKeys: true)

  public init() {}

  public func insert(
    _ workload: CompanyWorkload, savingEvery batch: Int?, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    let queue = try database.create(in: folder)
    try stopwatch.measure(writingTo: database.file(in: folder)) {
      let size = batch ?? workload.count
      var graph = InsertedOwners()
      for start in stride(from: 0, to: workload.count, by: size) {
        try queue.write { database in
          if start == 0 { graph = try InsertedOwners(workload, database) }
          for employee in workload.employees[start..<min(start + size, workload.count)] {
            try graph.insert(employee, database)
          }
        }
      }
    }
    return try close(queue, PeerChecksums.graph)
  }

  func close(
    _ queue: DatabaseQueue, _ checksum: (Database) throws -> Int64
  ) throws -> Int64 {
    let sum = try queue.read(checksum)
    try queue.close()
    return sum
  }
}
