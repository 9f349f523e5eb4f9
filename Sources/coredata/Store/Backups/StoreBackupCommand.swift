// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import CoreData
import Foundation

/// `coredata store backup SOURCE DESTINATION [--model PATH] [--replace] [--compact] [--json] [--quiet]`
struct StoreBackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copy a store that may be in use, as of one moment.",
    discussion: """
      The backup is a store of the same type with the same UUID; it appears when it is complete. \
      Programs that have the store open go on. Ctrl-C ends it and leaves nothing behind. The model \
      is the one that is kept in the store unless --model names another.
      """)

  @Argument(help: "The store's file.", completion: .file())
  var source: String

  @Argument(help: "The file to make.", completion: .file())
  var destination: String

  @Option(help: "The model of the store.", completion: .file())
  var model: String?

  @Flag(help: "Replace a store that is there.")
  var replace = false

  @Flag(help: "Leave out pages without content.")
  var compact = false

  @Flag(help: "Print one JSON object.")
  var json = false

  @Flag(help: "Print nothing but errors.")
  var quiet = false

  func run() throws {
    var options = BackupOptions()
    options.replacesExisting = replace
    options.isCompact = compact
    let stack = try ReadingStack(store: StoreArgument.existing(source), model: model)
    let copy = try StoreFileCopy.make(
      of: stack, at: source, to: destination, options, title: "Backing up", isQuiet: quiet)
    if quiet { return }
    Terminal.print(
      json ? [try copy.json.text(isPretty: true)] : [copy.line("Backed up")])
  }
}
