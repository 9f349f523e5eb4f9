// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Reduces strings to what is compared under the options `c`, `d` and `l`.
package enum StringFolding {
  /// Returns the folded, precomposed form; the string itself without options. Plain ASCII is not
  /// copied unless it has capitals.
  package static func fold(_ text: String, _ options: ComparisonOptions) -> String {
    if options.isLiteral { return text }
    switch asciiShape(of: text) {
    case .small: return text
    case .capital where !options.contains(.caseInsensitive): return text
    // In Turkish the capital I is not the small i.
    case .capital where !options.contains(.localeSensitive): return lowercasedASCII(text)
    case .capital, .other: return foldUnicode(text, options)
    }
  }

  /// Returns what a test finds of a text that is lent to it folded, both as UTF-8. ASCII is not made a
  /// string of.
  ///
  /// Not generic: other modules call it for every row, and would look its types up each time.
  package static func holds(
    ofFolded text: UnsafeBufferPointer<UInt8>, options: ComparisonOptions,
    _ test: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    if options.isLiteral { return test(text) }
    // In Turkish the capital I is not the small i.
    if options.contains(.caseInsensitive), !options.contains(.localeSensitive) {
      return holds(ofLowercased: text, test) ?? holds(ofUnicode: text, options: options, test)
    }
    let shape = asciiShape(of: text)
    let ignoresCase = options.contains(.caseInsensitive)
    if shape == .small || shape == .capital && !ignoresCase { return test(text) }
    return holds(ofUnicode: text, options: options, test)
  }

  private static func holds(
    ofUnicode text: UnsafeBufferPointer<UInt8>, options: ComparisonOptions,
    _ test: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    var folded = fold(String(decoding: text, as: UTF8.self), options)
    return folded.withUTF8(test)
  }

  /// Lends ASCII with small letters for capitals, made eight bytes at a time; nil for other texts.
  private static func holds(
    ofLowercased text: UnsafeBufferPointer<UInt8>, _ test: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool? {
    let count = text.count
    guard count > 0, let source = UnsafeRawPointer(text.baseAddress) else { return test(text) }
    return withUnsafeTemporaryAllocation(byteCount: count + 8, alignment: 8) { target -> Bool? in
      guard let base = target.baseAddress else { return nil }
      var (place, bits): (Int, UInt64) = (0, 0)
      while place + 8 <= count {
        let word = source.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        bits |= word
        base.storeBytes(of: lowercased(word), toByteOffset: place, as: UInt64.self)
        place += 8
      }
      if place < count {
        var word: UInt64 = 0
        withUnsafeMutableBytes(of: &word) {
          $0.copyMemory(from: UnsafeRawBufferPointer(start: source + place, count: count - place))
        }
        bits |= word
        base.storeBytes(of: lowercased(word), toByteOffset: place, as: UInt64.self)
      }
      guard bits & 0x8080_8080_8080_8080 == 0 else { return nil }
      return test(
        UnsafeBufferPointer(start: base.assumingMemoryBound(to: UInt8.self), count: count))
    }
  }

  /// Returns eight bytes with the bit set in capitals of ASCII that makes them small letters.
  private static func lowercased(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let low = word & (0x7F &* ones)
    let isBeyondZ = low &+ (0x7F - 0x5A) &* ones
    let isFromA = low &+ (0x80 - 0x41) &* ones
    let isCapital = ~word & (isFromA ^ isBeyondZ) & (0x80 &* ones)
    return word | isCapital >> 2
  }

  /// Returns the form in which `canonical:` keeps a string: without case and diacritics.
  package static func canonical(_ text: String) -> String {
    fold(text, [.caseInsensitive, .diacriticInsensitive])
  }

  private enum Shape {
    /// ASCII without capitals.
    case small
    case capital
    case other
  }

  private static func asciiShape(of text: String) -> Shape { asciiShape(of: text.utf8) }

  private static func asciiShape(of text: some Sequence<UInt8>) -> Shape {
    var shape = Shape.small
    for byte in text {
      if byte >= 0x80 { return .other }
      if byte &- 0x41 < 26 { shape = .capital }
    }
    return shape
  }

  private static func lowercasedASCII(_ text: String) -> String {
    String(unsafeUninitializedCapacity: text.utf8.count) { buffer in
      var count = 0
      for byte in text.utf8 {
        buffer[count] = byte &- 0x41 < 26 ? byte | 0x20 : byte
        count += 1
      }
      return count
    }
  }

  private static func foldUnicode(_ text: String, _ options: ComparisonOptions) -> String {
    var compare: String.CompareOptions = []
    if options.contains(.caseInsensitive) { compare.insert(.caseInsensitive) }
    if options.contains(.diacriticInsensitive) { compare.insert(.diacriticInsensitive) }
    let locale = options.contains(.localeSensitive) ? Locale.current : nil
    return text.folding(options: compare, locale: locale).precomposedStringWithCanonicalMapping
  }
}
