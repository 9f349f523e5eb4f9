// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser

/// `CoreDataBenchmarks`: what the systems cost, side by side.
@main
struct CoreDataBenchmarks: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures Core Data beside straight calls of SQLite and LMDB and beside its peers.",
    subcommands: [WorkerCommand.self, OpenOnceCommand.self, ProfileCommand.self,
      WorkloadCommand.self, DebianWorkerCommand.self])
}
