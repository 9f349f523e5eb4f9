// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import CoreData

/// The cases that leave the stores as they are. Each begins with nothing registered.
struct ReadingCases {
  let plans: [DataPlan]
  /// The IDs as URIs, by part, entity and number.
  let ids: [[[String]]]
  let seed: UInt64

  static let lookups = 10_000

  /// nil when the model has nothing for the case.
  func run(
    _ part: BenchCase, on stack: BenchStack, stopwatch: Stopwatch
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
    _ stack: BenchStack, _ stopwatch: Stopwatch
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

  private func filter(_ stack: BenchStack, _ stopwatch: Stopwatch) throws -> Int64? {
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

  private func lookUp(_ stack: BenchStack, _ stopwatch: Stopwatch) throws -> Int64 {
    let context = stack.context()
    let all = ids.joined().joined()
    let uris = Array(all)
    let dice = Dice(seed: seed).named("lookup")
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

  private func traverse(_ stack: BenchStack, _ stopwatch: Stopwatch) throws -> Int64? {
    let targets = plans.compactMap(TraverseTarget.init)
    guard !targets.isEmpty else { return nil }
    let context = stack.context()
    return try stopwatch.measure { try targets.reduce(0) { $0 &+ (try $1.run(in: context)) } }
  }
}
