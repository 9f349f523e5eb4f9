// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// The columns to select for the rows of some concrete entities of one table, and how each
/// entity's row is made of them.
///
/// The columns begin with `Z_PK`, `Z_OPT` and, when the table holds several entities, `Z_ENT`.
final class Selection: Sendable {
  let table: TableLayout
  let columns: [String]
  /// By entity index less the first entity of the hierarchy; nil for entities not selected.
  let plans: [RowPlan?]
  let firstEntity: Int
  /// The entity of every row, when there is only one.
  let onlyEntity: Int?
  /// The columns of alias `t0`, separated by commas.
  let text: String

  /// - Parameter entities: held entities of the table, ascending.
  init(_ layout: StoreLayout, table: TableLayout, entities: [Int]) {
    self.table = table
    onlyEntity = table.isHierarchy ? nil : table.root
    firstEntity = table.root
    var columns = ["Z_PK", "Z_OPT"] + (table.isHierarchy ? ["Z_ENT"] : [])
    var positions: [String: Int32] = [:]
    var plans = [RowPlan?](
      repeating: nil, count: layout.schema.entities[table.root].subtree.count)
    for entity in entities {
      guard let place = layout.entities[entity] else { continue }
      plans[entity - table.root] = RowPlan(layout.schema.entities[entity], place) { name in
        if let position = positions[name] { return position }
        positions[name] = Int32(columns.count)
        columns.append(name)
        return Int32(columns.count - 1)
      }
    }
    self.columns = columns
    self.plans = plans
    text = Selection.list(columns, alias: "t0")
  }

  func text(alias: String) -> String { Selection.list(columns, alias: alias) }

  private static func list(_ columns: [String], alias: String) -> String {
    columns.map { "\(alias).\(SQLName($0))" }.joined(separator: ", ")
  }
}
#endif
