// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import Foundation
import Harness

/// `objects`: what reading, setting, inserting and firing cost, without a store's part.
struct ObjectsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "objects", abstract: "Measure single operations on objects, in nanoseconds.")

  @Option(help: "How many employees.") var n: Int = 100_000
  @Option(help: "How often; the median counts.") var rounds: Int = 5

  func run() throws {
    let runs = try (0..<max(1, rounds)).map { _ in try ObjectCosts(count: n).measure() }
    for place in runs[0].indices {
      let figure = runs[0][place]
      let values = runs.map { $0[place].value }.sorted()
      let goal = figure.goal.map { String(format: "goal %.0f", $0) } ?? ""
      let name = figure.name.padding(toLength: 48, withPad: " ", startingAt: 0)
      print(name + String(format: "%9.1f ns  %@", values[values.count / 2], goal))
    }
  }
}
