// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
/// Where the value of a column comes from, for the rows of one entity.
enum ColumnValue: Equatable {
  /// There is none.
  case nothing
  /// A column of the source's table has it.
  case kept(String)
  /// An expression over the row of the source. A column of the source's table, if one is named, has it
  /// already but for the rows of a condition.
  case computed(String, like: String? = nil, except: String? = nil)

  /// The expression.
  var sql: String {
    switch self {
    case .nothing: "NULL"
    case .kept(let column): "\(SQLName(column))"
    case .computed(let sql, _, _): sql
    }
  }

  /// The column of the source's table that has the value, in all rows or in most of them.
  var column: String? {
    switch self {
    case .nothing: nil
    case .kept(let column): column
    case .computed(_, let column, _): column
    }
  }
}
#endif
