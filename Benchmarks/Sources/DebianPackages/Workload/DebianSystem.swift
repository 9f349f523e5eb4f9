// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Benchmarking
public import Foundation

/// Something that does the work on a package index: a library on a store, or straight calls.
///
/// Every case calls `stopwatch.measure` around the timed part and returns the checksum of
/// `DebianWorkload.checksum(of:)`, from what it read or finds in the store afterwards. `folder`
/// holds the store: empty for the import, otherwise what the import left there, and for the update
/// a copy of that. Opening is not timed; each case begins with a fresh context or connection.
/// Called from one thread.
public protocol DebianSystem: AnyObject {
  /// Who: "Core Data", "raw SQLite".
  var name: String { get }
  /// On what: "SQLite", "LMDB", "In-memory", "three stores".
  var store: String { get }
  /// Whether copying the folder copies the store. A system that keeps it in memory holds it by
  /// folder until `discard`.
  var isPersistent: Bool { get }

  /// D1: everything but `newPackages`, in one save.
  func importIndex(
    _ workload: DebianWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64
  /// D2: who requires `directNames`, and `transitiveNames`.
  func reverseDependencies(
    _ workload: DebianWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64
  /// D3: the first by name for `prefixes` and for `words`, the latter without regard to case.
  func search(_ workload: DebianWorkload, in folder: URL, _ stopwatch: Stopwatch) throws -> Int64
  /// D4: number and size per section, and the first page of each.
  func sections(_ workload: DebianWorkload, in folder: URL, _ stopwatch: Stopwatch) throws -> Int64
  /// D5: brings the store to `newPackages`, comparing all versions, and notes what upgrades there
  /// are for what is installed; one save.
  func update(_ workload: DebianWorkload, in folder: URL, _ stopwatch: Stopwatch) throws -> Int64
  /// D6: the biggest maintainers by installed size with all their packages.
  func maintainers(
    _ workload: DebianWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64

  /// The folder's store will not be used again.
  func discard(_ folder: URL)
}

extension DebianSystem {
  public var isPersistent: Bool { true }
  public func discard(_ folder: URL) {}

  /// How a system is called in folder names and lists: "Core Data/SQLite".
  public var identifier: String { "\(name)/\(store)" }

  /// Does one case.
  public func run(
    _ case: DebianCase, _ workload: DebianWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    switch `case` {
    case .importIndex: try importIndex(workload, in: folder, stopwatch)
    case .reverseDependencies: try reverseDependencies(workload, in: folder, stopwatch)
    case .search: try search(workload, in: folder, stopwatch)
    case .sections: try sections(workload, in: folder, stopwatch)
    case .update: try update(workload, in: folder, stopwatch)
    case .maintainers: try maintainers(workload, in: folder, stopwatch)
    }
  }
}
