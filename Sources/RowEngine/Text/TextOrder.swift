// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
package import StoreInterface

/// Order and equality of strings under options and collations.
package enum TextOrder {
  /// -1, 0 or 1 under comparison options.
  package static func order(_ a: String, _ b: String, _ options: StringOptions) -> Int {
    if options.isEmpty || options.contains(.normalized) { return ByteOrder.order(a, b) }
    let locale: Locale? = options.contains(.localeSensitive) ? .current : nil
    return a.compare(b, options: options.foundation, locale: locale).rawValue
  }

  /// -1, 0 or 1 under a collation.
  package static func order(_ a: String, _ b: String, _ collation: Collation) -> Int {
    switch collation {
    case .binary: ByteOrder.order(a, b)
    case .caseInsensitive: a.compare(b, options: [.caseInsensitive, .literal]).rawValue
    case .localized: a.localizedCompare(b).rawValue
    case .localizedCaseInsensitive: a.localizedCaseInsensitiveCompare(b).rawValue
    case .localizedStandard: a.localizedStandardCompare(b).rawValue
    }
  }
}

extension StringOptions {
  var foundation: String.CompareOptions {
    var result: String.CompareOptions = []
    if contains(.caseInsensitive) { result.insert(.caseInsensitive) }
    if contains(.diacriticInsensitive) { result.insert(.diacriticInsensitive) }
    return result
  }
}
