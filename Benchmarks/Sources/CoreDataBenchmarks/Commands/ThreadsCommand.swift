// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import CoreData
import Foundation

/// `threads`: how much more several threads read than one, and one beside a writer.
struct ThreadsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "threads", abstract: "Measure what further reading threads add.")

  @Option(help: "How many employees.") var n: Int = 20_000
  @Option(help: "How often; the median counts.") var rounds: Int = 5
  @Option(help: "SQLite, LMDB or InMemory; all if there is none.") var store: String?

  func run() throws {
    for type in [NSSQLiteStoreType, LMDBStoreType, NSInMemoryStoreType]
    where store == nil || store == type {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }  // left over, it is only files
      let costs = try ThreadCosts(type, at: folder.appendingPathComponent("store"), count: n)
      let runs = (0..<max(1, rounds)).map { _ in costs.measure() }
      for place in runs[0].indices {
        let values = runs.map { $0[place].throughput }.sorted()
        let alone = runs.map { $0[place].alone }.sorted()
        let name = "\(type), \(runs[0][place].name)"
        print(
          name.padding(toLength: 32, withPad: " ", startingAt: 0)
            + String(
              format: "%.2f × one thread, which takes %.3f µs", values[values.count / 2],
              alone[alone.count / 2] * 1e6))
      }
    }
  }
}
