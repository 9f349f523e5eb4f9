// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Equality and order of values, as the comparison operators and sort descriptors see them.
package enum OperandComparison {
  /// Returns true if two values are equal: nil equals nil only, classes do not mix, numbers do.
  package static func areEqual(_ left: Any?, _ right: Any?, options: ComparisonOptions = []) -> Bool
  {
    areEqual(OperandValue(left), OperandValue(right), options: options)
  }

  /// Returns true if two sorted values are equal.
  package static func areEqual(
    _ left: OperandValue, _ right: OperandValue, options: ComparisonOptions = []
  ) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.number(let left), .number(let right)): Number.order(left, right) == .orderedSame
    case (.string(let left), .string(let right)):
      StringMatching.areEqual(left, right, options: options)
    case (.date(let left), .date(let right)): left == right
    case (.uuid(let left), .uuid(let right)): left == right
    case (.data(let left), .data(let right)): left == right
    case (.url(let left), .url(let right)): left == right
    case (.identity(let left), .identity(let right)): left.identityToken == right.identityToken
    case (.identity(let object), .url(let url)), (.url(let url), .identity(let object)):
      object.identityURL == url
    case (.collection(let left), .collection(let right)): areEqual(left, right, options: options)
    case (.dictionary(let left), .dictionary(let right)): areEqual(left, right, options: options)
    case (.object(let left), .object(let right)): areSame(left, right)
    default: false
    }
  }

  private static func areEqual(
    _ left: OperandCollection, _ right: OperandCollection, options: ComparisonOptions
  ) -> Bool {
    guard left.elements.count == right.elements.count else { return false }
    guard (left.kind == .set) == (right.kind == .set) else { return false }
    if left.kind == .set {
      let others = right.elements.map { OperandValue($0) }
      return left.elements.allSatisfy { contains(others, OperandValue($0), options: options) }
    }
    return zip(left.elements, right.elements).allSatisfy { areEqual($0, $1, options: options) }
  }

  private static func areEqual(
    _ left: [AnyHashable: Any], _ right: [AnyHashable: Any], options: ComparisonOptions
  ) -> Bool {
    left.count == right.count
      && left.allSatisfy { key, value in
        right[key].map { areEqual(value, $0, options: options) } ?? false
      }
  }

  private static func areSame(_ left: Any, _ right: Any) -> Bool {
    if let left = left as? NSObject, let right = right as? NSObject { return left.isEqual(right) }
    if let left = left as? AnyHashable, let right = right as? AnyHashable { return left == right }
    guard type(of: left) is AnyClass, type(of: right) is AnyClass else { return false }
    return left as AnyObject === right as AnyObject
  }

  /// Returns true if one of the elements equals a value. Cost: O(elements).
  package static func contains(
    _ elements: [OperandValue], _ value: OperandValue, options: ComparisonOptions = []
  ) -> Bool {
    elements.contains { areEqual($0, value, options: options) }
  }

  /// Returns the order of two values of one class; nil when there is none, as with nil or mixed
  /// classes.
  package static func order(
    _ left: OperandValue, _ right: OperandValue, options: ComparisonOptions = []
  ) -> ComparisonResult? {
    switch (left, right) {
    case (.number(let left), .number(let right)): Number.order(left, right)
    case (.string(let left), .string(let right)):
      StringMatching.order(left, right, options: options)
    case (.date(let left), .date(let right)): .of(left, right)
    case (.uuid(let left), .uuid(let right)): order(left, right)
    case (.data(let left), .data(let right)): order(left, right)
    case (.url(let left), .url(let right)):
      StringMatching.order(left.absoluteString, right.absoluteString, options: options)
    default: nil
    }
  }

  /// Returns the order of two UUIDs by their bytes.
  package static func order(_ left: UUID, _ right: UUID) -> ComparisonResult {
    withUnsafeBytes(of: left.uuid) { left in
      withUnsafeBytes(of: right.uuid) { right in
        StringMatching.order(left.bindMemory(to: UInt8.self), right.bindMemory(to: UInt8.self))
      }
    }
  }

  /// Returns the order of two byte strings; a prefix comes first.
  package static func order(_ left: Data, _ right: Data) -> ComparisonResult {
    left.withUnsafeBytes { left in
      right.withUnsafeBytes { right in
        StringMatching.order(left.bindMemory(to: UInt8.self), right.bindMemory(to: UInt8.self))
      }
    }
  }

  /// Returns a total order for sorting: nil first, then what is not a number, then what has an order; the
  /// rest counts as the same.
  package static func sortOrder(_ left: OperandValue, _ right: OperandValue) -> ComparisonResult {
    switch (left.isNull, right.isNull) {
    case (true, true): .orderedSame
    case (true, false): .orderedAscending
    case (false, true): .orderedDescending
    case (false, false): order(left, right) ?? .of(isNumber(left) ? 1 : 0, isNumber(right) ? 1 : 0)
    }
  }

  /// False for what is no number in spite of its type, which is less than all that are.
  private static func isNumber(_ operand: OperandValue) -> Bool {
    if case .number(let number) = operand { !number.isNaN } else { true }
  }
}
