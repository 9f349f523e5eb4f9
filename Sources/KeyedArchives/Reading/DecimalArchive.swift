// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The digits of an archived decimal number: sixteen bytes of which the first are the lowest, unless
/// the archive says that each pair is the other way round.
enum DecimalArchive {
  private static let greatestLength = 8
  private static let bigEndian = 2

  /// Nil for parts that make no number.
  static func number(of object: ArchivedObject) -> NSDecimalNumber? {
    guard let length = object.integer("NS.length"), length <= greatestLength else { return nil }
    guard let exponent = object.integer("NS.exponent"), (-128...127).contains(exponent),
      let mantissa = object.data("NS.mantissa"), mantissa.count == 2 * greatestLength
    else { return nil }
    let isNegative = object.isTrue("NS.negative")
    // No digits and a sign stand for no number.
    if length <= 0 { return isNegative ? .notANumber : .zero }
    let isSwapped = object.integer("NS.mantissa.bo") == bigEndian
    let digits = pairs(mantissa, isSwapped: isSwapped).prefix(length).reversed().reduce(
      Decimal.zero
    ) { $0 * 65536 + Decimal($1) }
    return NSDecimalNumber(
      decimal: Decimal(
        sign: isNegative ? .minus : .plus, exponent: exponent, significand: digits))
  }

  private static func pairs(_ data: Data, isSwapped: Bool) -> [UInt] {
    let bytes = [UInt8](data)
    return stride(from: 0, to: bytes.count, by: 2).map { place in
      let (first, second) = (UInt(bytes[place]), UInt(bytes[place + 1]))
      return isSwapped ? first << 8 | second : second << 8 | first
    }
  }
}
