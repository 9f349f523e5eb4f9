// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import StoreInterface

/// A stored row, as the expressions of a batch update read it: its attributes.
struct BatchRowReader: PredicateReading {
  let row: Row
  let layout: PropertyLayout

  func predicateValue(forKey key: String) throws(EvaluationError) -> Any? {
    guard let record = layout.record(named: key), record.isPersistent else {
      throw .undefinedKey(key, type: layout.schema.name)
    }
    if record.kind == .composite {
      return CompositeCoding.dictionary(row, leaves: record.leaves)
    }
    guard record.kind == .attribute, record.slot >= 0, let type = record.type else {
      throw .unsupported(
        "'\(key)' of \(layout.schema.name) is a relationship, which a batch update cannot follow.")
    }
    let value = PropertyValue(row, slot: record.slot, type: type).clientValue(type: type)
    guard type == .transformable, let data = value as? Data else { return value }
    return TransformableCoding.value(data, of: record.description)
  }

  /// Returns the value of an expression over the row.
  func value(of expression: NSExpression) throws -> Any? {
    do {
      return try PredicateEvaluator.value(of: expression.node, with: self)
    } catch {
      throw CocoaError.make(
        exception: .invalidArgument,
        reason: "The expression \(expression) of a batch update cannot be evaluated: \(error)")
    }
  }
}
