// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Turns the errors of parsing and evaluation into traps, where Apple's API raises exceptions.
enum FormatTrap {
  static func predicate(_ format: String, _ arguments: [Any?]) -> NSPredicate {
    do throws(PredicateFormatError) {
      return try FormatParser.predicate(format, arguments: arguments).makePredicate()
    } catch {
      preconditionFailure(error.description)
    }
  }

  static func expression(_ format: String, _ arguments: [Any?]) -> ExpressionNode {
    do throws(PredicateFormatError) {
      return try FormatParser.expression(format, arguments: arguments)
    } catch {
      preconditionFailure(error.description)
    }
  }

  static func evaluate(
    _ node: PredicateNode, with object: Any?, variables: [String: Any]?
  ) -> Bool {
    do throws(EvaluationError) {
      return try PredicateEvaluator.evaluate(node, with: object, variables: variables)
    } catch {
      preconditionFailure("\(error) Predicate: \(FormatPrinter.text(node))")
    }
  }
}
