// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A compiled `MATCHES` pattern: a regular expression that the whole text has to fit.
///
/// Immutable; `NSRegularExpression` may be used on several threads at once.
package struct ExpressionPattern: Sendable {
  private let expression: NSRegularExpression
  private let options: ComparisonOptions

  package init(_ pattern: String, _ options: ComparisonOptions = []) throws(EvaluationError) {
    let active = options.contains(.normalized) ? [] : options
    // Case is left to the expression: folding would turn \S into \s.
    self.options = active.subtracting(.caseInsensitive)
    let text = StringFolding.fold(pattern, self.options)
    let flags: NSRegularExpression.Options =
      active.contains(.caseInsensitive) ? .caseInsensitive : []
    do {
      // The pattern alone has to be valid too: "a)(b" must not become so by the wrapping.
      _ = try NSRegularExpression(pattern: text, options: flags)
      expression = try NSRegularExpression(pattern: "\\A(?:\(text))\\z", options: flags)
    } catch {
      throw EvaluationError.invalidPattern(pattern)
    }
  }

  /// Returns true if the whole text fits.
  package func matches(_ text: String) -> Bool {
    let subject = StringFolding.fold(text, options)
    let range = NSRange(location: 0, length: subject.utf16.count)
    return expression.firstMatch(in: subject, options: [], range: range) != nil
  }
}
