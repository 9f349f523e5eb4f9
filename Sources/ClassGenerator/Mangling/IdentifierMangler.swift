// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Text that is being mangled, and the words in its identifiers, up to 26.
struct IdentifierMangler {
  private(set) var text = ""
  private var words: [String] = []

  /// A word of the identifier that occurred before.
  private struct Replacement {
    var range: Range<Int>
    var word: Int
  }

  mutating func append(_ piece: String) { text += piece }

  mutating func removeLast(_ count: Int) { text.removeLast(count) }

  /// Writes an identifier with its length; words that occurred before are referred to.
  mutating func write(_ identifier: String) {
    let bytes = Array(identifier.utf8)
    guard bytes.allSatisfy({ $0 < 0x80 }) else { return writePunycode(identifier) }
    let replacements = replacements(in: bytes)
    if !replacements.isEmpty { append("0") }
    var position = 0
    for (index, replacement) in replacements.enumerated() {
      writePart(bytes[position..<replacement.range.lowerBound])
      position = replacement.range.upperBound
      let isLast = index == replacements.count - 1
      let first = UInt8(ascii: isLast ? "A" : "a")
      append(String(UnicodeScalar(first + UInt8(replacement.word))))
      if isLast, position == bytes.count { append("0") }
    }
    writePart(bytes[position...])
  }

  private mutating func writePart(_ bytes: ArraySlice<UInt8>) {
    if !bytes.isEmpty { append("\(bytes.count)" + String(decoding: bytes, as: UTF8.self)) }
  }

  private mutating func writePunycode(_ identifier: String) {
    let encoded = Punycode.encoded(identifier)
    let first = encoded.utf8.first ?? 0
    let isAmbiguous =
      first == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    append("00\(encoded.utf8.count)" + (isAmbiguous ? "_" : "") + encoded)
  }

  // MARK: - Words

  /// Returns the words of the identifier that were seen before; the others are remembered.
  private mutating func replacements(in bytes: [UInt8]) -> [Replacement] {
    var replacements: [Replacement] = []
    for range in Self.words(of: bytes) {
      let word = String(decoding: bytes[range], as: UTF8.self)
      if let index = words.firstIndex(of: word) {
        replacements.append(Replacement(range: range, word: index))
      } else if range.count >= 2, words.count < 26 {
        words.append(word)
      }
    }
    return replacements
  }

  /// Words begin where no digit and no underscore is, and end before an underscore or where an
  /// upper-case letter follows something else.
  private static func words(of bytes: [UInt8]) -> [Range<Int>] {
    let isUpper = { (byte: UInt8) in (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
    let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    let underscore = UInt8(ascii: "_")
    var ranges: [Range<Int>] = []
    var start: Int?
    for position in 0...bytes.count {
      let byte = position < bytes.count ? bytes[position] : 0
      let ends =
        byte == underscore || byte == 0
        || (position > 0 && !isUpper(bytes[position - 1]) && isUpper(byte))
      if let first = start, ends {
        ranges.append(first..<position)
        start = nil
      }
      if start == nil, !isDigit(byte), byte != underscore, byte != 0 { start = position }
    }
    return ranges
  }
}
