// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import CoreData
import Foundation

/// `coredata store migrate FILE --model PATH [--from PATH] [--dry-run] [--json] [--quiet]`
struct StoreMigrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Bring a store to another version of its model.",
    discussion: """
      The version that the store was made with is kept in it; --from names it for a store without. \
      Everything or nothing is done, also when the program is ended. Exit status 1 when the store \
      cannot be migrated by itself.
      """)

  @Argument(help: "The store's file.", completion: .file())
  var file: String

  @Option(help: "The version of the model that the store is to have.", completion: .file())
  var model: String

  @Option(help: "The version of the model that the store has.", completion: .file())
  var from: String?

  @Flag(name: .customLong("dry-run"), help: "Print what would be done, and change nothing.")
  var isDryRun = false

  @Flag(help: "Print one JSON object.")
  var json = false

  @Flag(help: "Print nothing but errors.")
  var quiet = false

  func run() throws {
    let url = try StoreArgument.existing(file)
    let migration = try plan(url)
    let difference = migration.difference
    if !quiet {
      Terminal.print(json ? try difference.json.text(isPretty: true) : difference.description)
    }
    guard difference.needsMigration else { return }
    guard difference.obstacles.isEmpty else { throw ExitCode(1) }
    guard !isDryRun else { return }
    // Used by the work alone until that has ended.
    nonisolated(unsafe) let work = migration
    try InterruptibleWork.run("Migrating", on: file, isQuiet: quiet) { progress in
      progress.totalUnitCount = 1_000
      try work.run { part in
        progress.completedUnitCount = Int64(part * 1_000)
        return !progress.isCancelled
      }
    }
    if !quiet, !json { Terminal.print("\(file) has been migrated.") }
  }

  private func plan(_ url: URL) throws -> FileMigration {
    do {
      return try FileMigration(
        of: url, to: try ModelFile.model(at: model), from: try from.map(ModelFile.model))
    } catch let failure as ToolFailure {
      throw failure
    } catch {
      let text = ErrorText.line(for: error)
      throw ToolFailure(text.contains(file) ? text : "\(file): \(text)")
    }
  }
}
