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

  /// Lends a text folded, both as UTF-8. ASCII is not made a string of.
  package static func withFolded<Result>(
    _ text: UnsafeBufferPointer<UInt8>, options: ComparisonOptions,
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    if options.isLiteral { return body(text) }
    let shape = asciiShape(of: text)
    let ignoresCase = options.contains(.caseInsensitive)
    if shape == .small || shape == .capital && !ignoresCase { return body(text) }
    guard shape == .capital, !options.contains(.localeSensitive) else {
      var folded = fold(String(decoding: text, as: UTF8.self), options)
      return folded.withUTF8(body)
    }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count) { small in
      for index in text.indices {
        small[index] = text[index] &- 0x41 < 26 ? text[index] | 0x20 : text[index]
      }
      return body(UnsafeBufferPointer(small))
    }
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
