// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import RowEngine
import StoreInterface

/// A question for groups by attributes that no index has in order: SQLite would sort all rows to bring
/// those of a group together. Here it packs what is asked of each row as it comes, and the groups are
/// found by the hash of their values.
struct GroupScan {
  let select: SelectBuilder
  let table: FlatTable

  /// Nil for other questions, which SQLite answers better by itself or which rows alone do not answer.
  init?(_ query: TableQuery, _ plan: StorePlan) {
    guard query.shape.groups?.isEmpty == false, let table = FlatTable(query, schema: plan.schema),
      table.rows.sort.isEmpty, !GroupScan.hasIndex(query, plan.schema.entities[query.rows.entity]),
      let selection = plan.selection(of: query.rows.entity, only: table.slots),
      let parts = SelectBuilder.Parts(table.rows, plan)
    else { return nil }
    self.table = table
    select = SelectBuilder(
      "SELECT \(selection.text) \(parts.source) ORDER BY t0.Z_PK", parts, selection: selection)
  }

  /// Returns true if an index has rows in the order of a value that they are grouped by.
  private static func hasIndex(_ query: TableQuery, _ entity: EntitySchema) -> Bool {
    (query.shape.groups ?? []).contains { input in
      guard case .column(let path) = query.operands[input], case .attribute = path.column else {
        return true
      }
      return entity.hasIndex(beginningWith: path.column)
    }
  }

  func run(
    on connection: Connection, into sink: (TableBatch) -> Bool
  ) throws(StoreError) {
    let reader = RowReader(select.selection, connection)
    try select.run(on: connection) { (statement) throws(StoreError) in
      var failure: StoreError?
      try reader.send(statement, missing: { _ throws(StoreError) in nil }) { batch in
        do throws(StoreError) {
          for (key, row) in zip(batch.keys, batch.rows) {
            try withExtendedLifetime(row) { () throws(StoreError) in
              _ = try table.add(row.start, key, to: sink)
            }
          }
          return true
        } catch {
          failure = error
          return false
        }
      }
      if let failure { throw failure }
    }
    try table.finish(to: sink)
  }
}

extension EntitySchema {
  /// True if an index or constraint has rows in the order of a column.
  fileprivate func hasIndex(beginningWith column: Column) -> Bool {
    indexes.contains { $0.elements.first?.column == column }
      || constraints.contains { $0.columns.first == column }
  }
}
#endif
