// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// The columns to select for the rows of some concrete entities of one table, and how each
/// entity's row is made of them.
///
/// The columns begin with `Z_PK`, `Z_OPT` and, when the table holds several entities, `Z_ENT`.
// Sendable: the cells are written by the initialiser only.
final class Selection: @unchecked Sendable {
  /// How rows of one entity are made. A view, so that reading a row retains nothing.
  struct EntityPlan {
    var slotCount = 0
    /// Empty, without an address, for entities that are not selected.
    var cells = UnsafeMutableBufferPointer<RowCell>(start: nil, count: 0)
  }

  let table: TableLayout
  let columns: [String]
  /// By entity index less the first entity of the hierarchy.
  let plans: UnsafeMutableBufferPointer<EntityPlan>
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
    plans = .allocate(capacity: layout.schema.entities[table.root].subtree.count)
    plans.initialize(repeating: EntityPlan())
    for entity in entities {
      guard let place = layout.entities[entity] else { continue }
      let plan = RowPlan(layout.schema.entities[entity], place) { name in
        if let position = positions[name] { return position }
        positions[name] = Int32(columns.count)
        columns.append(name)
        return Int32(columns.count - 1)
      }
      let cells = UnsafeMutableBufferPointer<RowCell>.allocate(capacity: plan.cells.count + 1)
      _ = cells.initialize(from: plan.cells)
      plans[entity - table.root] = EntityPlan(
        slotCount: plan.slotCount, cells: .init(rebasing: cells[..<plan.cells.count]))
    }
    self.columns = columns
    text = Selection.list(columns, alias: "t0")
  }

  deinit {
    for plan in plans { plan.cells.deallocate() }
    plans.deallocate()
  }

  func text(alias: String) -> String { Selection.list(columns, alias: alias) }

  private static func list(_ columns: [String], alias: String) -> String {
    columns.map { "\(alias).\(SQLName($0))" }.joined(separator: ", ")
  }
}
#endif
