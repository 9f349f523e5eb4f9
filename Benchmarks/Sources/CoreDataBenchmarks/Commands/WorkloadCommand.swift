// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import Foundation
import Harness

/// `workload`: the data as text, for systems in other languages.
struct WorkloadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "workload", abstract: "Write the data as lines of JSON.")

  @Option(help: "How many employees.") var n: Int
  @Option(help: "The file to write.") var out: String
  @Option(help: "The seed of the data.") var seed: UInt64 = 42

  func run() throws {
    try CompanyWorkload(count: n, seed: seed).writeJSONLines(to: URL(fileURLWithPath: out))
  }
}
