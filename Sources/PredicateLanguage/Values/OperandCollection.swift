// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The elements of an array or a set of any class.
package struct OperandCollection {
  /// The kind of collection that the elements came from, which is what a mapping of them becomes.
  package enum Kind: Sendable {
    case array
    case set
    case orderedSet
  }

  package let kind: Kind
  package let elements: [Any?]

  package init(kind: Kind, elements: [Any?]) {
    self.kind = kind
    self.elements = elements
  }

  /// The elements of a collection; nil for anything else. Cost: O(elements).
  package init?(_ value: Any) {
    switch value {
    case let array as [Any]: self.init(kind: .array, elements: array)
    case let array as [Any?]: self.init(kind: .array, elements: array)
    case let set as NSOrderedSet: self.init(kind: .orderedSet, elements: set.map { $0 })
    case let set as NSSet: self.init(kind: .set, elements: set.map { $0 })
    case let array as NSArray: self.init(kind: .array, elements: array.map { $0 })
    case let set as Set<AnyHashable>: self.init(kind: .set, elements: set.map { $0.base })
    case let range as any BoundedRange: self.init(kind: .array, elements: range.bounds)
    default: return nil
    }
  }

  /// The elements as a collection of their kind; nil elements become `NSNull`.
  ///
  /// Decimals are in an array, each once: the hash of a decimal number asks itself without end on
  /// Linux, so that no set can hold one.
  package var value: Any {
    let objects: [Any] = elements.map { $0 ?? NSNull() }
    if kind != .array, let decimals = OperandCollection.distinctDecimals(objects) {
      return decimals
    }
    switch kind {
    case .array: return objects
    case .set: return NSSet(array: objects)
    case .orderedSet: return NSOrderedSet(array: objects)
    }
  }
}

extension OperandCollection {
  /// Returns decimals and nulls, each once; nil if all is something else.
  private static func distinctDecimals(_ objects: [Any]) -> [Any]? {
    var seen = Set<Decimal?>()
    guard objects.contains(where: { decimal($0) != nil }) else { return nil }
    return objects.filter { seen.insert(decimal($0)).inserted }
  }

  private static func decimal(_ value: Any) -> Decimal? {
    (value as? NSDecimalNumber)?.decimalValue
  }
}

/// A closed range, which stands for the array of its bounds as in `BETWEEN`.
private protocol BoundedRange {
  var bounds: [Any?] { get }
}

extension ClosedRange: BoundedRange {
  var bounds: [Any?] { [lowerBound, upperBound] }
}
