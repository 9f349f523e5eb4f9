// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// Runs cases of one system, one after another, each on a fresh state, in this process.
///
/// The store that reading cases share is `base-SYSTEM-N` in the folder; it is made when missing,
/// and cases that change data get a copy. What the driver removes is the folder as a whole.
public struct Worker {
  private let system: any BenchmarkSystem
  private let workload: CompanyWorkload
  private let base: URL
  private let copy: URL

  public init(_ system: any BenchmarkSystem, _ workload: CompanyWorkload, in folder: URL) {
    self.system = system
    self.workload = workload
    let letters = system.identifier.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    let name = "\(String(letters))-\(workload.count)"
    base = folder.appendingPathComponent("base-\(name)")
    copy = folder.appendingPathComponent("copy-\(name)-\(getpid())")
  }

  /// Runs the cases in the order given and reports each as it ends.
  public func run(_ cases: [BenchmarkCase], report: (BenchmarkSample) throws -> Void) throws {
    defer { if !system.isPersistent { system.discard(base) } }
    for item in cases {
      guard system.cases.contains(item) else {
        throw BenchmarkFailure("\(system.identifier) does not do case \(item.rawValue).")
      }
      if item == .routing {
        for part in BenchmarkCase.routed {
          try report(try sample(of: part, named: BenchmarkCase.routedName(part)))
        }
      } else {
        try report(try sample(of: item, named: item.rawValue))
      }
    }
  }

  /// One measurement of a case.
  public func sample(of item: BenchmarkCase, named name: String? = nil) throws -> BenchmarkSample {
    let stopwatch = Stopwatch()
    let checksum = try measure(item, stopwatch)
    return BenchmarkSample(
      system: system.name, store: system.store, case: name ?? item.rawValue, n: workload.count,
      wallSeconds: stopwatch.wallSeconds, cpuSeconds: stopwatch.cpuSeconds,
      peakBytes: stopwatch.peakBytes, checksum: checksum,
      extra: stopwatch.extra.isEmpty ? nil : stopwatch.extra)
  }

  private func measure(_ item: BenchmarkCase, _ stopwatch: Stopwatch) throws -> Int64 {
    switch item {
    case .insert, .insertInBatches:
      let batch = item == .insert ? nil : CompanyWorkload.batchSize
      try makeFolder(copy)
      let checksum = try system.insert(workload, savingEvery: batch, in: copy, stopwatch)
      try keepOrRemoveCopy()
      return checksum
    case .update, .delete, .commit, .commitDurably:
      try makeCopy()
      let checksum = try change(item, stopwatch)
      try removeCopy()
      return checksum
    default:
      try makeBase()
      return try read(item, stopwatch)
    }
  }

  private func change(_ item: BenchmarkCase, _ stopwatch: Stopwatch) throws -> Int64 {
    switch item {
    case .update: try system.update(workload, in: copy, stopwatch)
    case .delete: try system.delete(workload, in: copy, stopwatch)
    default:
      try system.commit(workload, durably: item == .commitDurably, in: copy, stopwatch)
    }
  }

  private func read(_ item: BenchmarkCase, _ stopwatch: Stopwatch) throws -> Int64 {
    switch item {
    case .fetchAll: try system.fetchAll(workload, in: base, stopwatch)
    case .filterAndSort: try system.filterAndSort(workload, in: base, stopwatch)
    case .lookUp, .lookUpAgain:
      try system.lookUp(workload, again: item == .lookUpAgain, in: base, stopwatch)
    case .traverse, .traversePrefetching:
      try system.traverse(
        workload, prefetching: item == .traversePrefetching, in: base, stopwatch)
    case .traverseSet, .traverseSetPrefetching:
      try system.traverse(
        workload, reading: .generatedProperty, prefetching: item == .traverseSetPrefetching,
        in: base, stopwatch)
    case .traverseTypedSet:
      try system.traverse(
        workload, reading: .typedSet, prefetching: false, in: base, stopwatch)
    case .open: try system.open(workload, in: base, stopwatch)
    case .openProcess: try ChildProcess.open(system, in: base, stopwatch)
    case .openUnknown: try openUnknown(stopwatch)
    case .memory: try system.keepInMemory(workload, in: base, stopwatch)
    default: try system.refetch(workload, in: base, stopwatch)
    }
  }

  /// Opens copies that this process has never opened, so that nothing it remembers of files helps.
  /// The base is opened before: what a program loads once, such as a model, is not what is asked.
  private func openUnknown(_ stopwatch: Stopwatch) throws -> Int64 {
    _ = try system.openOnce(in: base)
    let copies = (0..<CompanyWorkload.unknownCount).map {
      copy.appendingPathComponent(String($0))
    }
    try makeFolder(copy)
    for folder in copies { try SettledCopy.make(of: base, at: folder) }
    let sum = try stopwatch.measure {
      try copies.reduce(Int64(0)) { $0 + (try system.openOnce(in: $1)) }
    }
    try FileManager.default.removeItem(at: copy)
    return sum
  }

  // MARK: - Stores

  private var completed: URL { base.appendingPathComponent("complete") }

  /// A store in memory lives as long as this process: it is there once it was made.
  private func makeBase() throws {
    let marker = system.isPersistent ? completed : base.appendingPathComponent("\(getpid())")
    guard !FileManager.default.fileExists(atPath: marker.path) else { return }
    try makeFolder(base)
    _ = try system.insert(workload, savingEvery: nil, in: base, Stopwatch())
    try Data().write(to: marker)
  }

  private func makeCopy() throws {
    try makeFolder(copy)
    guard system.isPersistent else {
      _ = try system.insert(workload, savingEvery: nil, in: copy, Stopwatch())
      return
    }
    try makeBase()
    try FileManager.default.removeItem(at: copy)
    try SettledCopy.make(of: base, at: copy)
  }

  /// Keeps the store that was just inserted as the base when there is none yet, else removes it.
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
