// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// The statement that inserts a row of an entity, and where its parameters come from.
///
/// Parameters: 1 `Z_PK`, 2 `Z_ENT`, 3 `Z_OPT`, then the columns of the entity. Columns of other
/// entities of the hierarchy stay null.
final class InsertPlan: Sendable {
  let number: Int64
  let cells: [RowCell]
  let sql: String
  /// The statement that inserts many rows out of a ``Feed`` of this shape; nil when a row has values
  /// that go into files, or too many columns. It undoes itself when a unique index refuses a row.
  let bulk: (sql: String, shape: FeedShape)?

  init?(_ entity: EntitySchema, _ layout: StoreLayout) {
    guard let place = layout.entities[entity.index] else { return nil }
    number = place.number
    var columns: [String] = []
    let plan = RowPlan(entity, place) { name in
      columns.append(name)
      return Int32(columns.count - 1)
    }
    cells = plan.cells
    let names = columns.map { ", \(SQLName($0))" }.joined()
    let target = "\(SQLName(layout.tables[place.table].name)) (Z_PK, Z_ENT, Z_OPT\(names)) "
    sql = "INSERT INTO \(target)VALUES (\(KeyChunks.parameters(columns.count + 3)))"
    guard FeedTable.canYield(cells, columns: columns.count) else {
      bulk = nil
      return
    }
    // Without a unique index nothing is refused, so SQLite need not remember what to undo.
    let isUnrefused = entity.constraints.isEmpty && !layout.hasForeignTriggers
    let verb = isUnrefused ? "INSERT OR FAIL INTO" : "INSERT INTO"
    bulk = (
      "\(verb) \(target)SELECT \(FeedTable.columns(columns.count + 3)) FROM \(FeedTable.rows)",
      FeedShape(cells, count: columns.count, layout)
    )
  }
}
#endif
