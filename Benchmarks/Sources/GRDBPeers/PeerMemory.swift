// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking

/// The resident memory of records that are alive together.
enum PeerMemory {
  /// Most objects kept.
  static let objectCount = 100_000

  /// Fetches and keeps records, and notes the bytes each costs beside the bytes of its values.
  static func measure<Record>(
    _ stopwatch: Stopwatch, _ workload: CompanyWorkload, _ fetch: (Int) throws -> [Record]
  ) throws {
    _ = try fetch(1)  // What the first fetch allocates once is not a cost per object.
    Memory.resetPeak()
    let before = Memory.resident
    let kept = try stopwatch.measure { try fetch(objectCount) }
    Memory.resetPeak()
    let growth = Double(Memory.resident - before)
    stopwatch.extra["bytes_per_object"] = growth / Double(max(kept.count, 1))
    stopwatch.extra["row_bytes"] = rowBytes(workload)
    withExtendedLifetime(kept) {}
  }

  /// What the values of a row take: eight bytes each but texts, which take their UTF-8.
  private static func rowBytes(_ workload: CompanyWorkload) -> Double {
    let kept = workload.employees.prefix(objectCount)
    let bytes = kept.reduce(0) {
      $0 + 5 * 8 + $1.name.utf8.count + $1.email.utf8.count + ($1.bio?.utf8.count ?? 0)
    }
    return Double(bytes) / Double(max(kept.count, 1))
  }
}
