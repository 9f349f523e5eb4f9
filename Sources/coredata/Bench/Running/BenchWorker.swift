// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import CoreData

/// Does the cases of a job, in one process of its own, and says what each took.
final class BenchWorker {
  private let job: BenchJob
  private let model: BenchModel
  private let plans: [DataPlan]
  private let folder: URL
  /// The IDs as URIs, by part, entity and number.
  private var ids: [[[String]]] = []
  /// An in-memory store lives as long as its stack.
  private var memory: BenchStack?

  static let openings = 20

  init(_ job: BenchJob) throws {
    self.job = job
    model = try BenchModel(path: job.model)
    folder = URL(fileURLWithPath: job.folder, isDirectory: true)
    plans = try DataPlan.all(for: job, model)
  }

  /// Runs the cases in order; what a backend cannot do is left out.
  func run(_ report: (BenchmarkSample) throws -> Void) throws {
    let base = try emptyFolder("base")
    try report(try insert(in: base))
    for part in job.cases where part != .insert {
      let stopwatch = Stopwatch()
      guard let checksum = try run(part, base: base, stopwatch: stopwatch) else { continue }
      try report(sample(of: part, stopwatch: stopwatch, checksum: checksum))
    }
    try memory?.close()
  }

  private func run(
    _ part: BenchCase, base: URL, stopwatch: Stopwatch
  ) throws -> Int64? {
    if part == .open { return try open(base, stopwatch) }
    if part == .forced, !isDurable { return nil }
    guard part.changesData else {
      return try withStack(base) {
        try ReadingCases(plans: plans, ids: ids, seed: job.seed).run(
          part, on: $0, stopwatch: stopwatch)
      }
    }
    let copy = try emptyFolder("copy")
    defer { try? FileManager.default.removeItem(at: copy) }  // the parent removes what is left
    if isDurable {
      try FileManager.default.removeItem(at: copy)
      try FileManager.default.copyItem(at: base, to: copy)
    } else {
      try memory?.close()
      memory = nil
      _ = try insert(in: copy)
    }
    return try withStack(copy, isForced: part == .forced) {
      try ChangingCases(plans: plans, ids: ids).run(part, on: $0, stopwatch: stopwatch)
    }
  }

  private var isDurable: Bool { job.stores.allSatisfy(\.backend.isDurable) }

  private func emptyFolder(_ name: String) throws -> URL {
    let url = folder.appendingPathComponent(name, isDirectory: true)
    try? FileManager.default.removeItem(at: url)  // mostly there is none
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    return url
  }

  private func sample(
    of part: BenchCase, stopwatch: Stopwatch, checksum: Int64
  ) -> BenchmarkSample {
    BenchmarkSample(
      system: Comparison.subject, store: job.store, case: part.rawValue, n: job.objects,
      wallSeconds: stopwatch.wallSeconds, cpuSeconds: stopwatch.cpuSeconds,
      peakBytes: stopwatch.peakBytes, checksum: checksum,
      extra: stopwatch.extra.isEmpty ? nil : stopwatch.extra)
  }

  /// Opens the stores of a folder for a while; those in memory are the ones that were filled.
  private func withStack<Result>(
    _ folder: URL, isForced: Bool = false, _ body: (BenchStack) throws -> Result
  ) throws -> Result {
    if let memory { return try body(memory) }
    let stack = try BenchStack(model.model, job.stores, in: folder, isForced: isForced)
    let result = try body(stack)
    try stack.close()
    return result
  }

  // MARK: - Inserting

  private func insert(in folder: URL) throws -> BenchmarkSample {
    let stopwatch = Stopwatch()
    Memory.resetPeak()
    let before = Memory.resident
    let stack = try BenchStack(model.model, job.stores, in: folder)
    try fill(stack, stopwatch)
    if isDurable { try stack.close() } else { memory = stack }
    stopwatch.extra["file_bytes"] = Double(BenchStack.bytes(in: folder))
    Memory.resetPeak()
    stopwatch.extra["held_bytes"] = Double(max(0, Memory.resident - before))
    return sample(of: .insert, stopwatch: stopwatch, checksum: try counted(folder))
  }

  private func fill(_ stack: BenchStack, _ stopwatch: Stopwatch) throws {
    let context = stack.context()
    let objects = try plans.map { plan in
      try GraphBuilder(plan: plan, context: context).build(stopwatch)
    }
    try stopwatch.measure { try context.save() }
    ids = objects.map { part in
      part.map { $0.map { $0.objectID.uriRepresentation().absoluteString } }
    }
    context.reset()
  }

  /// Returns one number for the content of the stores, by entity.
  private func counted(_ folder: URL) throws -> Int64 {
    try withStack(folder) { try $0.count(plans) }
  }

  // MARK: - Opening

  /// nil in memory, where there is nothing to open.
  private func open(_ folder: URL, _ stopwatch: Stopwatch) throws -> Int64? {
    guard isDurable, let name = plans[0].entities.first(where: { $0.count > 0 })?.name else {
      return nil
    }
    return try stopwatch.measure {
      var found: Int64 = 0
      for _ in 0..<Self.openings {
        let stack = try BenchStack(model.model, job.stores, in: folder)
        let request = NSFetchRequest<NSManagedObject>(entityName: name)
        request.fetchLimit = 1
        found += Int64(try stack.context().fetch(request).count)
        try stack.close()
      }
      return found
    }
  }
}
