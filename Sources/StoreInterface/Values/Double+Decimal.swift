// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

extension Double {
  /// True if a decimal can stand for this number, which is neither zero nor without an end.
  package var hasDecimal: Bool { (1e-100..<1e120).contains(magnitude) }

  /// The decimal with the fewest digits that lead back to this number, as programs write it: 0.07, where
  /// `Decimal(_:)` makes 0.07000000000000001024. A whole number is itself. For zero
  /// and what ``hasDecimal``.
  package var shortestDecimal: Decimal {
    if let whole = Int64(exactly: self) { return Decimal(whole) }
    return Decimal(string: "\(self)") ?? .nan
  }
}

extension Decimal {
  /// The floating-point number that is nearest to this one; Foundation's `doubleValue` may be the next to it.
  package var nearestDouble: Double { Double(description) ?? .nan }
}
