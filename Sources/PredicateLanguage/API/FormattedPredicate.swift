// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// `TRUEPREDICATE` or `FALSEPREDICATE` from a format string.
final class FormattedPredicate: NSPredicate {
  let node: PredicateNode

  override init(value: Bool) {
    node = .constant(value)
    super.init(value: value)
  }

  override var predicateFormat: String { FormatPrinter.text(node) }
  override var description: String { FormatPrinter.text(node) }
  override func copy(with zone: NSZone? = nil) -> Any { self }
  override func isEqual(_ object: Any?) -> Bool { node.isEqual(toPredicate: object) }
  override var hash: Int { FormatPrinter.text(node).hashValue }
}
