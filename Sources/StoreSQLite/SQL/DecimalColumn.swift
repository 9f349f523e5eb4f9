// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface

/// How decimals stand in a DECIMAL column.
///
/// SQLite turns text into a number there, which is exact up to fifteen digits and for integers of
/// 64 bits. Longer ones are stored as a blob of their text, which SQLite leaves alone.
enum DecimalColumn {
  /// Returns true if SQLite keeps the number of a plain decimal text.
  static func isExactInSQLite(_ text: UnsafeRawBufferPointer) -> Bool {
    var digits = 0
    var isFraction = false
    for byte in text {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += digits > 0 || byte > 0x30 ? 1 : 0
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "-"), UInt8(ascii: "+"): break
      default: return false
      }
    }
    return digits <= (isFraction ? 15 : 18)
  }

  /// Returns the text of a number that SQLite (or Apple's framework) stored as a double.
  static func of(_ value: Double) -> String {
    let fifteen = String(format: "%.15g", locale: nil, value)
    return DecimalCoding.text(DecimalCoding.decimal(fifteen))
  }
}
#endif
