// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import StoreInterface

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

/// The kind of number that a column is declared to be, to which programs cast what they get (R-REQ-038).
enum DeclaredNumber {
  case boolean, integer16, integer32, integer64, float, double, decimal

  /// Nil for a type that is no number's.
  init?(_ type: NSAttributeDescription.AttributeType) {
    switch type {
    case .boolean: self = .boolean
    case .integer16: self = .integer16
    case .integer32: self = .integer32
    case .integer64: self = .integer64
    case .float: self = .float
    case .double: self = .double
    case .decimal: self = .decimal
    default: return nil
    }
  }

  /// Returns true if what has a form is of this kind already.
  func isKind(of form: TableForm) -> Bool {
    guard case .value(let type?) = form else { return false }
    return switch (self, type) {
    case (.boolean, .boolean), (.float, .float), (.double, .double), (.decimal, .decimal),
      (.integer64, .integer16), (.integer64, .integer32), (.integer64, .integer64),
      (.integer32, .integer16), (.integer32, .integer32), (.integer16, .integer16):
      true
    default: false
    }
  }

  /// Returns a number as one of this kind, without its fraction if that has none; nil for what is no
  /// number, and for one that the kind has no place for.
  func number(_ value: Any) -> NSNumber? {
    guard case .number(let number) = OperandValue(value) else { return nil }
    return switch self {
    case .boolean: NSNumber(value: number.double != 0)
    case .integer16: whole(number).flatMap { Int16(exactly: $0) }.map { NSNumber(value: $0) }
    case .integer32: whole(number).flatMap { Int32(exactly: $0) }.map { NSNumber(value: $0) }
    case .integer64: whole(number).map { NSNumber(value: $0) }
    case .float: NSNumber(value: Float(number.double))
    case .double: NSNumber(value: number.double)
    case .decimal: decimal(number)
    }
  }

  private func whole(_ number: Number) -> Int64? {
    if case .integer(let integer) = number { return Int64(integer) }
    return Int64(exactly: number.double.rounded(.towardZero))
  }

  private func decimal(_ number: Number) -> NSDecimalNumber? {
    if case .real(let real) = number, real != 0, !real.hasDecimal { return nil }
    return NSDecimalNumber(decimal: number.decimal)
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
