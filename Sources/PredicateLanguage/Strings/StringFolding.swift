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

  private static func asciiShape(of text: String) -> Shape {
    var shape = Shape.small
    for byte in text.utf8 {
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
