// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The operator of a comparison. The raw value is its canonical spelling.
package enum PredicateOperator: String, CaseIterable, Sendable {
  case lessThan = "<"
  case lessThanOrEqual = "<="
  case greaterThan = ">"
  case greaterThanOrEqual = ">="
  case equal = "=="
  case notEqual = "!="
  case matches = "MATCHES"
  case like = "LIKE"
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case `in` = "IN"
  case contains = "CONTAINS"
  case between = "BETWEEN"
}
