// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Benchmarking
public import Foundation
import GRDB

/// The cases about opening a store and keeping what is in it.
extension GRDBByHand {
  public func open(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try stopwatch.measure {
      try (0..<CompanyWorkload.openCount).reduce(0) { sum, _ in try sum + openOnce(in: folder) }
    }
  }

  public func openOnce(in folder: URL) throws -> Int64 {
    let queue = try database.open(in: folder)
    let first = try queue.read { database in
      try HandEmployee.fetchOne(
        database, sql: "SELECT \(HandEmployee.columns) FROM employee WHERE id = 1")
    }
    try queue.close()
    return first?.salary ?? 0
  }

  public func keepInMemory(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    let queue = try database.open(in: folder)
    try PeerMemory.measure(stopwatch, workload) { count in
      try queue.read { database in
        try HandEmployee.fetchAll(
          database, sql: "SELECT \(HandEmployee.columns) FROM employee LIMIT ?",
          arguments: [count])
      }
    }
    try queue.close()
    return -1
  }
}
