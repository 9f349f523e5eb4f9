// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The operators in key paths: `@count`, `@sum.price`, `@distinctUnionOfObjects.name`.
enum CollectionOperator {
  /// Applies an operator to a collection; `rest` is the path of each element that it reduces.
  static func apply(
    _ name: String, _ rest: ArraySlice<String>, to object: Any
  ) throws(EvaluationError) -> Any? {
    if name == "@count", case .dictionary(let entries) = OperandValue(object) {
      return entries.count
    }
    let collection = try PredicateEvaluator.collection(object, name)
    if name == "@count" {
      return try KeyPathReader.value(at: rest, of: collection.elements.count)
    }
    if name.hasSuffix("OfArrays") || name.hasSuffix("OfSets") {
      return try join(name, of: try inner(collection, name, along: rest))
    }
    let values = try KeyPathReader.map(collection, rest).elements
    switch name {
    case "@sum": return try CollectionStatistics.sum(flattened(values))
    case "@avg": return try CollectionStatistics.average(flattened(values))
    case "@min": return CollectionStatistics.extreme(flattened(values), .orderedAscending)
    case "@max": return CollectionStatistics.extreme(flattened(values), .orderedDescending)
    case "@unionOfObjects": return values.compactMap { OperandValue.flattened($0) }
    case "@distinctUnionOfObjects": return distinct(values, like: collection.kind)
    default: throw .unknownFunction(name)
    }
  }

  /// Returns the values in collections in collections, as paths over several to-many steps give
  /// them.
  static func flattened(_ elements: [Any?]) -> [Any?] {
    elements.flatMap { element -> [Any?] in
      guard case .collection(let inner) = OperandValue(element) else { return [element] }
      return flattened(inner.elements)
    }
  }

  /// Returns the elements of the collections that a path leads to from each element of a collection.
  private static func inner(
    _ collection: OperandCollection, _ name: String, along rest: ArraySlice<String>
  ) throws(EvaluationError) -> [Any?] {
    var elements: [Any?] = []
    for element in collection.elements {
      guard let value = try KeyPathReader.value(at: rest, of: element) else { continue }
      elements += try PredicateEvaluator.collection(value, name).elements
    }
    return elements
  }

  private static func join(
    _ name: String, of values: [Any?]
  ) throws(EvaluationError) -> Any? {
    switch name {
    case "@unionOfArrays": return values.compactMap { OperandValue.flattened($0) }
    case "@distinctUnionOfArrays": return distinct(values, like: .array)
    case "@distinctUnionOfSets": return distinct(values, like: .set)
    default: throw .unknownFunction(name)
    }
  }

  private static func distinct(_ values: [Any?], like kind: OperandCollection.Kind) -> Any {
    var seen: [OperandValue] = []
    var found: [Any?] = []
    for value in values {
      guard let value = OperandValue.flattened(value) else { continue }
      let operand = OperandValue(value)
      if OperandComparison.contains(seen, operand) { continue }
      seen.append(operand)
      found.append(value)
    }
    return OperandCollection(kind: kind, elements: found).value
  }
}
