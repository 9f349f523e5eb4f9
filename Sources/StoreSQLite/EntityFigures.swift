// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// Figures about the rows of a file.
enum EntityFigures {
  /// - Parameter next: the next numbers of those reserved and not given out, by root.
  static func entities(
    _ plan: StorePlan, _ connection: Connection, next: [Int: Int64]
  ) throws(StoreError) -> [StoreFigures.Entity] {
    var result: [StoreFigures.Entity] = []
    for table in plan.layout.tables {
      let rows = try rows(of: table, plan, connection)
      let number = plan.layout.entities[table.root]?.number ?? 0
      let maximum = try PrimaryKeyTable.maximum(number, connection)
      let highest = try connection.integer("SELECT MAX(Z_PK) FROM \(SQLName(table.name))")
      let last = max(maximum, highest ?? 0)
      let free = next[table.root] ?? (last == .max ? .max : last + 1)
      for entity in table.entities {
        result.append(.init(entity: entity, rows: rows[entity] ?? 0, nextNumber: free))
      }
    }
    return result.sorted { $0.entity < $1.entity }
  }

  /// Returns the numbers of rows by entity. All rows of a table of one entity are its (R-REQ-098).
  private static func rows(
    of table: TableLayout, _ plan: StorePlan, _ connection: Connection
  ) throws(StoreError) -> [Int: Int] {
    let source = "COUNT(*) FROM \(SQLName(table.name))"
    guard table.isHierarchy else {
      return [table.root: Int(try connection.integer("SELECT \(source)") ?? 0)]
    }
    let statement = try connection.statement("SELECT Z_ENT, \(source) GROUP BY Z_ENT")
    defer { statement.finish() }
    var rows: [Int: Int] = [:]
    while try statement.step() {
      if let entity = plan.layout.entity(numbered: statement.integer(0)) {
        rows[entity] = Int(statement.integer(1))
      }
    }
    return rows
  }
}
#endif
