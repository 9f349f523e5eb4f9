// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage

// R-PRED-003: a file that imports Foundation too has to say which class it means.
typealias NSExpression = PredicateLanguage.NSExpression
typealias NSComparisonPredicate = PredicateLanguage.NSComparisonPredicate

/// A managed object's stand-in: reads values by key and compares by identity.
final class Sample: PredicateReading, PredicateIdentity {
  let id: Int
  let values: [String: Any?]
  var reads = 0

  init(_ id: Int = 0, _ values: [String: Any?] = [:]) {
    self.id = id
    self.values = values
  }

  func predicateValue(forKey key: String) throws(EvaluationError) -> Any? {
    reads += 1
    guard let value = values[key] else {
      throw .undefinedKey(key, type: "Sample")
    }
    return value
  }

  var identityToken: AnyHashable { id }
  var identityURL: URL? { URL(string: "x-coredata://store/Sample/p\(id)") }
}

/// The identifier of a `Sample`.
struct SampleID: PredicateIdentity {
  let id: Int

  var identityToken: AnyHashable { id }
  var identityURL: URL? { nil }
}

/// Evaluates a format, for tests that look at the result or the error.
func holds(_ format: String, _ arguments: Any?..., for object: Any? = nil) throws -> Bool {
  try NSPredicate.parse(format: format, arguments: arguments).holds(for: object)
}

/// Evaluates an expression.
func value(_ format: String, for object: Any? = nil) throws -> Any? {
  try NSExpression(format: format).value(with: object)
}
