// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Benchmarking
public import Foundation

/// Runs cases of one system, one after another, each on a fresh state, in this process.
///
/// As `Worker` does it for the other workload: cases that read share a store in the folder, cases
/// that change data get a copy of it.
public struct DebianWorker {
  private let system: any DebianSystem
  private let workload: DebianWorkload
  private let count: Int
  private let base: URL
  private let copy: URL

  /// - Parameter count: how many packages the workload was made of; the `n` of the samples.
  public init(
    _ system: any DebianSystem, _ workload: DebianWorkload, count: Int, in folder: URL
  ) {
    self.system = system
    self.workload = workload
    self.count = count
    let letters = system.identifier.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    let name = "debian-\(String(letters))-\(count)"
    base = folder.appendingPathComponent("base-\(name)")
    copy = folder.appendingPathComponent("copy-\(name)-\(getpid())")
  }

  /// Runs the cases in the order given and reports each as it ends.
  public func run(_ cases: [DebianCase], report: (BenchmarkSample) throws -> Void) throws {
    defer { if !system.isPersistent { system.discard(base) } }
    for item in cases { try report(try sample(of: item)) }
  }

  private func sample(of item: DebianCase) throws -> BenchmarkSample {
    let stopwatch = Stopwatch()
    let checksum = try measure(item, stopwatch)
    guard checksum == workload.checksum(of: item) else {
      throw BenchmarkFailure(
        "\(system.identifier), case \(item.rawValue): the checksum is \(checksum) instead of"
          + " \(workload.checksum(of: item)).")
    }
    return BenchmarkSample(
      system: system.name, store: system.store, case: item.rawValue, n: count,
      wallSeconds: stopwatch.wallSeconds, cpuSeconds: stopwatch.cpuSeconds,
      peakBytes: stopwatch.peakBytes, checksum: checksum,
      extra: stopwatch.extra.isEmpty ? nil : stopwatch.extra)
  }

  private func measure(_ item: DebianCase, _ stopwatch: Stopwatch) throws -> Int64 {
    guard item.changesData else {
      try makeBase()
      return try system.run(item, workload, in: base, stopwatch)
    }
    if item == .importIndex { try makeFolder(copy) } else { try makeCopy() }
    let checksum = try system.run(item, workload, in: copy, stopwatch)
    if item == .importIndex { try keepOrRemoveCopy() } else { try removeCopy() }
    return checksum
  }

  // MARK: - Stores

  private var completed: URL { base.appendingPathComponent("complete") }

  /// A store in memory lives as long as this process: it is there once it was made.
  private func makeBase() throws {
    let marker = system.isPersistent ? completed : base.appendingPathComponent("\(getpid())")
    guard !FileManager.default.fileExists(atPath: marker.path) else { return }
    try makeFolder(base)
    _ = try system.importIndex(workload, in: base, Stopwatch())
    try Data().write(to: marker)
  }

  private func makeCopy() throws {
    try makeFolder(copy)
    guard system.isPersistent else {
      _ = try system.importIndex(workload, in: copy, Stopwatch())
      return
    }
    try makeBase()
    try FileManager.default.removeItem(at: copy)
    try SettledCopy.make(of: base, at: copy)
  }

  /// What was just imported serves as the base when there is none yet.
  private func keepOrRemoveCopy() throws {
    let files = FileManager.default
    guard system.isPersistent, !files.fileExists(atPath: base.path) else { return try removeCopy() }
    try files.moveItem(at: copy, to: base)
    try Data().write(to: completed)
  }

  private func removeCopy() throws {
    system.discard(copy)
    try FileManager.default.removeItem(at: copy)
  }

  private func makeFolder(_ folder: URL) throws {
    try? FileManager.default.removeItem(at: folder)  // It need not be there.
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }
}
