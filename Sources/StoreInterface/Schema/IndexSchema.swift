// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A fetch index of the model.
package struct IndexSchema: Sendable {
  package struct Element: Sendable {
    package let column: Column
    package let isAscending: Bool

    package init(column: Column, isAscending: Bool) {
      self.column = column
      self.isAscending = isAscending
    }
  }

  /// The index's name in the model.
  package let name: String
  package let declaredBy: Int
  package let elements: [Element]

  package init(name: String, declaredBy: Int, elements: [Element]) {
    self.name = name
    self.declaredBy = declaredBy
    self.elements = elements
  }
}

/// A uniqueness constraint: no two objects of the declaring entity (and its descendants) in one
/// store have equal values in all the columns, unless one of the values is null.
package struct ConstraintSchema: Sendable {
  package let declaredBy: Int
  package let columns: [Column]

  package init(declaredBy: Int, columns: [Column]) {
    self.declaredBy = declaredBy
    self.columns = columns
  }
}
