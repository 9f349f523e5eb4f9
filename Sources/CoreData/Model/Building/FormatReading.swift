// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import class PredicateLanguage.NSExpression

/// Parses the predicates and expressions of model files, naming the place when they do not parse.
enum FormatReading {
  static func predicate(
    _ format: String, arguments: [Any] = [], place: String, model: String
  ) throws -> NSPredicate {
    do { return try NSPredicate.parse(format: format, arguments: arguments) } catch {
      throw failure("predicate", format: format, place: place, model: model, error: error)
    }
  }

  static func expression(_ format: String, place: String, model: String) throws -> NSExpression {
    do { return NSExpression(node: try ExpressionNode.parse(format)) } catch {
      throw failure("expression", format: format, place: place, model: model, error: error)
    }
  }

  private static func failure(
    _ kind: String, format: String, place: String, model: String, error: any Error
  ) -> CocoaError {
    .make(
      .fileReadCorruptFile,
      reason: "The \(kind) '\(format)' of \(place) in model '\(model)' does not parse: \(error)",
      underlying: error)
  }
}
