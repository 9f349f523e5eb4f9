// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// How strings compare: the letters in brackets behind an operator.
///
/// The raw values are those of `NSComparisonPredicate.Options`.
package struct ComparisonOptions: OptionSet, Hashable, Sendable {
  package let rawValue: UInt

  package init(rawValue: UInt) { self.rawValue = rawValue }

  /// `c`.
  package static let caseInsensitive = ComparisonOptions(rawValue: 1)
  /// `d`.
  package static let diacriticInsensitive = ComparisonOptions(rawValue: 2)
  /// `n`: both sides are known to be prepared; compares bytes and overrides the others.
  package static let normalized = ComparisonOptions(rawValue: 4)
  /// `l`.
  package static let localeSensitive = ComparisonOptions(rawValue: 8)

  /// True if strings compare byte by byte.
  package var isLiteral: Bool { isEmpty || contains(.normalized) }

  /// The letters in canonical order, with brackets; empty when there are none.
  package var text: String {
    guard !isEmpty else { return "" }
    let letters: [(ComparisonOptions, String)] = [
      (.caseInsensitive, "c"), (.diacriticInsensitive, "d"), (.normalized, "n"),
      (.localeSensitive, "l"),
    ]
    return "[" + letters.filter { contains($0.0) }.map(\.1).joined() + "]"
  }

  /// Reads the letters between the brackets, in either case; nil for any other letter or none.
  package init?(letters: String) {
    var options: ComparisonOptions = []
    for letter in letters.lowercased() {
      switch letter {
      case "c": options.insert(.caseInsensitive)
      case "d": options.insert(.diacriticInsensitive)
      case "n": options.insert(.normalized)
      case "l": options.insert(.localeSensitive)
      default: return nil
      }
    }
    guard !options.isEmpty else { return nil }
    self = options
  }
}
