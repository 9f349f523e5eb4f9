// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Writes what `-com.apple.CoreData.SQLDebug` asks for, as Apple's framework words it (R-REQ-103).
///
/// From 1 on statements, row counts and times; from 2 on the values of parameters too; at 4 the engine's
/// plans. Stores without SQL say in its place how they find and write their rows.
struct StatementLog: Sendable {
  let level: Int
  let coordinator: Anchor<NSPersistentStoreCoordinator>

  /// Begins to write what a coordinator's stores do, if the program was started so.
  static func begin(for coordinator: NSPersistentStoreCoordinator) {
    let level = DebugSwitches.sqlDebug
    guard level > 0 else { return }
    let log = StatementLog(level: level, coordinator: coordinator.anchor)
    var detail: StoreTraceDetail = []
    if level > 1 { detail.insert(.values) }
    if level > 3 { detail.insert(.plans) }
    coordinator.trace(detail) { event in
      for line in log.lines(for: event) { Log.debug(line) }
    }
  }

  /// A store is about to be opened.
  static func noteOpening(of type: String, at url: URL?) {
    guard DebugSwitches.sqlDebug > 0 else { return }
    Log.debug(
      "annotation: Connecting to \(type.lowercased()) database file at \"\(url?.path ?? "")\"")
  }

  func lines(for event: StoreTraceEvent) -> [String] {
    var lines = facts(of: event)
    if let error = event.error { lines.append("error: \(error)") }
    return lines
  }

  private func facts(of event: StoreTraceEvent) -> [String] {
    switch event.kind {
    case .statement: statement(event)
    case .fetch:
      way(event) + [
        "annotation: total fetch execution time: \(time(event)) for \(event.rowCount ?? 0) rows."
      ]
    case .count:
      way(event) + [
        "annotation: total count request execution time: \(time(event)) for count of "
          + "\(event.rowCount ?? 0)."
      ]
    case .fault:
      [
        "annotation: fault fulfilled from database for : \(object(event)). Got "
          + "\(event.rowCount ?? 0) rows in \(time(event))"
      ]
    case .relationship:
      [
        "annotation: to-many relationship fault \"\(event.text)\" for objectID \(object(event)) "
          + "fulfilled from database.  Got \(event.rowCount ?? 0) rows in \(time(event))"
      ]
    case .save: [head(event) + "save execution time: \(time(event)): \(event.text)"]
    case .batch: [head(event) + "batch execution time: \(time(event)): \(event.text)"]
    case .conflict:
      [head(event) + "conflict of \(event.entityName ?? "an object"): \(event.text)"]
    case .wait: [head(event) + "\(event.text) for \(time(event))"]
    case .recovery: [head(event) + event.text]
    case .open: ["annotation: Connected to \(event.text) in \(time(event))"]
    case .close: ["annotation: Disconnected from \(event.text)"]
    }
  }

  private func statement(_ event: StoreTraceEvent) -> [String] {
    var lines = ["sql: \(event.text)"]
    for (place, value) in event.values.enumerated() {
      lines.append("details: SQLite bind[\(place)] = \(text(value))")
    }
    lines += event.plan.map { "details: query plan: \($0)" }
    guard event.text.hasPrefix("SELECT") else { return lines }
    lines.append("annotation: sql connection fetch time: \(time(event))")
    if level > 1 {
      lines.append(
        "details: fetch with sql text '\(event.text)' returned \(event.rowCount ?? 0) rows")
    }
    return lines
  }

  /// How a store without statements has found its rows.
  private func way(_ event: StoreTraceEvent) -> [String] {
    guard !event.text.hasPrefix("SELECT"), !event.text.isEmpty else { return [] }
    return ["query: \(event.text)"] + event.plan.map { "details: query plan: \($0)" }
  }

  private func head(_ event: StoreTraceEvent) -> String {
    "annotation: \(event.store?.name ?? "a store"): "
  }

  private func object(_ event: StoreTraceEvent) -> String {
    event.objectID.map { "\($0.uriRepresentation())" } ?? "(none)"
  }

  /// Texts in double quotes, and no value as Apple's log has it.
  private func text(_ literal: String) -> String {
    if literal == "NULL" { return "nil" }
    guard literal.hasPrefix("'"), literal.hasSuffix("'"), literal.count > 1 else { return literal }
    return "\"\(literal.dropFirst().dropLast().replacingOccurrences(of: "''", with: "'"))\""
  }

  /// Seconds with four places.
  private func time(_ event: StoreTraceEvent) -> String {
    let (seconds, attoseconds) = event.duration.components
    return String(format: "%.4fs", Double(seconds) + Double(attoseconds) / 1e18)
  }
}
