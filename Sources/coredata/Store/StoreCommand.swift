// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser

/// `coredata store`
struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store", abstract: "Look into stores, and copy them.",
    subcommands: [
      StoreInfoCommand.self, StoreDumpCommand.self, StoreCopyCommand.self, StoreFillCommand.self,
    ])
}
