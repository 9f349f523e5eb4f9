// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Exact comparison of numbers of different kinds: -1, 0 or 1; nil when one is not a number.
package enum NumberComparison {
  package static func order(_ a: Int64, _ b: Int64) -> Int { a < b ? -1 : (a > b ? 1 : 0) }

  package static func order(_ a: Double, _ b: Double) -> Int? {
    if a < b { return -1 }
    if a > b { return 1 }
    return a == b ? 0 : nil
  }

  /// Compares without rounding the integer: a double holds 53 bits of it only.
  package static func order(_ a: Int64, _ b: Double) -> Int? {
    if b.isNaN { return nil }
    if b >= 0x1p63 { return -1 }
    if b < -0x1p63 { return 1 }
    let whole = b.rounded(.towardZero)
    let order: Int = self.order(a, Int64(whole))
    return order != 0 ? order : self.order(0.0, b - whole)
  }

  static func order(_ a: Decimal, _ b: Decimal) -> Int? {
    if a.isNaN || b.isNaN { return nil }
    return a < b ? -1 : (a > b ? 1 : 0)
  }

  /// A double is the shortest decimal that leads to it: 0.07 is the decimal 0.07. Doubles beyond a
  /// decimal's range are compared as doubles.
  static func order(_ a: Decimal, _ b: Double) -> Int? {
    if a.isNaN || b.isNaN { return nil }
    guard b == 0 || b.hasDecimal else { return order(a.nearestDouble, b) }
    // Far apart, as most are, without making a decimal.
    let rough = NSDecimalNumber(decimal: a).doubleValue
    if abs(rough - b) > 1e-9 * max(abs(rough), abs(b)) { return order(rough, b) }
    return order(a, b.shortestDecimal)
  }
}
