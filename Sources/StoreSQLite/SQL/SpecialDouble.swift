// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
/// Doubles that SQLite does not keep: it turns NaN into NULL and loses the sign of zero. They are
/// stored as text, which sorts behind every number; conditions take that into account.
enum SpecialDouble {
  static let notANumber = "nan"
  static let negativeZero = "-zero"

  /// Returns the text to store instead of a value; nil for ordinary ones.
  static func text(_ value: Double) -> String? {
    if value.isNaN { return notANumber }
    return value == 0 && value.sign == .minus ? negativeZero : nil
  }

  static func value(_ text: UnsafeRawBufferPointer) -> Double {
    if text.elementsEqual(notANumber.utf8) { return .nan }
    return text.elementsEqual(negativeZero.utf8) ? -0.0 : 0
  }
}
#endif
