// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// A uniqueness constraint as it binds one entity.
struct ConstraintPlan {
  /// Where it is declared, and which of the constraints there it is: what objects share.
  let id: String
  /// Fields with values.
  let fields: [String]
  /// To-one relationships.
  let relationships: [String]
  let scope: Scope
  /// By how much a row's number is divided before it chooses a destination.
  var divisor = 1
  /// True if the fields alone see to it that it holds.
  var isSettled = false

  /// True if what there is of it must be looked at row by row.
  var isChecked: Bool { !isSettled && relationships.isEmpty }
}

extension EntityPlan {
  /// Returns the values of a constraint in a row as one text; nil when one of them is missing,
  /// since then it binds nothing.
  func key(of constraint: ConstraintPlan, _ row: Int) -> String? {
    var key = ""
    for name in constraint.fields {
      guard let value = field(name)?.value(row) else { return nil }
      key += "\(value)\u{1F}"
    }
    return key
  }
}
