// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension ExpressionNode {
  /// Returns the expression that a format string without arguments spells.
  package static func parse(_ format: String) throws(PredicateFormatError) -> ExpressionNode {
    try FormatParser.expression(format, arguments: [])
  }
}
