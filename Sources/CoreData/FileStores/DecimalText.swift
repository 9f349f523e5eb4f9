// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Decimals as text, without loss.
enum DecimalText {
  private static let locale = Locale(identifier: "en_US_POSIX")

  static func text(_ value: Decimal) -> String {
    if value.isNaN { return "nan" }
    let plain = value.description
    return decimal(plain) == value ? plain : "\(value.significand)e\(value.exponent)"
  }

  /// Nil for what is no number.
  static func decimal(_ text: String) -> Decimal? {
    if text.lowercased() == "nan" { return Decimal.nan }
    // Foundation would be content with a number at the beginning.
    guard text.utf8.count <= 400,
      text.wholeMatch(of: /[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?/) != nil
    else { return nil }
    return Decimal(string: text, locale: locale)
  }
}
