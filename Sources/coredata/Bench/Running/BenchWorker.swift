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

  static let lookups = 10_000
  static let saves = 100
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
      let stopwatch = Benchmarking.Stopwatch()
      guard let checksum = try run(part, base, stopwatch) else { continue }
      try report(sample(part, stopwatch, checksum))
    }
    try memory?.close()
  }

  private func run(
    _ part: BenchCase, _ base: URL, _ stopwatch: Benchmarking.Stopwatch
  ) throws -> Int64? {
    if part == .open { return try open(base, stopwatch) }
    if part == .forced, !isDurable { return nil }
    guard part.changesData else { return try withStack(base) { try read(part, $0, stopwatch) } }
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
    return try withStack(copy, isForced: part == .forced) { try change(part, $0, stopwatch) }
  }

  private var isDurable: Bool { job.stores.allSatisfy(\.backend.isDurable) }

  private func emptyFolder(_ name: String) throws -> URL {
    let url = folder.appendingPathComponent(name, isDirectory: true)
    try? FileManager.default.removeItem(at: url)  // mostly there is none
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    return url
  }

  private func sample(
    _ part: BenchCase, _ stopwatch: Benchmarking.Stopwatch, _ checksum: Int64
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
    let stopwatch = Benchmarking.Stopwatch()
    Memory.resetPeak()
    let before = Memory.resident
    let stack = try BenchStack(model.model, job.stores, in: folder)
    try fill(stack, stopwatch)
    if isDurable { try stack.close() } else { memory = stack }
    stopwatch.extra["file_bytes"] = Double(BenchStack.bytes(in: folder))
    Memory.resetPeak()
    stopwatch.extra["held_bytes"] = Double(max(0, Memory.resident - before))
    return sample(.insert, stopwatch, try counted(folder))
  }

  private func fill(_ stack: BenchStack, _ stopwatch: Benchmarking.Stopwatch) throws {
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

  /// What is in the stores, by entity.
  private func counted(_ folder: URL) throws -> Int64 {
    try withStack(folder) { stack in try Self.count(plans, stack.context()) }
  }

  private static func count(
    _ plans: [DataPlan], _ context: NSManagedObjectContext
  ) throws -> Int64 {
    var sum: Int64 = 0
    for (index, plan) in plans.flatMap(\.entities).enumerated() {
      let request = NSFetchRequest<NSManagedObject>(entityName: plan.name)
      request.includesSubentities = false
      sum &+= Int64(try context.count(for: request)) &* Int64(index * 1000 + 1)
    }
    return sum
  }

  // MARK: - Reading

  private func read(
    _ part: BenchCase, _ stack: BenchStack, _ stopwatch: Benchmarking.Stopwatch
  ) throws -> Int64? {
    switch part {
    case .fetch: try fetchAll(stack, stopwatch)
    case .filter: try filter(stack, stopwatch)
    case .lookup: try lookUp(stack, stopwatch)
    case .traverse: try traverse(stack, stopwatch)
    default: nil
    }
  }

  private func fetchAll(
    _ stack: BenchStack, _ stopwatch: Benchmarking.Stopwatch
  ) throws -> Int64 {
    let context = stack.context()
    var kept: [[NSManagedObject]] = []
    let sum = try stopwatch.measure {
      var sum: Int64 = 0
      for plan in plans.flatMap(\.entities) where plan.count > 0 {
        let request = NSFetchRequest<NSManagedObject>(entityName: plan.name)
        request.includesSubentities = false
        let objects = try context.fetch(request)
        let names = plan.columns.filter { !$0.isTransient }.map(\.name)
        for object in objects {
          for name in names { sum &+= Digest.of(object.value(forKey: name)) }
        }
        kept.append(objects)
      }
      return sum
    }
    let objects = kept.reduce(0) { $0 + $1.count }
    stopwatch.extra["bytes_per_object"] = Double(stopwatch.peakBytes) / Double(max(1, objects))
    return sum
  }

  private func filter(_ stack: BenchStack, _ stopwatch: Benchmarking.Stopwatch) throws -> Int64? {
    let targets = plans.compactMap(FilterTarget.init)
    guard !targets.isEmpty else { return nil }
    let context = stack.context()
    var sum: Int64 = 0
    for target in targets {
      let requests = (0..<FilterTarget.count).compactMap(target.request)
      sum &+= try stopwatch.measure {
        try requests.reduce(0) { $0 &+ target.digest(try context.fetch($1), $1) }
      }
    }
    return sum
  }

  private func lookUp(_ stack: BenchStack, _ stopwatch: Benchmarking.Stopwatch) throws -> Int64 {
    let context = stack.context()
    let all = ids.joined().joined()
    let uris = Array(all)
    let dice = Dice(seed: job.seed).named("lookup")
    let wanted = (0..<min(Self.lookups, uris.count * 2)).compactMap { number in
      stack.id(uris[dice.number(number, below: uris.count)])
    }
    return try stopwatch.measure {
      try wanted.reduce(0) { sum, id in
        let object = try context.existingObject(with: id)
        let key = TraverseTarget.key(of: object.entity)
        return sum &+ 11 &+ (key.map { Digest.of(object.value(forKey: $0)) } ?? 0)
      }
    }
  }

  private func traverse(_ stack: BenchStack, _ stopwatch: Benchmarking.Stopwatch) throws -> Int64? {
    let targets = plans.compactMap(TraverseTarget.init)
    guard !targets.isEmpty else { return nil }
    let context = stack.context()
    return try stopwatch.measure { try targets.reduce(0) { $0 &+ (try $1.run(in: context)) } }
  }

  // MARK: - Changing

  private func change(
    _ part: BenchCase, _ stack: BenchStack, _ stopwatch: Benchmarking.Stopwatch
  ) throws -> Int64? {
    switch part {
    case .saves, .forced: try update(stack, stopwatch, everySave: true)
    case .update: try update(stack, stopwatch, everySave: false)
    case .delete: try delete(stack, stopwatch)
    default: nil
    }
  }

  /// A tenth of the objects in one save, or the first of them with a save each.
  private func update(
    _ stack: BenchStack, _ stopwatch: Benchmarking.Stopwatch, everySave: Bool
  ) throws -> Int64? {
    var sum: Int64 = 0
    var isDone = false
    for (part, plan) in plans.enumerated() {
      guard let target = UpdateTarget(plan) else { continue }
      isDone = true
      let step = everySave ? 1 : 10
      let numbers = Array(stride(from: 0, to: target.plan.count, by: step))
        .prefix(everySave ? Self.saves : Int.max)
      let known = numbers.compactMap { stack.id(ids[part][target.place][$0]) }
      let context = stack.context()
      try stopwatch.measure {
        for (number, id) in zip(numbers, known) {
          target.change(try context.existingObject(with: id), number, onlyFirst: everySave)
          if everySave { try context.save() }
        }
        if !everySave { try context.save() }
      }
      let fresh = stack.context()
      sum &+= try known.reduce(0) { $0 &+ target.digest(try fresh.existingObject(with: $1)) }
    }
    return isDone ? sum : nil
  }

  private func delete(_ stack: BenchStack, _ stopwatch: Benchmarking.Stopwatch) throws -> Int64 {
    let context = stack.context()
    let known = plans.enumerated().flatMap { part, plan -> [NSManagedObjectID] in
      guard let place = DeleteTarget(plan).place else {
        return ids[part].joined().compactMap(stack.id)
      }
      let all = ids[part][place]
      return stride(from: 0, to: all.count, by: 10).compactMap { stack.id(all[$0]) }
    }
    try stopwatch.measure {
      for id in known { context.delete(context.object(with: id)) }
      try context.save()
    }
    return try Self.count(plans, stack.context())
  }

  // MARK: - Opening

  /// nil in memory, where there is nothing to open.
  private func open(_ folder: URL, _ stopwatch: Benchmarking.Stopwatch) throws -> Int64? {
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
