// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import CoreData

/// `coredata store info FILE [--json]`
struct StoreInfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Type, metadata, row counts and next free IDs of a store; no model is needed.")

  @Argument(help: "The store's file.", completion: .file())
  var file: String

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    let report = try StoreFileReport.inspect(StoreArgument.existing(file))
    Terminal.print(json ? [try Self.json(report).text(isPretty: true)] : Self.lines(report, file))
  }

  private static func json(_ report: StoreFileReport) -> JSONValue {
    let entities: [JSONValue] = report.entities.map {
      ["name": .string($0.name), "rows": JSONValue($0.rows), "nextID": JSONValue($0.nextID)]
    }
    return [
      "type": .string(report.type), "uuid": .string(report.identifier),
      "metadata": JSONValue(foundation: report.metadata), "entities": .array(entities),
      "bytes": JSONValue(report.bytes),
    ]
  }

  private static func lines(_ report: StoreFileReport, _ file: String) -> [String] {
    var head = TextTable([.text(""), .text("")])
    head.rows = [
      ["Type", report.type], ["UUID", report.identifier], ["Size", Figures.bytes(report.bytes)],
    ]
    head.rows += report.metadata.keys.sorted().compactMap { key in
      metadataText(report.metadata[key]).map { [key, $0] }
    }
    var table = TextTable([.text("Entity"), .number("Rows"), .number("Next ID")])
    table.rows = report.entities.map {
      [$0.name, Figures.count($0.rows), $0.nextID.map(Figures.count) ?? "–"]
    }
    return [Terminal.heading(file)] + head.lines().dropFirst() + [""] + table.lines()
  }

  /// Simple values only; the hashes of entities are for `--json`.
  private static func metadataText(_ value: Any?) -> String? {
    switch value {
    case let text as String: text
    case let number as NSNumber: number.stringValue
    case let list as [String]: list.joined().isEmpty ? nil : list.joined(separator: ", ")
    default: nil
    }
  }
}
