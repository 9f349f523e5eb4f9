// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import CoreData

/// The cases that change the stores, on a copy of them or on stores filled anew.
struct ChangingCases {
  let plans: [DataPlan]
  /// The IDs as URIs, by part, entity and number.
  let ids: [[[String]]]

  static let saves = 100

  /// nil when the model has nothing for the case.
  func run(
    _ part: BenchCase, on stack: BenchStack, stopwatch: Stopwatch
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
    _ stack: BenchStack, _ stopwatch: Stopwatch, everySave: Bool
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

  private func delete(_ stack: BenchStack, _ stopwatch: Stopwatch) throws -> Int64 {
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
    return try stack.count(plans)
  }
}
