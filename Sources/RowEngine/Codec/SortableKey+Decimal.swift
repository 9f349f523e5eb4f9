// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

extension SortableKey {
  /// A decimal number from its plain text: a sign byte (`00` not a number, `40` negative, `80`
  /// zero, `C0` positive), then for 0.d₁d₂… × 10ᵉ with d₁ ≠ 0 the exponent as two bytes big-endian
  /// plus 8000₁₆, pairs of digits as their value plus one, and `00`. Of a negative number all after
  /// the sign byte is inverted. Equal numbers have equal bytes, whatever their text.
  mutating func appendDecimal(_ text: UnsafeRawBufferPointer) {
    guard let number = DecimalDigits(text) else { return appendRaw(0) }
    guard !number.digits.isEmpty else { return appendRaw(0x80) }
    let exponent = UInt16(clamping: number.exponent + 0x8000)
    var payload = [UInt8(exponent >> 8), UInt8(exponent & 0xFF)]
    for index in stride(from: 0, to: number.digits.count, by: 2) {
      let second = index + 1 < number.digits.count ? number.digits[index + 1] : 0
      payload.append(number.digits[index] * 10 + second + 1)
    }
    payload.append(0)
    appendRaw(number.isNegative ? 0x40 : 0xC0)
    appendRaw(number.isNegative ? payload.map { ~$0 } : payload)
  }
}

/// The significant digits of a decimal text, and the power of ten of the point before the first.
struct DecimalDigits {
  var isNegative = false
  var digits: [UInt8] = []
  var exponent = 0

  /// Nil when the text is no number.
  init?(_ text: UnsafeRawBufferPointer) {
    var index = 0
    if index < text.count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
      isNegative = text[index] == UInt8(ascii: "-")
      index += 1
    }
    guard scanDigits(text, &index) else { return nil }
    if index < text.count, !scanExponent(text, &index) { return nil }
    while digits.last == 0 { digits.removeLast() }
    if digits.isEmpty { exponent = 0 }
  }

  private mutating func scanDigits(_ text: UnsafeRawBufferPointer, _ index: inout Int) -> Bool {
    var sawDigit = false
    var sawPoint = false
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: "."), !sawPoint {
        sawPoint = true
      } else if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        sawDigit = true
        append(byte - UInt8(ascii: "0"), afterPoint: sawPoint)
      } else {
        break
      }
      index += 1
    }
    return sawDigit
  }

  private mutating func append(_ digit: UInt8, afterPoint: Bool) {
    if digits.isEmpty && digit == 0 {
      if afterPoint { exponent -= 1 }
    } else {
      digits.append(digit)
      if !afterPoint { exponent += 1 }
    }
  }

  private mutating func scanExponent(_ text: UnsafeRawBufferPointer, _ index: inout Int) -> Bool {
    guard text[index] | 0x20 == UInt8(ascii: "e") else { return false }
    let rest = String(decoding: text[(index + 1)...], as: UTF8.self)
    guard let power = Int(rest) else { return false }
    exponent += power
    return true
  }
}
