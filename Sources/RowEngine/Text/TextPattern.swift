// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
package import StoreInterface

/// The right-hand side of a string operator, prepared once.
package struct TextPattern: Sendable {
  private let kind: StringOperator
  private let pattern: String
  private let options: StringOptions

  package init(_ kind: StringOperator, _ pattern: String, _ options: StringOptions) {
    self.kind = kind
    self.pattern = pattern
    self.options = options
  }

  package func matches(_ text: String) -> Bool {
    switch kind {
    case .beginsWith: return text.hasPrefix(pattern)
    default: return text.contains(pattern)
    }
  }
}
