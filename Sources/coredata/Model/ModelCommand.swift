// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser

/// `coredata model`
struct ModelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "model",
    abstract: "Make, check and compare models, and generate classes from them.",
    subcommands: [
      ModelCheckCommand.self, ModelDiffCommand.self, ModelGenerateCommand.self,
      ModelNewCommand.self,
    ])
}
