// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
/// An index of a table, by what it indexes.
struct TableIndex: Sendable {
  struct Element: Sendable {
    let column: String
    /// Nil where the statement does not say, as of keys.
    let isAscending: Bool?
  }

  var name: String
  let table: String
  let elements: [Element]
  var isUnique = false
  /// The condition of a partial index, or nothing.
  var scope = ""

  init(
    name: String, table: String, elements: [Element], isUnique: Bool = false, scope: String = ""
  ) {
    self.name = name
    self.table = table
    self.elements = elements
    self.isUnique = isUnique
    self.scope = scope
  }

  /// An index of keys.
  init(_ name: String, on table: String, _ columns: [String]) {
    self.init(
      name: name, table: table,
      elements: columns.map { Element(column: $0, isAscending: nil) })
  }

  /// The statement that makes it.
  var sql: String {
    let terms = elements.map { element in
      let order = element.isAscending.map { $0 ? " COLLATE BINARY ASC" : " COLLATE BINARY DESC" }
      return "\(SQLName(element.column))\(order ?? "")"
    }
    return "CREATE \(isUnique ? "UNIQUE INDEX" : "INDEX") \(SQLName(name)) "
      + "ON \(SQLName(table)) (\(terms.joined(separator: ", ")))\(scope)"
  }

  /// The table, the columns and whether they are unique, to compare indexes whatever they are called.
  var shape: String {
    let terms = elements.map { $0.column.uppercased() + ($0.isAscending == false ? "-" : "+") }
    return "\(table.uppercased()) \(terms.joined())\(isUnique ? " unique" : "")"
  }
}
#endif
