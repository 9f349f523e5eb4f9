// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// Straight calls of liblmdb: a packed row under its number, indexes as keys without values.
///
/// There are three of them: as given, with the keys of indexes sorted before they are put, and with
/// rows made into structs with strings, which is what a reader of rows pays at least.
public final class RawLMDBSystem: BenchmarkSystem {
  /// How the work is done.
  public enum Manner: String, CaseIterable, Sendable {
    case asGiven = "raw LMDB"
    case keysSorted = "raw LMDB, keys sorted"
    case structs = "raw LMDB, structs"
  }

  public let store = "LMDB"
  public let opener: String? = "OpenRaw"
  public var name: String { manner.rawValue }
  let manner: Manner

  public var cases: [BenchmarkCase] {
    switch manner {
    case .asGiven:
      BenchmarkCase.allCases.filter { $0 != .memory && $0 != .routing }
    case .keysSorted: [.insert, .insertInBatches]
    case .structs: [.fetchAll, .refetch]
    }
  }

  public init(_ manner: Manner) { self.manner = manner }

  public func open(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try stopwatch.measure {
      try (0..<CompanyWorkload.openCount).reduce(0) { sum, _ in sum + (try openOnce(in: folder)) }
    }
  }

  public func openOnce(in folder: URL) throws -> Int64 {
    try reading(folder) { RawRow.integer(RawRow.salary, try $0.get(RawKey(1), in: $0.employees)) }
  }

  func with<Result>(
    _ folder: URL, durably: Bool = false, _ body: (RawEnvironment) throws -> Result
  ) throws -> Result {
    let file = folder.appendingPathComponent("raw.mdb")
    let environment = try RawEnvironment(file, isDurable: durably)
    defer { environment.close() }
    return try body(environment)
  }

  func reading<Result>(
    _ folder: URL, _ body: (RawTransaction) throws -> Result
  ) throws -> Result {
    try with(folder) { try $0.reading(body) }
  }
}
