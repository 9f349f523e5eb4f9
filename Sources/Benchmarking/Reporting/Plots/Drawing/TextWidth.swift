// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// How wide a line of text will be, near enough to lay out by.
///
/// The plots name typefaces as wide as Helvetica (Arial, Liberation Sans), but what draws them may
/// have only DejaVu Sans, which is wider. The classes are the wider of both in thousandths of the
/// size, rounded up.
enum TextWidth {
  static func of(_ text: String, size: Double, isStrong: Bool = false) -> Double {
    text.reduce(0) { $0 + width(of: $1) } * size / 1000 * (isStrong ? 1.14 : 1)
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
    case "i", "j", "l", "'": 280
    case "I", "J", " ", ".", ",", "·": 320
    case "f", "t", "r", "!", ":", ";", "(", ")", "[", "]", "-", "/", "\\", "|": 415
    case "m", "M", "w", "W", "%", "@", "…", "✓", "✗": 1000
    case "c", "k", "s", "v", "x", "y", "z": 600
    case "O", "Q", "G", "D", "H", "N", "U", "<", ">", "=", "+", "~", "#", "&": 840
    case "A"..."Z": 725
    case _ where character.isASCII: 640
    case _ where character.isLetter && character.isCased: 700
    default: 1000
    }
  }
}
