// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// One storable value: the closed vocabulary for query constants and single reads.
///
/// Rows do not consist of these; a row's slots are read directly.
package enum AttributeValue: Hashable, Sendable {
  case null
  /// Integers of every width, and Booleans as 0 and 1.
  case integer(Int64)
  /// Doubles and floats.
  case double(Double)
  case decimal(Decimal)
  /// Strings and URIs.
  case string(String)
  /// Seconds since 2001-01-01 00:00 UTC.
  case date(Double)
  /// Binary data and transformed values.
  case data(Data)
  case uuid(UUID)
  /// A to-one destination.
  case reference(ObjectKey)

  package var isNull: Bool {
    if case .null = self { true } else { false }
  }
}
