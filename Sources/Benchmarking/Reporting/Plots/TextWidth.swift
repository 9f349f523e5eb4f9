// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// How wide a line of text will be, near enough to lay out by.
///
/// The plots name typefaces as wide as Helvetica (Arial, Liberation Sans); the classes are its
/// widths in thousandths of the size, rounded up.
enum TextWidth {
  static func of(_ text: String, size: Double, isStrong: Bool = false) -> Double {
    text.reduce(0) { $0 + width(of: $1) } * size / 1000 * (isStrong ? 1.07 : 1)
  }

  /// The text, or its start and an ellipsis, whatever fits.
  static func fitted(
    _ text: String, into width: Double, size: Double, isStrong: Bool = false
  ) -> String {
    func extent(_ text: String) -> Double { of(text, size: size, isStrong: isStrong) }
    guard extent(text) > width else { return text }
    var start = text
    while !start.isEmpty, extent(start + "…") > width { start.removeLast() }
    while start.last == " " || start.last == "·" { start.removeLast() }
    return start + "…"
  }

  private static func width(of character: Character) -> Double {
    switch character {
    case "i", "j", "l", "'", "|": 230
    case "f", "t", "r", "I", "!", " ", ".", ",", ":", ";", "(", ")", "·", "-": 310
    case "m", "M", "w", "W", "%", "@", "…", "✓", "✗": 930
    case "c", "k", "s", "v", "x", "y", "z", "J": 510
    case "A"..."Z": 710
    case _ where character.isASCII: 570
    case _ where character.isLetter && character.isCased: 620
    default: 1000
    }
  }
}
