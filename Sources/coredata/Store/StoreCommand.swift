// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser

/// `coredata store`
struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store", abstract: "Look into stores, copy, back up, restore and verify them.",
    subcommands: [
      StoreInfoCommand.self, StoreDumpCommand.self, StoreCopyCommand.self,
      StoreBackupCommand.self, StoreRestoreCommand.self, StoreVerifyCommand.self,
      StoreStatsCommand.self, StoreHistoryCommand.self,
      StoreFillCommand.self,
    ])
}
