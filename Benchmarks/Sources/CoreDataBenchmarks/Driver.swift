// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Runs two systems against each other and prints the median ratio of each case.
struct Driver {
  let workload: Workload
  let rounds: Int

  func compare(_ floor: any BenchmarkSystem, _ ours: any BenchmarkSystem) throws {
    var times: [String: [[Double]]] = [:]
    for round in 0..<rounds {
      let order = round.isMultiple(of: 2) ? [floor, ours] : [ours, floor]
      for system in order {
        let isOurs = system.name == ours.name
        for (label, seconds) in try measure(system) {
          times[label, default: [[], []]][isOurs ? 1 : 0].append(seconds)
        }
      }
    }
    print("\(ours.name) / \(floor.name), N = \(workload.employees.count), \(rounds) rounds")
    for label in ["insert+save", "fetch all", "lookup"] {
      guard let both = times[label] else { continue }
      let ratios = zip(both[1], both[0]).map { $0 / $1 }
      print(
        "  \(label.padding(toLength: 12, withPad: " ", startingAt: 0))"
          + " floor \(format(median(both[0]) * 1000)) ms"
          + "  ours \(format(median(both[1]) * 1000)) ms  ratio \(format(median(ratios)))"
          + "  (\(format(ratios.min() ?? 0))–\(format(ratios.max() ?? 0)))")
    }
  }

  /// Runs one case of one system again and again.
  func repeatCase(_ label: String, of system: any BenchmarkSystem) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try system.insert(workload, in: folder)
    let numbers = (0..<100_000).map { Int64($0 % workload.employees.count) + 1 }
    for _ in 0..<rounds {
      let seconds = try time {
        switch label {
        case "fetch": _ = try system.fetchAll(in: folder)
        case "lookup": _ = try system.lookUp(numbers, in: folder)
        default:
          try FileManager.default.removeItem(at: folder)
          try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
          try system.insert(workload, in: folder)
        }
      }
      print("\(label): \(format(seconds * 1000)) ms")
    }
  }

  private func measure(_ system: any BenchmarkSystem) throws -> [(String, Double)] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let insert = try time { try system.insert(workload, in: folder) }
    var sum: Int64 = 0
    let fetch = try time { sum = try system.fetchAll(in: folder) }
    guard sum == workload.checksum else { throw BenchmarkFailure("\(system.name): wrong checksum") }
    var random = SplitMix(state: 7)
    let numbers = (0..<100_000).map { _ in
      Int64(random.next() % UInt64(workload.employees.count)) + 1
    }
    LookUpTime.last = nil
    let whole = try time { _ = try system.lookUp(numbers, in: folder) }
    let lookup = LookUpTime.last.map { Double($0.components.attoseconds) / 1e18 + Double($0.components.seconds) } ?? whole
    return [("insert+save", insert), ("fetch all", fetch), ("lookup", lookup)]
  }

  private func time(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    let elapsed = ContinuousClock.now - start
    return Double(elapsed.components.attoseconds) / 1e18 + Double(elapsed.components.seconds)
  }

  private func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }

  private func format(_ value: Double) -> String { String(format: "%.2f", value) }
}
