// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import CoreData
import Foundation

/// `coredata store history FILE [--model PATH] [--since DATE] [--author NAME] [--json]`
struct StoreHistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "The transactions in a store's history, oldest first.",
    discussion: """
      The store is opened for reading only, with the model that is kept in it unless --model names \
      another; it may be in use.
      """)

  @Argument(help: "The store's file.", completion: .file())
  var file: String

  @Option(help: "The model of the store.", completion: .file())
  var model: String?

  @Option(help: "Print what was committed after this date only, ISO 8601.")
  var since: String?

  @Option(help: "Print what this author has committed only.")
  var author: String?

  @Flag(help: "Print one JSON object per line.")
  var json = false

  func run() throws {
    let date = try since.map(parsed) ?? .distantPast
    let stack = try ReadingStack(
      store: StoreArgument.existing(file), model: model, readsHistory: true)
    for transaction in try transactions(after: date, of: stack) {
      let dump = TransactionDump(transaction)
      Terminal.print(json ? [try dump.json.text()] : dump.lines)
    }
  }

  private func parsed(_ text: String) throws -> Date {
    // A day alone is its beginning.
    let complete = text.contains("T") ? text : text + "T00:00:00Z"
    guard let date = try? Date(complete, strategy: .iso8601) else {
      throw ToolFailure.usage("--since takes a date as 2026-01-31 or 2026-01-31T12:00:00Z")
    }
    return date
  }

  private func transactions(
    after date: Date, of stack: ReadingStack
  ) throws -> [NSPersistentHistoryTransaction] {
    let store = stack.coordinator.persistentStores[0]
    guard try stack.coordinator.statistics(for: store).history != nil else {
      throw ToolFailure("\(file): the store keeps no history")
    }
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = stack.coordinator
    let author = author
    return try context.performAndWait {
      let request = NSPersistentHistoryChangeRequest.fetchHistory(after: date)
      let result = try context.execute(request) as? NSPersistentHistoryResult
      let found = result?.result as? [NSPersistentHistoryTransaction] ?? []
      return author.map { wanted in found.filter { $0.author == wanted } } ?? found
    }
  }
}

/// A transaction of a history, to be printed.
private struct TransactionDump {
  private let transaction: NSPersistentHistoryTransaction

  init(_ transaction: NSPersistentHistoryTransaction) { self.transaction = transaction }

  var json: JSONValue {
    [
      "transaction": JSONValue(Int(transaction.transactionNumber)),
      "date": .string(transaction.timestamp.formatted(.iso8601)),
      "author": JSONValue(transaction.author), "context": JSONValue(transaction.contextName),
      "process": .string(transaction.processID),
      "changes": .array((transaction.changes ?? []).map(json)),
    ]
  }

  private func json(_ change: NSPersistentHistoryChange) -> JSONValue {
    [
      "kind": .string(kind(change)),
      "object": .string(change.changedObjectID.uriRepresentation().absoluteString),
      "properties": JSONValue(properties(change)),
    ]
  }

  /// A line for the transaction, and one for each change.
  var lines: [String] {
    let origin = [transaction.author, transaction.contextName].compactMap(\.self)
    let head =
      "\(transaction.transactionNumber)  \(transaction.timestamp.formatted(.iso8601))"
      + (origin.isEmpty ? "" : "  " + origin.joined(separator: ", "))
    return [Terminal.heading(head)]
      + (transaction.changes ?? []).map { change in
        let id = change.changedObjectID
        let place = id.uriRepresentation().lastPathComponent
        let names = properties(change)
        return "  \(kind(change)) \(id.entity.name ?? "") \(place)"
          + (names.isEmpty ? "" : ": " + names.joined(separator: ", "))
      }
  }

  private func properties(_ change: NSPersistentHistoryChange) -> [String] {
    (change.updatedProperties ?? []).map(\.name).sorted()
  }

  private func kind(_ change: NSPersistentHistoryChange) -> String {
    switch change.changeType {
    case .insert: "insert"
    case .update: "update"
    case .delete: "delete"
    }
  }
}
