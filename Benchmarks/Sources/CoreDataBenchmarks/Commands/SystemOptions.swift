// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import Foundation
import Harness

/// Which system, where.
struct SystemOptions: ParsableArguments {
  @Option(help: "Who, as \"Core Data\" or \"raw SQLite\".") var system: String
  @Option(help: "On what: SQLite, LMDB, In-memory, \"three stores\".") var store: String

  func resolved() throws -> any BenchmarkSystem { try Systems.system(system, store) }
}

/// Reads a list of cases, as `1a,2,6b`.
struct CaseList: ExpressibleByArgument {
  let cases: [BenchmarkCase]

  init?(argument: String) {
    let names = argument.split(separator: ",").map { String($0) }
    let cases = names.compactMap { BenchmarkCase(rawValue: $0) }
    guard cases.count == names.count, !cases.isEmpty else { return nil }
    self.cases = cases
  }
}
