// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A compiled `MATCHES` pattern: a regular expression that the whole text has to fit.
///
/// Immutable; `NSRegularExpression` may be used on several threads at once.
package struct ExpressionPattern: Sendable {
  private let expression: NSRegularExpression
  private let options: ComparisonOptions
  private let pattern: String
  /// True if the steps of a search may grow faster than the text.
  private let mayExplode: Bool

  /// Ten thousand steps each of the engine that a search may take on a short text, and one more for
  /// so many characters of a long one. Measured: 0.2 ms each.
  private static let allowance = 500
  private static let charactersPerStep = 1_000

  package init(_ pattern: String, _ options: ComparisonOptions = []) throws(EvaluationError) {
    let active = options.contains(.normalized) ? [] : options
    // Case is left to the expression: folding would turn \S into \s.
    self.options = active.subtracting(.caseInsensitive)
    let text = StringFolding.fold(pattern, self.options)
    self.pattern = pattern
    mayExplode = text.contains("(") || text.utf8.count { "*+{".utf8.contains($0) } > 1
    var flags: NSRegularExpression.Options = [.dotMatchesLineSeparators, .anchorsMatchLines]
    if active.contains(.caseInsensitive) { flags.insert(.caseInsensitive) }
    do {
      // The pattern alone has to be valid too: "a)(b" must not become so by the wrapping.
      _ = try NSRegularExpression(pattern: text, options: flags)
      expression = try NSRegularExpression(pattern: "\\A(?:\(text))\\z", options: flags)
    } catch {
      throw EvaluationError.invalidPattern(pattern)
    }
  }

  /// Returns true if the whole text fits. Throws when that takes too many steps to tell, as `(a+)+b`
  /// does on a row of the letter a.
  package func matches(_ text: String) throws(EvaluationError) -> Bool {
    let subject = StringFolding.fold(text, options)
    let range = NSRange(location: 0, length: subject.utf16.count)
    guard mayExplode else {
      return expression.firstMatch(in: subject, options: [], range: range) != nil
    }
    return try bounded(subject, range)
  }

  private func bounded(_ subject: String, _ range: NSRange) throws(EvaluationError) -> Bool {
    let limit = Self.allowance + range.length / Self.charactersPerStep
    var steps = 0
    var isFound = false
    expression.enumerateMatches(in: subject, options: .reportProgress, range: range) {
      match, _, stop in
      isFound = match != nil
      steps += 1
      if isFound || steps > limit { stop.pointee = true }
    }
    if !isFound, steps > limit { throw .excessivePattern(pattern) }
    return isFound
  }
}
