// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import CoreData
import Foundation

/// `coredata store stats FILE [--model PATH] [--json]`
struct StoreStatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Objects, bytes and history of a store.",
    discussion: """
      The store is opened for reading only, with the model that is kept in it unless --model names \
      another; it may be in use.
      """)

  @Argument(help: "The store's file.", completion: .file())
  var file: String

  @Option(help: "The model of the store.", completion: .file())
  var model: String?

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    let stack = try ReadingStack(
      store: StoreArgument.existing(file), model: model, readsHistory: true)
    let store = stack.coordinator.persistentStores[0]
    let statistics = try stack.coordinator.statistics(for: store, .deep)
    Terminal.print(json ? [try object(statistics).text(isPretty: true)] : lines(statistics))
  }

  private func object(_ statistics: StoreStatistics) -> JSONValue {
    let bytes: JSONValue = [
      "main": JSONValue(statistics.bytes.main), "log": JSONValue(statistics.bytes.log),
      "blobs": JSONValue(statistics.bytes.blobs), "free": JSONValue(statistics.bytes.free),
    ]
    let entities: [JSONValue] = names(statistics).map { name in
      [
        "name": .string(name), "rows": JSONValue(statistics.rowCounts?[name]),
        "nextID": JSONValue(statistics.nextNumbers?[name].map(Int.init)),
      ]
    }
    let history: JSONValue =
      statistics.history.map { history in
        [
          "transactions": JSONValue(history.transactionCount),
          "oldest": JSONValue(history.oldestDate?.formatted(.iso8601)),
        ]
      } ?? .null
    return [
      "file": .string(file), "bytes": bytes, "entities": .array(entities), "history": history,
      "pendingOutbox": JSONValue(statistics.pendingOutboxCount),
    ]
  }

  private func names(_ statistics: StoreStatistics) -> [String] {
    (statistics.rowCounts ?? [:]).keys.sorted()
  }

  private func lines(_ statistics: StoreStatistics) -> [String] {
    var head = TextTable([.text(""), .text("")])
    head.rows = [
      ["File", Figures.bytes(statistics.bytes.main)], ["Log", Figures.bytes(statistics.bytes.log)],
    ]
    if let blobs = statistics.bytes.blobs { head.rows.append(["Values", Figures.bytes(blobs)]) }
    if let free = statistics.bytes.free { head.rows.append(["Unused", Figures.bytes(free)]) }
    head.rows.append(["History", text(statistics.history)])
    var table = TextTable([.text("Entity"), .number("Rows"), .number("Next ID")])
    table.rows = names(statistics).map { name in
      [
        name, Figures.count(statistics.rowCounts?[name] ?? 0),
        statistics.nextNumbers?[name].map { String($0) } ?? "–",
      ]
    }
    return [Terminal.heading(file)] + head.lines().dropFirst() + [""] + table.lines()
  }

  private func text(_ history: StoreStatistics.History?) -> String {
    guard let history else { return "none" }
    let count = Figures.count(history.transactionCount, "transaction")
    return history.oldestDate.map { "\(count) since \($0.formatted(.iso8601))" } ?? count
  }
}
