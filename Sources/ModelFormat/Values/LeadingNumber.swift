// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The number at the beginning of a text, as C's conversions find it, without regard to a locale.
struct LeadingNumber {
  /// Optional sign and digits; empty when the text begins otherwise.
  let integerText: String
  /// Optional sign, digits, fraction and exponent; empty when the text begins otherwise.
  let decimalText: String

  init(_ text: String) {
    var rest = Substring(text).drop(while: \.isWhitespace)
    let sign = Self.sign(&rest)
    let whole = Self.take(&rest, while: Self.isDigit)
    integerText = whole.isEmpty ? "" : sign + whole
    let fraction = Self.fraction(&rest)
    let hasDigits = !whole.isEmpty || fraction.count > 1
    let mantissa = sign + (whole.isEmpty ? "0" : whole) + fraction
    decimalText = hasDigits ? mantissa + Self.exponent(rest) : ""
  }

  /// The integer; 0 when there is none, and the nearest one when it is out of range.
  var integer: Int64 {
    if integerText.isEmpty { return 0 }
    return Int64(integerText) ?? (integerText.hasPrefix("-") ? .min : .max)
  }

  /// The floating-point number; 0 when there is none.
  var double: Double { Double(decimalText) ?? 0 }

  /// The decimal number; `nil` when there is none.
  var decimal: Decimal? {
    decimalText.isEmpty
      ? nil : Decimal(string: decimalText, locale: Locale(identifier: "en_US_POSIX"))
  }

  private static func fraction(_ rest: inout Substring) -> String {
    guard rest.first == "." else { return "" }
    rest.removeFirst()
    let digits = take(&rest, while: isDigit)
    return digits.isEmpty ? "" : "." + digits
  }

  private static func exponent(_ rest: Substring) -> String {
    guard let mark = rest.first, mark == "e" || mark == "E" else { return "" }
    var rest = rest.dropFirst()
    let sign = sign(&rest)
    let digits = take(&rest, while: isDigit)
    return digits.isEmpty ? "" : "e" + sign + digits
  }

  private static func sign(_ rest: inout Substring) -> String {
    guard let first = rest.first, first == "-" || first == "+" else { return "" }
    rest.removeFirst()
    return String(first)
  }

  private static func take(_ rest: inout Substring, while matches: (Character) -> Bool) -> String {
    let taken = rest.prefix(while: matches)
    rest = rest[taken.endIndex...]
    return String(taken)
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}
