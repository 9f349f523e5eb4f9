// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import PredicateLanguage
import StoreInterface

/// One side of a comparison, translated, with what the other side's constants are coerced to.
struct LoweredOperand {
  let operand: Operand
  /// The type of the values; `nil` for numbers in general.
  let type: AttributeType?
  /// The attribute, when it is one.
  var property: NSPropertyDescription?

  /// True if string operators apply.
  var isText: Bool { type == .string || type == .uri }
}
