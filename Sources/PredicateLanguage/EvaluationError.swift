// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Why a predicate, an expression or a sort descriptor could not be evaluated.
package enum EvaluationError: Error, Equatable {
  /// An object has no property of that name.
  case undefinedKey(String, type: String)
  /// A variable without a value.
  case unboundVariable(String)
  /// `ANY`, `ALL`, a collection operator or a subquery met something that is not a collection.
  case notACollection(String, found: String)
  /// A string operator met something that is not a string.
  case notAString(String, found: String)
  /// `BETWEEN` needs an array of two bounds.
  case invalidBounds(String)
  /// A regular expression that does not compile.
  case invalidPattern(String)
  /// A regular expression that takes too many steps on some text.
  case excessivePattern(String)
  /// A function met an argument it cannot take.
  case invalidArgument(function: String, reason: String)
  /// No function of that name.
  case unknownFunction(String)
  /// A sort descriptor with a selector that is not one of the five comparisons.
  case unsupportedSelector(String)
  /// A construct that has no meaning here, with a sentence.
  case unsupported(String)
  /// An error that code of the application threw.
  case failed(String)
}

extension EvaluationError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .undefinedKey(let key, let type):
      "The value of class \(type) is not key value coding-compliant for the key \(key)."
    case .unboundVariable(let name): "The variable $\(name) has no value."
    case .notACollection(let subject, let found):
      "Can't use \(subject) with \(found), which is not a collection."
    case .notAString(let subject, let found):
      "Can't use \(subject) with \(found), which is not a string."
    case .invalidBounds(let found):
      "BETWEEN needs an array of a lower and an upper bound, not \(found)."
    case .invalidPattern(let text): "Can't open pattern \(text): not a regular expression."
    case .excessivePattern(let text):
      "The regular expression \(text) takes too many steps on some text."
    case .invalidArgument(let function, let reason): "Can't evaluate \(function): \(reason)."
    case .unknownFunction(let name): "There is no function named \(name)."
    case .unsupportedSelector(let name): "unsupported NSSortDescriptor selector: \(name)"
    case .unsupported(let sentence), .failed(let sentence): sentence
    }
  }
}

extension EvaluationError: LocalizedError {
  package var errorDescription: String? { description }
}
