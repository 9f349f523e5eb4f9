// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
package import StoreInterface

/// The right-hand side of a string operator, prepared once. Any thread.
package struct TextPattern: Sendable {
  private enum Prepared {
    /// Needle, prefix or suffix, folded; searched for in UTF-8.
    case bytes(StringOperator, [UInt8])
    case wildcard(WildcardPattern)
    case expression(ExpressionPattern)
    /// The expression is malformed; why.
    case invalid(String)
  }

  private let prepared: Prepared
  private let options: ComparisonOptions

  package init(
    _ kind: StringOperator, _ pattern: String, options: StringOptions
  ) {
    let options = options.language
    self.options = options
    switch kind {
    case .contains, .beginsWith, .endsWith:
      prepared = .bytes(kind, Array(StringFolding.fold(pattern, options).utf8))
    case .like: prepared = .wildcard(PatternCache.wildcard(pattern, options))
    case .matches:
      do throws(EvaluationError) {
        prepared = .expression(try PatternCache.expression(pattern, options))
      } catch {
        prepared = .invalid(pattern)
      }
    }
  }

  /// True if UTF-8 can be searched as it is.
  var isLiteral: Bool {
    if case .bytes = prepared { options.isLiteral } else { false }
  }

  /// Throws `.engine` for a malformed regular expression.
  package func matches(_ text: String) throws(StoreError) -> Bool {
    switch prepared {
    case .bytes(let kind, let pattern):
      var folded = StringFolding.fold(text, options)
      return folded.withUTF8 { search($0, kind: kind, pattern: pattern) }
    case .wildcard(let pattern): return pattern.matches(text)
    case .expression(let expression): return expression.matches(text)
    case .invalid(let pattern):
      throw StoreError(
        .engine, store: "", message: "\(pattern) is not a valid regular expression.")
    }
  }

  /// Searches UTF-8 as it is; only for a literal pattern.
  func matches(literal text: UnsafeRawBufferPointer) -> Bool {
    guard case .bytes(let kind, let pattern) = prepared else { return false }
    return text.withMemoryRebound(to: UInt8.self) { search($0, kind: kind, pattern: pattern) }
  }

  private func search(
    _ text: UnsafeBufferPointer<UInt8>, kind: StringOperator, pattern: [UInt8]
  ) -> Bool {
    pattern.withUnsafeBufferPointer { pattern in
      switch kind {
      case .beginsWith: StringMatching.begins(text, with: pattern)
      case .endsWith: StringMatching.ends(text, with: pattern)
      default: StringMatching.contains(text, pattern)
      }
    }
  }
}
