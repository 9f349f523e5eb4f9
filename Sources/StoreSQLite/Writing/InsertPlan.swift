// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// The statement that inserts a row of an entity, and where its parameters come from.
///
/// Parameters: 1 `Z_PK`, 2 `Z_ENT`, 3 `Z_OPT`, then the columns of the entity. Columns of other
/// entities of the hierarchy stay null.
struct InsertPlan: Sendable {
  let number: Int64
  let cells: [RowCell]
  let columns: [String]
  let sql: String

  init?(_ entity: EntitySchema, _ layout: StoreLayout) {
    guard let place = layout.entities[entity.index] else { return nil }
    number = place.number
    var columns: [String] = []
    let plan = RowPlan(entity, place) { name in
      columns.append(name)
      return Int32(columns.count - 1)
    }
    cells = plan.cells
    self.columns = columns
    let names = columns.map { ", \(SQLName($0))" }.joined()
    sql =
      "INSERT INTO \(SQLName(layout.tables[place.table].name)) (Z_PK, Z_ENT, Z_OPT\(names)) "
      + "VALUES (\(KeyChunks.parameters(columns.count + 3)))"
  }
}
#endif
