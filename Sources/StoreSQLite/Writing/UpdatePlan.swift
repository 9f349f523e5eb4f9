// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// The statement that updates some columns of an entity's rows, and where its parameters come from.
///
/// Parameters: the columns, then the new version, the number and the expected version as the case
/// may be.
final class UpdatePlan {
  let entity: Int
  let changed: SlotSet
  let isGuarded: Bool
  let cells: [RowCell]
  let columnCount: Int
  let sql: String
  /// Nothing to write, and no version to check or raise.
  var isEmpty: Bool { cells.isEmpty && !isGuarded }

  init(entity: EntitySchema, changed: SlotSet, isGuarded: Bool, _ layout: StoreLayout) {
    self.entity = entity.index
    self.changed = changed
    self.isGuarded = isGuarded
    var columns: [String] = []
    var cells: [RowCell] = []
    var table = ""
    if let place = layout.entities[entity.index] {
      table = layout.tables[place.table].name
      var names: [String] = []
      let plan = RowPlan(entity, place) { name in
        names.append(name)
        return Int32(names.count - 1)
      }
      for var cell in plan.cells where changed.contains(Int(cell.slot)) {
        columns.append(names[Int(cell.column)])
        cell.column = Int32(columns.count - 1)
        if cell.entityColumn >= 0 {
          columns.append(names[Int(cell.entityColumn)])
          cell.entityColumn = Int32(columns.count - 1)
        }
        cells.append(cell)
      }
    }
    self.cells = cells
    columnCount = columns.count
    let assignments = columns.map { "\(SQLName($0)) = ?" } + (isGuarded ? ["Z_OPT = ?"] : [])
    sql =
      "UPDATE \(SQLName(table)) SET \(assignments.joined(separator: ", ")) WHERE Z_PK = ?"
      + (isGuarded ? " AND Z_OPT = ?" : "")
  }

  func isFor(_ update: RowUpdate) -> Bool {
    entity == update.row.entity && isGuarded == (update.expectedVersion != nil)
      && changed == update.changed
  }
}
#endif
