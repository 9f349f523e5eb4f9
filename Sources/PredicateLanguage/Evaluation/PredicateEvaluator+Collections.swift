// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

extension PredicateEvaluator {
  /// Returns the elements for which a predicate holds, as a set when they came from one.
  func subquery(
    _ value: Any?, variable: String, where test: PredicateNode
  ) throws(EvaluationError) -> Any? {
    let collection = try Self.collection(value, "SUBQUERY")
    var inner = self
    var found: [Any?] = []
    for element in collection.elements {
      inner.variables[variable] = element ?? NSNull()
      if try inner.holds(test) { found.append(element) }
    }
    return OperandCollection(kind: collection.kind, elements: found).value
  }

  /// Returns a union, an intersection or a difference, of the kind of the left side.
  func combine(
    _ operation: ExpressionNode.SetOperation, _ left: Any?, with right: Any?
  ) throws(EvaluationError) -> Any? {
    let left = try Self.collection(left, operation.rawValue)
    let others = try Self.collection(right, operation.rawValue)
    let rightOperands = others.elements.map { OperandValue($0) }
    func isInRight(_ element: Any?) -> Bool {
      OperandComparison.contains(rightOperands, OperandValue(element))
    }
    let elements: [Any?]
    switch operation {
    case .intersect: elements = left.elements.filter(isInRight)
    case .minus: elements = left.elements.filter { !isInRight($0) }
    case .union:
      let leftOperands = left.elements.map { OperandValue($0) }
      elements =
        left.elements
        + others.elements.filter { !OperandComparison.contains(leftOperands, OperandValue($0)) }
    }
    return OperandCollection(kind: left.kind, elements: elements).value
  }

  /// Returns the elements of a value; none for nil.
  static func collection(
    _ value: Any?, _ subject: String
  ) throws(EvaluationError) -> OperandCollection {
    switch OperandValue(value) {
    case .null: return OperandCollection(kind: .array, elements: [])
    case .collection(let collection): return collection
    case let other: throw .notACollection(subject, found: other.kind)
    }
  }

  /// Returns the element that a subscript selects; nil of nil, and nil for the first or last of
  /// nothing.
  func element(
    of value: Any?, at index: ExpressionNode.IndexNode
  ) throws(EvaluationError) -> Any? {
    switch OperandValue(value) {
    case .null: return nil
    case .dictionary(let entries): return try entry(of: entries, at: index)
    case .collection(let collection): return try element(of: collection, at: index)
    case let other: throw .notACollection("a subscript", found: other.kind)
    }
  }

  private func entry(
    of entries: [AnyHashable: Any], at index: ExpressionNode.IndexNode
  ) throws(EvaluationError) -> Any? {
    switch index {
    case .size: return entries.count
    case .first, .last: throw .notACollection("FIRST and LAST", found: "a dictionary")
    case .expression(let node):
      return OperandValue.dictionaryKey(try value(of: node)).flatMap { entries[$0] }
    }
  }

  private func element(
    of collection: OperandCollection, at index: ExpressionNode.IndexNode
  ) throws(EvaluationError) -> Any? {
    if case .size = index { return collection.elements.count }
    guard collection.kind != .set else {
      throw .invalidArgument(function: "a subscript", reason: "a set has no order")
    }
    switch index {
    case .size: return collection.elements.count
    case .first: return collection.elements.first ?? nil
    case .last: return collection.elements.last ?? nil
    case .expression(let node):
      return try element(of: collection.elements, at: OperandValue(try value(of: node)))
    }
  }

  private func element(
    of elements: [Any?], at index: OperandValue
  ) throws(EvaluationError) -> Any? {
    guard case .number(let number) = index else {
      throw .invalidArgument(function: "a subscript", reason: "the index is \(index.kind)")
    }
    guard elements.indices.contains(number.truncated) else {
      throw .invalidArgument(
        function: "a subscript",
        reason: "index \(number.text) is beyond the \(elements.count) elements")
    }
    return elements[number.truncated]
  }
}
