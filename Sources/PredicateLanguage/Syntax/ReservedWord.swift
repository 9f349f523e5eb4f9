// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A word of the format language that is not a key unless it is written with `#`.
package enum ReservedWord: String, CaseIterable, Sendable {
  case and = "AND", or = "OR", not = "NOT"
  case all = "ALL", any = "ANY", some = "SOME", none = "NONE"
  case `in` = "IN", like = "LIKE", matches = "MATCHES", contains = "CONTAINS"
  case beginsWith = "BEGINSWITH", endsWith = "ENDSWITH", between = "BETWEEN"
  case conformsTo = "UTI-CONFORMS-TO", equalsType = "UTI-EQUALS"
  case caseInsensitive = "CASEINSENSITIVE", caseInsensitiveShort = "CI"
  case null = "NULL", `nil` = "NIL", `self` = "SELF"
  case `true` = "TRUE", yes = "YES", `false` = "FALSE", no = "NO"
  case first = "FIRST", last = "LAST", size = "SIZE", anyKey = "ANYKEY"
  case subquery = "SUBQUERY", fetch = "FETCH", cast = "CAST", ternary = "TERNARY"
  case function = "FUNCTION", union = "UNION", intersect = "INTERSECT", minus = "MINUS"
  case truePredicate = "TRUEPREDICATE", falsePredicate = "FALSEPREDICATE"

  /// The word spelled in any case.
  package init?(spelling: String) {
    guard let word = Self.byName[spelling.uppercased()] else { return nil }
    self = word
  }

  private static let byName = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
}
