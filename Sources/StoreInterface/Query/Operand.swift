// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A value computed from a row.
package indirect enum Operand: Hashable, Sendable {
  case value(AttributeValue)
  case column(ColumnPath)
  /// How many members of a to-many satisfy a filter on the destination (nil: all members).
  case count(ToManyPath, where: Filter?)
  /// A statistic over a column of a to-many's members. Nulls are skipped; the sum of nothing is
  /// zero, every other statistic of nothing is null.
  case aggregate(AggregateFunction, ToManyPath, ColumnPath)
  /// Null when an argument is null.
  case function(ScalarFunction, [Operand])
  /// The first operand where the filter holds, else the second.
  case conditional(Filter, Operand, Operand)
}

package enum AggregateFunction: Hashable, Sendable, CaseIterable {
  case sum
  case average
  case minimum
  case maximum
}

/// Functions of one or two arguments. Integers stay integers under `add`, `subtract`, `multiply`,
/// `divide`, which rounds towards zero, and `modulus`; anything else is computed as a double (or
/// decimal when one is). A divisor of zero gives null.
package enum ScalarFunction: Hashable, Sendable, CaseIterable {
  case add, subtract, multiply, divide, modulus, power
  case absolute, ceiling, floor, truncate, squareRoot, naturalLogarithm, logarithm, exponential
  case bitwiseAnd, bitwiseOr, bitwiseXor, leftShift, rightShift, onesComplement
  case lowercase, uppercase, length, canonical
}
