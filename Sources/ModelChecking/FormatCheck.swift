// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import ModelFormat
import PredicateLanguage

/// Parses the predicates and expressions of a model, and looks their keys up.
struct FormatCheck {
  private let document: ModelDocument
  private let file: String
  private let keys: ModelKeys
  private var found: [ModelDiagnostic] = []

  init(_ document: ModelDocument, file: String) {
    self.document = document
    self.file = file
    keys = ModelKeys(document)
  }

  /// In the order of the document.
  func diagnostics() -> [ModelDiagnostic] {
    var check = self
    for entity in document.entities { check.visit(entity) }
    for composite in document.composites {
      for attribute in composite.attributes {
        check.visit(attribute, of: composite.name, keys: nil)
      }
    }
    for request in document.fetchRequests {
      check.visit(request, "fetch request '\(request.name)'")
    }
    return check.found
  }

  // MARK: - What has formats

  private mutating func visit(_ entity: EntityDocument) {
    for attribute in entity.attributes { visit(attribute, of: entity.name, keys: entity.name) }
    for property in entity.fetchedProperties {
      guard let request = property.fetchRequest else { continue }
      visit(
        request, "fetched property '\(entity.name).\(property.name)'", ofPropertyOf: entity.name)
    }
    for index in entity.fetchIndexes { visit(index, of: entity) }
  }

  private mutating func visit(
    _ attribute: AttributeDocument, of owner: String, keys entity: String?
  ) {
    let subject = "'\(owner).\(attribute.name)'"
    if let pattern = attribute.regularExpressionString, attribute.kind == .string,
      (try? NSRegularExpression(pattern: pattern)) == nil  // the reason has no place in it
    {
      add(
        .warning, "the pattern '\(pattern)' of \(subject) is no regular expression",
        at: attribute.line)
    }
    guard attribute.isDerived, let format = attribute.derivationExpression else { return }
    guard
      let node = expression(format, subject: "derived attribute \(subject)", at: attribute.line),
      let entity
    else { return }
    for path in FormatKeys.paths(in: node) where !keys.reaches(path, from: entity) {
      add(
        .error,
        "the derivation of \(subject) names '\(path.joined(separator: "."))', which entity "
          + "'\(entity)' does not have", at: attribute.line)
    }
  }

  private mutating func visit(
    _ request: FetchRequestDocument, _ subject: String, ofPropertyOf owner: String? = nil
  ) {
    guard let format = request.predicateString,
      let node = predicate(format, subject: subject, at: request.line)
    else { return }
    for path in FormatKeys.paths(in: node) where !keys.reaches(path, from: request.entityName) {
      add(
        .warning,
        "the predicate of \(subject) names '\(path.joined(separator: "."))', which entity "
          + "'\(request.entityName)' does not have", at: request.line)
    }
    guard let owner else { return }
    let variables = FetchedPropertyVariables(keys: keys, owner: owner)
    for problem in FormatVariable.all(in: node).compactMap(variables.problem) {
      add(.warning, "the predicate of \(subject) \(problem)", at: request.line)
    }
  }

  private mutating func visit(_ index: FetchIndexDocument, of entity: EntityDocument) {
    let subject = "index '\(index.name)' of entity '\(entity.name)'"
    if let format = index.partialIndexPredicate {
      _ = predicate(format, subject: subject, at: index.line)
    }
    for element in index.elements where element.property == nil {
      if let format = element.expression {
        _ = expression(format, subject: subject, at: element.line)
      }
    }
  }

  // MARK: - Parsing

  private mutating func predicate(
    _ format: String, subject: String, at line: SourceLine
  ) -> PredicateNode? {
    do throws(PredicateFormatError) {
      return PredicateNode(try NSPredicate.parse(format: format))
    } catch {
      add(.error, "the predicate of \(subject) does not parse: \(error.description)", at: line)
      return nil
    }
  }

  private mutating func expression(
    _ format: String, subject: String, at line: SourceLine
  ) -> ExpressionNode? {
    do throws(PredicateFormatError) {
      return try ExpressionNode.parse(format)
    } catch {
      add(.error, "the expression of \(subject) does not parse: \(error.description)", at: line)
      return nil
    }
  }

  private mutating func add(
    _ severity: ModelDiagnostic.Severity, _ message: String, at line: SourceLine
  ) {
    found.append(ModelDiagnostic(severity, file: file, line: line.number, message))
  }
}
