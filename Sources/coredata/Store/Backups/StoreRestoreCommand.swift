// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import CoreData
import Foundation

/// `coredata store restore BACKUP DESTINATION [--model PATH] [--replace] [--json] [--quiet]`
struct StoreRestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Put a backup, or a set of them, where it is to be used.",
    discussion: """
      A backup of one store goes to a file, which appears when it is complete; a store that is \
      replaced must not be in use. The model is the one that is kept in the backup unless --model \
      names another. A set goes to an empty folder, verified before and after.
      """)

  @Argument(help: "The backup's file, or the folder of a set.", completion: .file())
  var backup: String

  @Argument(help: "The file to make; for a set, a folder.", completion: .file())
  var destination: String

  @Option(help: "The model of the store; not for a set.", completion: .file())
  var model: String?

  @Flag(help: "Replace a store that is there.")
  var replace = false

  @Flag(help: "Print one JSON object.")
  var json = false

  @Flag(help: "Print nothing but errors.")
  var quiet = false

  func run() throws {
    guard !BackupFolder.isFolder(backup) else { return try restoreSet() }
    let url = try StoreArgument.existing(backup)
    var options = BackupOptions()
    options.replacesExisting = replace
    let stack = try ReadingStack(store: url, model: model)
    let copy = try StoreFileCopy.make(
      of: stack, at: backup, to: destination, options, title: "Restoring", isQuiet: quiet)
    if quiet { return }
    Terminal.print(json ? [try copy.json.text(isPretty: true)] : [copy.line("Restored")])
  }

  private func restoreSet() throws {
    let set = try BackupFolder.opened(backup)
    let target = URL(fileURLWithPath: destination)
    try InterruptibleWork.run("Restoring", on: destination, isQuiet: quiet) { _ in
      _ = try set.restore(to: target)
    }
    if quiet { return }
    let stores = set.manifest.stores
    if json {
      let list: [JSONValue] = stores.map {
        ["path": .string($0.path), "type": .string($0.type), "uuid": .string($0.identifier)]
      }
      let text = JSONValue.object([
        "source": .string(backup), "destination": .string(destination), "stores": .array(list),
      ])
      return Terminal.print(try text.text(isPretty: true))
    }
    Terminal.print("Restored \(Figures.count(stores.count, "store")) to \(destination).")
  }
}

/// A folder with a set of backups.
enum BackupFolder {
  static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// Reads the manifest; an error names the folder.
  static func opened(_ path: String) throws -> BackupSet {
    do { return try BackupSet(at: URL(fileURLWithPath: path)) } catch {
      throw ToolFailure("\(path): \(ErrorText.line(for: error))")
    }
  }
}
