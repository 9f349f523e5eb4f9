// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Something that stores the workload: a library, or straight calls of an engine.
protocol BenchmarkSystem {
  var name: String { get }
  /// Creates the store in an empty folder and inserts everything in one transaction.
  func insert(_ workload: Workload, in folder: URL) throws
  /// From cold: reads every employee, every attribute; returns the checksum.
  func fetchAll(in folder: URL) throws -> Int64
  /// From cold: looks employees up by their numbers, from 1; returns the sum of their salaries.
  func lookUp(_ numbers: [Int64], in folder: URL) throws -> Int64
}
