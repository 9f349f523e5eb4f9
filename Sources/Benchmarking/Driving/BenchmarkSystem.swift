// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// Something that does the work: a library on a store, or straight calls of an engine.
///
/// Every method does one case (see `BenchmarkCase`), calls `stopwatch.measure` around the timed part
/// and returns the checksum of `CompanyWorkload.checksum(of:)`, which it computes from what it read
/// or finds in the store afterwards, never from the workload. Opening the store is outside the timed
/// part, except where it is the case; whatever was opened is closed before returning. What a case
/// has written into a log is brought into the file within the timed part. `folder` holds
/// the store: empty for an insertion, otherwise what `insert` left there, and for cases that
/// change data a copy of that. Called from one thread.
public protocol BenchmarkSystem: AnyObject {
  /// Who: "Core Data", "raw SQLite".
  var name: String { get }
  /// On what: "SQLite", "LMDB", "In-memory", "three stores".
  var store: String { get }
  /// True if what `insert` leaves is in files of the folder, so that copying them copies the store.
  /// A system that keeps it in memory holds it by folder until `discard`.
  var isPersistent: Bool { get }
  /// The cases it can do.
  var cases: [BenchmarkCase] { get }

  /// 1a, 1b: the whole graph, in one save or with a save after every `batch` employees.
  func insert(
    _ workload: CompanyWorkload, savingEvery batch: Int?, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64
  /// 2: every employee from cold.
  func fetchAll(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64
  /// 3: `workload.filters`, the first hundred by name each.
  func filterAndSort(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64
  /// 4, 4b: `workload.lookups` with nothing registered, or (4b) a second time, the first time being
  /// outside the timed part.
  func lookUp(
    _ workload: CompanyWorkload, again: Bool, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64
  /// 5: raises salary and score of the employees of the departments `workload.tenth`.
  func update(_ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch) throws -> Int64
  /// 6, 6b: the salaries of every department through the relationship, or with prefetching.
  func traverse(
    _ workload: CompanyWorkload, prefetching: Bool, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64
  /// 6s, 6bs, 6t: the same as programs read the relationship: through the property of a generated
  /// class, or as a set of the members' type.
  func traverse(
    _ workload: CompanyWorkload, reading members: MemberAccess, prefetching: Bool, in folder: URL,
    _ stopwatch: Stopwatch
  ) throws -> Int64
  /// 7: deletes the departments `workload.tenth` with their employees and the links to tags.
  func delete(_ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch) throws -> Int64
  /// 8a, 8b: `workload.newcomers`, a commit each; durably means that each is on the disk.
  func commit(
    _ workload: CompanyWorkload, durably: Bool, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64
  /// 9: opens, reads the first employee and closes, `CompanyWorkload.openCount` times.
  func open(_ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch) throws -> Int64
  /// Opens the store as a process of case 9b does, reads the first employee, closes, and returns its
  /// salary. Case 9c does it once with each of many copies of the store.
  func openOnce(in folder: URL) throws -> Int64
  /// The program of case 9b, beside this executable, that links nothing but what it needs and is
  /// called with the system, the store and the folder. Nil: this executable does it.
  var opener: String? { get }
  /// 10: keeps up to 100,000 employees alive and sets `bytes_per_object` of `stopwatch.extra` from
  /// the growth of the resident memory, and `row_bytes`.
  func keepInMemory(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64
  /// 11: fetches all a second time, the objects of the first being alive.
  func refetch(_ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch) throws -> Int64

  /// The folder's store will not be used again.
  func discard(_ folder: URL)
}

/// The answers that suit most systems.
extension BenchmarkSystem {
  public var isPersistent: Bool { true }
  public var opener: String? { nil }
  public func discard(_ folder: URL) {}

  /// How a system is called in folder names and lists: "Core Data/SQLite".
  public var identifier: String { "\(name)/\(store)" }

  /// A system without objects has none to keep.
  public func keepInMemory(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    throw BenchmarkFailure("\(identifier) keeps no objects.")
  }

  /// A system without objects has one way to read a relationship.
  public func traverse(
    _ workload: CompanyWorkload, reading members: MemberAccess, prefetching: Bool, in folder: URL,
    _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try traverse(workload, prefetching: prefetching, in: folder, stopwatch)
  }

  /// A system that registers nothing reads everything again.
  public func refetch(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try fetchAll(workload, in: folder, stopwatch)
  }
}
