// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import RowEngine
import StoreInterface

/// The meaning of a statement's parameter.
enum SQLParameter {
  case value(SQLValue)
  /// The members of an `IN` that one of our functions decides.
  case set(ValueSet)
  /// The rows of a ``ListTable``.
  case list([SQLValue])

  func bind(to statement: Statement, _ index: Int32) {
    switch self {
    case .value(let value): statement.bind(value, index)
    case .set(let values): MembershipFunction.bind(values, to: statement, index)
    case .list(let values): ListTable.bind(values, to: statement, index)
    }
  }
}

/// The parameters of a statement under construction, and its table aliases. Parameters are
/// numbered, so that text may be composed in any order.
final class SQLParameters {
  /// More values than this are a table of their own: one parameter, and one text however many.
  static let inlineLimit = 500

  private(set) var values: [SQLParameter] = []
  /// True if some parameters are more than values, which a statement should not keep.
  private(set) var hasObjects = false
  private var aliasCount = 0

  init() {}

  /// The parameters of a statement that is known.
  init(_ values: [SQLParameter]) { self.values = values }

  func add(_ value: SQLValue) -> String { add(.value(value)) }

  func add(_ values: ValueSet) -> String {
    hasObjects = true
    return add(.set(values))
  }

  private func add(_ parameter: SQLParameter) -> String {
    values.append(parameter)
    return "?\(values.count)"
  }

  /// Adds a list and returns the text in the parentheses of `IN (…)`.
  func addList(_ list: [SQLValue]) -> String {
    if list.count <= SQLParameters.inlineLimit {
      return list.map { add($0) }.joined(separator: ", ")
    }
    hasObjects = true
    return "SELECT value FROM \(ListTable.name)(\(add(.list(list))))"
  }

  func newAlias() -> String {
    defer { aliasCount += 1 }
    return "t\(aliasCount)"
  }
}
#endif
