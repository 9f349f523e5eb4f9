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
  /// The elements by their values, in a list that is searched many times.
  let members: MemberIndex?

  package init(kind: Kind, elements: [Any?]) {
    self.init(kind: kind, elements: elements, members: nil)
  }

  private init(kind: Kind, elements: [Any?], members: MemberIndex?) {
    self.kind = kind
    self.elements = elements
    self.members = members
  }

  /// The same elements, to be searched many times. Cost: O(elements).
  var indexed: OperandCollection {
    OperandCollection(kind: kind, elements: elements, members: members ?? MemberIndex(elements))
  }

  /// The elements of an array or a set of Swift's; nil for anything else. Cost: O(elements).
  init?(listed value: Any) {
    guard let list = value as? any ListedElements else { return nil }
    self.init(kind: type(of: list).kind, elements: list.listed)
  }

  /// The elements of a collection; nil for anything else. Cost: O(elements).
  package init?(_ value: Any) {
    switch value {
    case let array as [Any]: self.init(kind: .array, elements: array)
    case let array as [Any?]: self.init(kind: .array, elements: array)
    case let set as NSOrderedSet: self.init(kind: .orderedSet, elements: set.map { $0 })
    case let set as NSSet: self.init(kind: .set, elements: set.map { $0 })
    case let array as NSArray: self.init(kind: .array, elements: array.map { $0 })
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

/// An array or a set of Swift's, whose elements are seen without bridging it.
package protocol ListedElements {
  static var kind: OperandCollection.Kind { get }
  var listed: [Any?] { get }
}

extension Array: ListedElements {
  package static var kind: OperandCollection.Kind { .array }
  package var listed: [Any?] { map { $0 } }
}

extension Set: ListedElements {
  package static var kind: OperandCollection.Kind { .set }
  package var listed: [Any?] { map { AnyHashable($0).base } }
}

/// A closed range, which stands for the array of its bounds as in `BETWEEN`.
private protocol BoundedRange {
  var bounds: [Any?] { get }
}

extension ClosedRange: BoundedRange {
  var bounds: [Any?] { [lowerBound, upperBound] }
}
