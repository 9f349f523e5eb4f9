// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// The parameters of a statement under construction, and its table aliases. Parameters are
/// numbered, so that text may be composed in any order.
final class SQLParameters {
  /// More values than this go into a temporary table.
  static let inlineLimit = 500

  private(set) var values: [SQLValue] = []
  private(set) var lists: [[SQLValue]] = []
  private var aliasCount = 0

  func add(_ value: SQLValue) -> String {
    values.append(value)
    return "?\(values.count)"
  }

  /// Adds a list and returns the text in the parentheses of `IN (…)`.
  func addList(_ list: [SQLValue]) -> String {
    if list.count <= SQLParameters.inlineLimit {
      return list.map(add).joined(separator: ", ")
    }
    lists.append(list)
    return "SELECT Z_VALUE FROM \(ValueLists.table) WHERE Z_LIST = \(lists.count)"
  }

  func newAlias() -> String {
    defer { aliasCount += 1 }
    return "t\(aliasCount)"
  }
}
#endif
