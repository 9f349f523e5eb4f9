// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A condition on rows, bound to slots: no names, no objects, no `Any`.
///
/// How nulls count is said by the query's ``NullSemantics``. Every store evaluates every filter.
package indirect enum Filter: Hashable, Sendable {
  case constant(Bool)
  /// True when empty.
  case and([Filter])
  /// False when empty.
  case or([Filter])
  case not(Filter)
  case compare(Operand, ComparisonOperator, Operand, StringOptions)
  case isNull(Operand)
  /// `lower <= operand && operand <= upper`.
  case between(Operand, lower: Operand, upper: Operand)
  /// Equal to one of the values (never null, see ``isNull(_:)``).
  case isIn(Operand, [AttributeValue], StringOptions)
  /// A string operator; the pattern is the right-hand side.
  case match(StringOperator, Operand, pattern: Operand, StringOptions)
  /// The object that a path ending in `.key` or `.toOne` leads to is one of these.
  case isObject(ColumnPath, [ObjectKey])
  /// The object that the path (as above) leads to is of one of these concrete entities.
  case isEntity(ColumnPath, [Int])
  /// Some, all or none of the members of a to-many satisfy a filter on the destination entity.
  case quantified(Quantifier, ToManyPath, Filter)
}

package enum ComparisonOperator: Hashable, Sendable, CaseIterable {
  case equal
  case notEqual
  case less
  case lessOrEqual
  case greater
  case greaterOrEqual
}

package enum StringOperator: Hashable, Sendable, CaseIterable {
  case contains
  case beginsWith
  case endsWith
  /// `?` one character, `*` any number, `\` escapes; the whole string.
  case like
  /// An ICU regular expression that matches the whole string.
  case matches
}

package enum Quantifier: Hashable, Sendable, CaseIterable {
  /// False over an empty collection.
  case any
  /// True over an empty collection.
  case all
  case none
}

/// How strings are compared. Empty: by code point, as bytes of UTF-8 compare.
package struct StringOptions: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let caseInsensitive = StringOptions(rawValue: 1)
  package static let diacriticInsensitive = StringOptions(rawValue: 2)
  package static let normalized = StringOptions(rawValue: 4)
  package static let localeSensitive = StringOptions(rawValue: 8)
}

/// The result of a comparison with a null.
package enum NullSemantics: Hashable, Sendable {
  /// As predicates are evaluated in memory: `null == null` and `null != 5` are true, an order
  /// comparison, string operator, IN or BETWEEN with a null operand is false; NOT inverts.
  case definite
  /// As in SQL: each of those is unknown, NOT unknown is unknown, and unknown rows do not match.
  case unknown
}
