// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A string operator with its options, by its definition.
struct OracleMatching {
  let word: String
  let options: String
  let constants: [String]

  func holds(_ text: String) -> Bool {
    switch word {
    case "MATCHES": return matches(text, constants[0])
    case "LIKE": return matches(text, Self.expression(constants[0]))
    default: break
    }
    let text = folded(text)
    return constants.map(folded).contains { constant in
      if constant.isEmpty, word != "==", word != "IN" { return false }
      return switch word {
      case "CONTAINS": contains(text, constant)
      case "BEGINSWITH": text.starts(with: constant)
      case "ENDSWITH": text.reversed().starts(with: constant.reversed())
      default: text == constant
      }
    }
  }

  private func folded(_ text: String) -> [Unicode.Scalar] {
    var folding: String.CompareOptions = []
    if options.contains("c") { folding.insert(.caseInsensitive) }
    if options.contains("d") { folding.insert(.diacriticInsensitive) }
    return Array(text.folding(options: folding, locale: nil).unicodeScalars)
  }

  private func contains(_ text: [Unicode.Scalar], _ part: [Unicode.Scalar]) -> Bool {
    guard text.count >= part.count else { return false }
    return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
  }

  private func matches(_ text: String, _ pattern: String) -> Bool {
    let isBare = options.contains("d")
    let text = isBare ? text.folding(options: .diacriticInsensitive, locale: nil) : text
    let all = NSRange(location: 0, length: text.utf16.count)
    let expression = try? NSRegularExpression(
      pattern: "^(?:\(pattern))$", options: options.contains("c") ? .caseInsensitive : [])
    return expression?.firstMatch(in: text, range: all)?.range == all
  }

  private static func expression(_ wildcards: String) -> String {
    wildcards.replacingOccurrences(of: "?", with: ".")
      .replacingOccurrences(of: "\\*", with: "\u{0}")
      .replacingOccurrences(of: "*", with: ".*")
      .replacingOccurrences(of: "\u{0}", with: "\\*")
  }
}

/// A statistic by its definition: nil is passed over, the sum of nothing is zero.
struct OracleStatistic {
  private let name: String

  init(_ name: String) { self.name = name }

  func value(of values: [OracleValue]) -> OracleValue {
    let present = values.filter { $0 != .none }
    let numbers = present.compactMap { value -> Double? in
      if case .number(let number) = value { number } else { nil }
    }
    switch name {
    case "count": return .number(Double(present.count))
    case "sum": return .number(numbers.reduce(0, +))
    case "avg", "average":
      return OracleValue(numbers.isEmpty ? nil : numbers.reduce(0, +) / Double(numbers.count))
    case "min": return present.min { $0.precedes($1) } ?? .none
    default: return present.max { $0.precedes($1) } ?? .none
    }
  }
}
