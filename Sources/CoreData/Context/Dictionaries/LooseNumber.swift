// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage

/// The number that a value counts as in sums and averages of a dictionary result, whatever it is: as in
/// SQLite's `SUM` and `AVG`, to which Apple's store leaves such columns (R-REQ-038). A text counts as the number it begins
/// with, else as zero; data as the text that they are; a date as its seconds since 2001.
enum LooseNumber {
  /// Returns what a statistic is computed of: numbers, for sums and averages.
  static func operands(of function: PredefinedFunction, _ values: [Any]) -> [Any] {
    [.sum, .average].contains(function) ? values.map(of) : values
  }

  private static func of(_ value: Any) -> Any {
    switch value {
    case let text as String: number(text)
    case let date as Date: date.timeIntervalSinceReferenceDate
    case let url as URL: number(url.absoluteString)
    case let data as Data: number(String(decoding: data, as: UTF8.self))
    case is UUID: 0.0
    default: value
    }
  }

  /// As SQLite reads it: white space, a sign, digits with a point, an exponent; in no language.
  private static func number(_ text: String) -> Double {
    var scanner = NumberScanner(text.utf8[...])
    scanner.skipSpace()
    return Double(text[scanner.number()]) ?? 0
  }
}

/// Finds the end of the number at the beginning of a text.
private struct NumberScanner {
  private var rest: Substring.UTF8View

  init(_ text: String.UTF8View.SubSequence) { rest = text }

  mutating func skipSpace() { rest = rest.drop { $0 == 32 || (9...13).contains(Int($0)) } }

  /// Returns where the number is; an empty range if there is none.
  mutating func number() -> Range<String.Index> {
    let start = rest.startIndex
    skip("+-")
    var count = skipDigits()
    if skip(".") { count += skipDigits() }
    guard count > 0 else { return start..<start }
    let end = rest.startIndex
    guard skip("eE") else { return start..<end }
    skip("+-")
    return start..<(skipDigits() > 0 ? rest.startIndex : end)
  }

  @discardableResult
  private mutating func skip(_ characters: String) -> Bool {
    guard let first = rest.first, characters.utf8.contains(first) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func skipDigits() -> Int {
    let digits = rest.prefix { (48...57).contains(Int($0)) }.count
    rest.removeFirst(digits)
    return digits
  }
}
