// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// A value as SQL.
struct SQLOperand {
  var sql: String
  var kind: OperandKind
  /// The constant behind a parameter; nil for anything else.
  var constant: AttributeValue?
  /// The root of the hierarchy that a reference leads into, and what it is declared to lead to.
  var destination: Int?
  /// True if the value may be null.
  var isNullable = true

  var isNullConstant: Bool { constant?.isNull == true }

  /// The value in its general form.
  var general: String {
    switch kind {
    case .general, .integer, .text: sql
    case .reference:
      "\(SQLFunctions.valueName)(\(sql), \(kind.rawValue), \(destination ?? 0))"
    default: "\(SQLFunctions.valueName)(\(sql), \(kind.rawValue))"
    }
  }
}
#endif
