// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import Harness

/// Which system, where.
struct SystemOptions: ParsableArguments {
  @Option(help: "Who, as \"Core Data\" or \"raw SQLite\".") var system: String
  @Option(help: "On what: SQLite, LMDB, In-memory, \"three stores\".") var store: String

  func resolved() throws -> any BenchmarkSystem { try Systems.system(system, store) }
}
