// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels
import Foundation
import Harness

/// The case about memory.
extension CoreDataSystem {
  /// Objects that are kept, at most.
  private static let keptCount = 100_000

  func keepInMemory(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    try with(folder) { context in
      // What the first fetch of a store allocates once is not a cost per object.
      let request = NSFetchRequest<Employee>(entityName: "Employee")
      request.fetchLimit = 1
      _ = try context.fetch(request)
      request.fetchLimit = CoreDataSystem.keptCount
      Memory.resetPeak()
      let before = Memory.resident
      let kept = try stopwatch.measure { try context.fetch(request) }
      let salaries = kept.reduce(0) { $0 + $1.salary }
      Memory.resetPeak()
      let grown = Double(Memory.resident - before)
      stopwatch.extra["bytes_per_object"] = grown / Double(kept.count)
      stopwatch.extra["row_bytes"] = rowBytes(workload)
      return withExtendedLifetime(kept) { salaries < 0 ? 0 : -1 }
    }
  }

  /// What the values of a row take: eight bytes each but texts, which take their UTF-8.
  private func rowBytes(_ workload: CompanyWorkload) -> Double {
    let kept = workload.employees.prefix(CoreDataSystem.keptCount)
    let bytes = kept.reduce(0) {
      $0 + 5 * 8 + $1.name.utf8.count + $1.email.utf8.count + ($1.bio?.utf8.count ?? 0)
    }
    return Double(bytes) / Double(max(kept.count, 1))
  }
}
