// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser

/// `CoreDataBenchmarks`: what the systems cost, side by side.
@main
struct CoreDataBenchmarks: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures Core Data beside straight calls of SQLite and LMDB and beside its peers.",
    subcommands: [
      RunCommand.self, ReportCommand.self, ProfileCommand.self, ObjectsCommand.self,
      ThreadsCommand.self, GrowthCommand.self,
      WorkloadCommand.self, WorkerCommand.self, OpenOnceCommand.self, DebianCommand.self,
    ])
}
