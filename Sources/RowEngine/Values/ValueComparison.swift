// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
package import StoreInterface

/// Order and equality of two values that are not null.
///
/// Numbers compare by value whatever their kind, dates with dates, and so on; values of different
/// kinds are unequal and have no order.
package enum ValueComparison {
  /// -1, 0 or 1; nil when the values have no order. References go by their number.
  package static func order(
    _ a: AttributeValue, _ b: AttributeValue, options: StringOptions
  ) -> Int? {
    switch (a, b) {
    case (.integer(let a), .integer(let b)): NumberComparison.order(a, b)
    case (.double(let a), .double(let b)), (.date(let a), .date(let b)):
      NumberComparison.order(a, b)
    case (.integer(let a), .double(let b)): NumberComparison.order(a, b)
    case (.double(let a), .integer(let b)): NumberComparison.order(b, a).map(-)
    case (.decimal, _), (_, .decimal): decimalOrder(a, b)
    case (.string(let a), .string(let b)): TextOrder.order(a, b, options: options)
    case (.data(let a), .data(let b)): ByteOrder.order(a, b)
    case (.uuid(let a), .uuid(let b)): ByteOrder.order(a, b)
    case (.reference(let a), .reference(let b)): NumberComparison.order(a.number, b.number)
    default: nil
    }
  }

  private static func decimalOrder(_ a: AttributeValue, _ b: AttributeValue) -> Int? {
    switch (a, b) {
    case (.decimal(let a), .decimal(let b)): NumberComparison.order(a, b)
    case (.decimal(let a), .integer(let b)): NumberComparison.order(a, Decimal(b))
    case (.integer(let a), .decimal(let b)): NumberComparison.order(Decimal(a), b)
    case (.decimal(let a), .double(let b)): NumberComparison.order(a, b)
    case (.double(let a), .decimal(let b)): NumberComparison.order(b, a).map(-)
    default: nil
    }
  }

  /// Objects are equal when they have one number in one hierarchy of one store.
  package static func areEqual(
    _ a: AttributeValue, _ b: AttributeValue, options: StringOptions, schema: StoreSchema
  ) -> Bool {
    if case .reference(let a) = a, case .reference(let b) = b { return schema.isSame(a, b) }
    if case .string(let a) = a, case .string(let b) = b {
      return TextOrder.areEqual(a, b, options: options)
    }
    return order(a, b, options: options) == 0
  }

  /// Returns true if an operator holds between two values that are not null.
  package static func holds(
    _ comparison: ComparisonOperator, between a: AttributeValue, and b: AttributeValue,
    options: StringOptions, schema: StoreSchema
  ) -> Bool {
    switch comparison {
    case .equal: return areEqual(a, b, options: options, schema: schema)
    case .notEqual: return !areEqual(a, b, options: options, schema: schema)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return order(a, b, options: options).map(comparison.accepts) ?? false
    }
  }
}

extension ComparisonOperator {
  /// Returns true if the operator holds of an order of -1, 0 or 1.
  package func accepts(_ order: Int) -> Bool {
    switch self {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    }
  }

  /// The operator with its sides exchanged.
  package var flipped: ComparisonOperator {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }
}

extension StoreSchema {
  /// Returns true if two keys stand for one object: numbers are unique in a hierarchy of a store.
  package func isSame(_ a: ObjectKey, _ b: ObjectKey) -> Bool {
    a.number == b.number && a.store == b.store
      && (a.entity == b.entity || entities[a.entity].root == entities[b.entity].root)
  }
}

extension Row {
  /// Returns a to-one destination with the store ordinal that rows made above the stores keep in
  /// the high half of the entity's slot (zero in stored rows); nil for null.
  package func destination(_ slot: Int) -> ObjectKey? {
    guard !isNull(slot) else { return nil }
    let bits = bits(slot + 1)
    return ObjectKey(
      entity: Int(bits & 0xFFFF_FFFF), number: integer(slot), store: Int(bits >> 32))
  }
}
