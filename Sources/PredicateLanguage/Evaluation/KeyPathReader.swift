// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Resolves dotted paths: the substitute for key-value coding.
package enum KeyPathReader {
  /// Returns the value at a path. Nil anywhere gives nil; through a collection the keys are mapped,
  /// and an operator behind them reduces what the mapping gave.
  package static func value(
    at path: ArraySlice<String>, of object: Any?
  ) throws(EvaluationError) -> Any? {
    var value = OperandValue.flattened(object)
    var rest = path
    while let key = rest.first, let object = value {
      if key.hasPrefix("@") {
        return try CollectionOperator.apply(key, rest.dropFirst(), to: object)
      }
      if key == "self" || key == "SELF" {
        rest = rest.dropFirst()
      } else if let reading = object as? any PredicateReading {
        value = OperandValue.flattened(try reading.predicateValue(forKey: key))
        rest = rest.dropFirst()
      } else if let collection = mappedCollection(object) {
        let keys = rest.prefix { !$0.hasPrefix("@") }
        value = try map(collection, keys).value
        rest = rest.dropFirst(keys.count)
      } else {
        value = OperandValue.flattened(try read(key, of: object))
        rest = rest.dropFirst()
      }
    }
    return value
  }

  /// Returns the collection that a key is mapped over; nil when the key belongs to the object.
  private static func mappedCollection(_ object: Any) -> OperandCollection? {
    guard case .collection(let collection) = OperandValue(object) else { return nil }
    return collection
  }

  /// Returns the values of a path for the elements of a collection.
  static func map(
    _ collection: OperandCollection, _ path: ArraySlice<String>
  ) throws(EvaluationError) -> OperandCollection {
    var mapped: [Any?] = []
    mapped.reserveCapacity(collection.elements.count)
    for element in collection.elements {
      mapped.append(try value(at: path, of: OperandValue.flattened(element)))
    }
    return OperandCollection(kind: collection.kind, elements: mapped)
  }

  /// The value of one property of what is neither a collection nor a reading object.
  private static func read(_ key: String, of object: Any) throws(EvaluationError) -> Any? {
    if let dictionary = object as? [String: Any] { return dictionary[key] }
    let operand = OperandValue(object)
    if case .dictionary(let entries) = operand { return entries[AnyHashable(key)] }
    if let value = FunctionTable.property(key, of: operand) { return value }
    if let value = MirroredProperty.value(key, of: object) { return value }
    throw .undefinedKey(key, type: "\(type(of: object))")
  }
}
