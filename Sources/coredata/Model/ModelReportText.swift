// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import ModelFormat

/// A model report for people.
struct ModelReportText {
  private let report: ModelReport

  init(_ report: ModelReport) { self.report = report }

  var lines: [String] {
    guard let document = report.document else { return report.diagnostics.map(\.description) }
    return summary(of: document) + document.entities.flatMap { entity($0, document) }
      + document.composites.flatMap(composite) + configurations(of: document)
      + fetchRequests(of: document) + versions(of: document)
      + diagnostics
  }

  private func summary(of document: ModelDocument) -> [String] {
    let parts = [
      Figures.count(document.entities.count, "entity"),
      Figures.count(document.configurations.count, "configuration"),
      Figures.count(document.fetchRequests.count, "fetch request"),
    ]
    return [Terminal.heading("Model \(document.name)") + ": " + parts.joined(separator: ", ")]
  }

  private func entity(_ entity: EntityDocument, _ document: ModelDocument) -> [String] {
    var title = Terminal.heading(entity.name) + " (class \(entity.swiftClassName)"
    if let parent = entity.parentName { title += ", parent \(parent)" }
    title += entity.isAbstract ? ", abstract)" : ")"
    var table = TextTable([.text("Property"), .text("Type"), .text("")])
    table.rows += entity.attributes.map { [$0.name, $0.typeName, $0.remarks] }
    table.rows += entity.relationships.map { [$0.name, $0.destinationText, $0.remarks] }
    table.rows += entity.fetchedProperties.map {
      [$0.name, "[\($0.fetchRequest?.entityName ?? "?")]", $0.fetchRequest?.predicateString ?? ""]
    }
    let rows = table.rows.isEmpty ? [] : Array(table.lines().dropFirst())
    let constraints = entity.uniquenessConstraints.map { "  unique: " + $0.joined(separator: ", ") }
    return ["", title] + rows + constraints + entity.allIndexes.map { "  index: " + $0.text }
  }

  private func composite(_ composite: CompositeDocument) -> [String] {
    section(
      "Composite \(composite.name)",
      composite.attributes.map { [$0.name, $0.typeName, $0.remarks] })
  }

  private func configurations(of document: ModelDocument) -> [String] {
    section(
      "Configurations",
      document.configurations.map {
        [$0.name, $0.memberEntityNames.joined(separator: ", ")]
      })
  }

  private func fetchRequests(of document: ModelDocument) -> [String] {
    section(
      "Fetch requests",
      document.fetchRequests.map { [$0.name, $0.entityName, $0.predicateString ?? ""] })
  }

  private func versions(of document: ModelDocument) -> [String] {
    let hashes = document.entityVersionHashes()
    return section(
      "Version \(document.versionChecksum)",
      document.entities.map { [$0.name, hashes[$0.name]?.base64EncodedString() ?? ""] })
  }

  private var diagnostics: [String] {
    if report.diagnostics.isEmpty { return ["", "No errors, no warnings."] }
    return [""] + report.diagnostics.map(\.description)
  }

  private func section(_ title: String, _ rows: [[String]]) -> [String] {
    guard let width = rows.map(\.count).max() else { return [] }
    var table = TextTable(Array(repeating: .text(""), count: width))
    table.rows = rows
    return ["", Terminal.heading(title)] + table.lines().dropFirst()
  }
}

extension RelationshipDocument {
  fileprivate var destinationText: String {
    isToMany ? "\(isOrdered ? "ordered " : "")to many \(destinationName)" : "to \(destinationName)"
  }
}

extension FetchIndexDocument {
  fileprivate var text: String {
    let parts = elements.map { element in
      (element.property ?? element.expression ?? "?") + (element.isRTree ? " R-tree" : "")
        + (element.isAscending ? "" : " descending")
    }
    let condition = partialIndexPredicate.map { " where \($0)" } ?? ""
    return "\(name) (\(parts.joined(separator: ", ")))\(condition)"
  }
}
