// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser

/// `coredata store`
struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Look into stores, copy, back up, restore, verify and migrate them.",
    subcommands: [
      StoreInfoCommand.self, StoreSchemaCommand.self, StoreModelCommand.self,
      StoreDumpCommand.self, StoreQueryCommand.self, StoreCopyCommand.self,
      StoreBackupCommand.self, StoreRestoreCommand.self, StoreVerifyCommand.self,
      StoreStatsCommand.self, StoreHistoryCommand.self,
      StoreMigrateCommand.self, StoreFillCommand.self,
    ])
}
