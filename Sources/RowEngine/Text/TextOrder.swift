// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
package import StoreInterface

/// Order of strings under options and collations, as the predicate language defines it.
package enum TextOrder {
  /// -1, 0 or 1 under comparison options.
  package static func order(
    _ a: String, _ b: String, options: StringOptions
  ) -> Int {
    StringMatching.order(a, b, options: options.language).rawValue
  }

  /// Equality under options; under a locale it may differ from an order of zero.
  package static func areEqual(
    _ a: String, _ b: String, options: StringOptions
  ) -> Bool {
    StringMatching.areEqual(a, b, options: options.language)
  }

  /// -1, 0 or 1 under a collation, of two texts as UTF-8.
  package static func order(
    _ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer, collation: Collation
  ) -> Int {
    a.withMemoryRebound(to: UInt8.self) { left in
      b.withMemoryRebound(to: UInt8.self) { right in
        collation.language.order(left, right).rawValue
      }
    }
  }
}

extension StringOptions {
  var language: ComparisonOptions {
    ComparisonOptions(rawValue: UInt(rawValue))
  }
}

extension Collation {
  var language: StringCollation {
    switch self {
    case .binary: .binary
    case .caseInsensitive: .caseInsensitive
    case .localized: .localized
    case .localizedCaseInsensitive: .localizedCaseInsensitive
    case .localizedStandard: .localizedStandard
    }
  }
}
