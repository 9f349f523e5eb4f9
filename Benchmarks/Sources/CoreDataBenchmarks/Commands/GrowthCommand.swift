// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import Benchmarking
import CoreData
import Foundation

/// `growth`: what operations take with ten times the objects, so that none grows with the wrong thing.
struct GrowthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "growth", abstract: "Measure how operations grow with the objects there are.",
    discussion: """
      Each operation is done with N objects and with ten times as many, each time in a new store. What is \
      done to each object should take ten times as long; what is done beside them, as long as before.
      """)

  @Option(help: "How many objects at first.") var n: Int = 2_000
  @Option(help: "How often; the least time counts.") var rounds: Int = 3
  @Option(help: "A store type, as NSSQLiteStoreType names it: SQLite, LMDB, InMemory.")
  var store = NSSQLiteStoreType
  @Option(help: "A part of the names of operations.") var only: String?

  func validate() throws {
    guard n >= 20 else { throw ValidationError("--n must be 20 at least; given: \(n).") }
    guard !operations.isEmpty else {
      let names = GrowthOperation.all.map { "  \($0.name)" }.joined(separator: "\n")
      throw ValidationError("No operation has '\(only ?? "")' in its name. There are:\n\(names)")
    }
  }

  private var operations: [GrowthOperation] {
    GrowthOperation.all.filter { operation in only.map(operation.name.contains) ?? true }
  }

  func run() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // Nothing else is in it.
    defer { try? FileManager.default.removeItem(at: folder) }
    for operation in operations {
      let few = try seconds(operation, count: n, in: folder)
      let many = try seconds(operation, count: 10 * n, in: folder)
      let name = operation.name.padding(toLength: 44, withPad: " ", startingAt: 0)
      let expected = operation.expectation == .linear ? 10.0 : 1.0
      print(
        name
          + String(
            format: "%10.2f ms%10.2f ms   × %.1f (%.0f)", 1000 * few, 1000 * many, many / few,
            expected))
    }
  }

  /// The processor's time: stores, and those that wait for others, are not what is measured.
  private func seconds(
    _ operation: GrowthOperation, count: Int, in folder: URL
  ) throws -> Double {
    let times = try (0..<max(1, rounds)).map { _ in
      let stage = try GrowthStage(store, in: folder, count: count)
      return try stage.context.performAndWait {
        let timed = try operation.prepare(stage)
        let begin = processorSeconds()
        try timed()
        return processorSeconds() - begin
      }
    }
    return times.min() ?? 0
  }

  private func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
