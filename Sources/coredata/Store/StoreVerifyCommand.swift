// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import CoreData
import Foundation

/// `coredata store verify FILE [--model PATH] [--repair] [--json] [--quiet]`
struct StoreVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Look for what is wrong in a store, or in a set of backups.",
    discussion: """
      The store may be in use. The status is 1 if something is wrong, after --repair if something \
      is left. The model is the one that is kept in the store unless --model names another; \
      --repair wants it named. docs/verify.md tells what is found and what is repaired.
      """)

  @Argument(help: "The store's file, or the folder of a set of backups.", completion: .file())
  var file: String

  @Option(help: "The model of the store; not for a set.", completion: .file())
  var model: String?

  @Flag(help: "Mend what can be.")
  var repair = false

  @Flag(help: "Print one JSON object.")
  var json = false

  @Flag(help: "Print nothing but errors.")
  var quiet = false

  func run() throws {
    let issues = BackupFolder.isFolder(file) ? try setIssues() : try storeIssues()
    let left = issues.filter { !$0.isRepaired }
    if !quiet { Terminal.print(json ? [try text(issues)] : lines(issues)) }
    guard left.isEmpty else { throw ExitCode(1) }
  }

  private func setIssues() throws -> [IntegrityIssue] {
    let set = try BackupFolder.opened(file)
    try InterruptibleWork.run("Verifying", on: file, isQuiet: quiet) { _ in try set.verify() }
    return []
  }

  private func storeIssues() throws -> [IntegrityIssue] {
    let url = try StoreArgument.existing(file)
    guard model != nil || !repair else {
      throw ToolFailure.usage("\(file): --repair wants its model, with --model")
    }
    let (model, repair) = (model, repair)
    let stack = try ReadingStack(
      store: url, model: model, isReadOnly: !repair,
      readsHistory: repair ? Self.keepsHistory(url, model) : false)
    let coordinator = stack.coordinator
    // Used by the work alone until that has ended.
    nonisolated(unsafe) let store = coordinator.persistentStores[0]
    return try InterruptibleWork.run("Verifying", on: file, isQuiet: quiet) { progress in
      try await coordinator.verify(store, repair: repair, progress: progress)
    }
  }

  /// Returns true if a store has a history, which a repair has to go on with.
  private static func keepsHistory(_ url: URL, _ model: String?) throws -> Bool {
    let stack = try ReadingStack(store: url, model: model, readsHistory: true)
    let store = stack.coordinator.persistentStores[0]
    return try stack.coordinator.statistics(for: store).history != nil
  }

  private func text(_ issues: [IntegrityIssue]) throws -> String {
    let list: [JSONValue] = issues.map {
      [
        "kind": .string($0.kind.rawValue), "message": .string($0.message),
        "object": JSONValue($0.object?.uriRepresentation().absoluteString),
        "property": JSONValue($0.property), "isRepaired": .bool($0.isRepaired),
      ]
    }
    return try JSONValue.object(["file": .string(file), "issues": .array(list)])
      .text(isPretty: true)
  }

  private func lines(_ issues: [IntegrityIssue]) -> [String] {
    guard !issues.isEmpty else { return ["\(file): nothing is wrong."] }
    let count = issues.count { $0.isRepaired }
    let summary = "\(file): \(Figures.count(issues.count, "issue"))"
    return issues.map(\.description) + [repair ? "\(summary), \(count) repaired." : "\(summary)."]
  }
}
