// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
package import StoreInterface

/// The right-hand side of a string operator, prepared once. Immutable; any thread.
///
/// A class, since it is handed on for every row: a copy of a structure would count references to its parts.
package final class TextPattern: Sendable {
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
  /// See `StringMatching.anchor(of:)`.
  private let anchor: Int

  package init(
    _ kind: StringOperator, _ pattern: String, options: StringOptions
  ) {
    let options = options.language
    self.options = options
    switch kind {
    case .contains, .beginsWith, .endsWith:
      let folded = Array(StringFolding.fold(pattern, options).utf8)
      prepared = .bytes(kind, folded)
      anchor = StringMatching.anchor(of: folded)
      return
    case .like: prepared = .wildcard(PatternCache.wildcard(pattern, options))
    case .matches:
      do throws(EvaluationError) {
        prepared = .expression(try PatternCache.expression(pattern, options))
      } catch {
        prepared = .invalid(pattern)
      }
    }
    anchor = 0
  }

  /// True if UTF-8 can be searched, which cannot fail: all but regular expressions.
  package var isPlain: Bool {
    switch prepared {
    case .bytes, .wildcard: true
    case .expression, .invalid: false
    }
  }

  /// Throws `.engine` for a malformed regular expression, or one that takes too many steps.
  package func matches(_ text: String) throws(StoreError) -> Bool {
    switch prepared {
    case .bytes, .wildcard:
      var text = text
      return text.withUTF8 { matches(utf8: UnsafeRawBufferPointer($0)) }
    case .expression(let expression):
      do throws(EvaluationError) { return try expression.matches(text) } catch {
        throw StoreError(.engine, store: "", message: error.description)
      }
    case .invalid(let pattern):
      throw StoreError(
        .engine, store: "", message: "\(pattern) is not a valid regular expression.")
    }
  }

  /// Searches UTF-8; only for a plain pattern.
  package func matches(utf8 text: UnsafeRawBufferPointer) -> Bool {
    text.withMemoryRebound(to: UInt8.self) { text in
      StringFolding.holds(ofFolded: text, options: options) { folded in
        switch prepared {
        case .bytes(let kind, let pattern): search(folded, kind: kind, pattern: pattern)
        case .wildcard(let pattern): pattern.matches(prepared: folded)
        case .expression, .invalid: false
        }
      }
    }
  }

  private func search(
    _ text: UnsafeBufferPointer<UInt8>, kind: StringOperator, pattern: [UInt8]
  ) -> Bool {
    pattern.withUnsafeBufferPointer { pattern in
      switch kind {
      case .beginsWith: StringMatching.begins(text, with: pattern)
      case .endsWith: StringMatching.ends(text, with: pattern)
      default: StringMatching.contains(text, pattern, anchor: anchor)
      }
    }
  }
}
