// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser

/// `coredata`
struct RootCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "coredata",
    abstract: "Models, stores, ports, a demonstration and benchmarks of OpenCoreData.",
    version: ToolVersion.text,
    subcommands: [
      DemoCommand.self, ModelCommand.self, StoreCommand.self, ExplainCommand.self,
      BenchCommand.self,
      PortCommand.self, BenchWorkerCommand.self,
    ])
}
