// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import RowEngine
package import StoreInterface

extension SQLiteSnapshot {
  package func table(
    _ query: TableQuery, into sink: (TableBatch) -> Bool
  ) throws(StoreError) -> Bool {
    let connection = try connection()
    if let scan = GroupScan(query, plan) {
      try scan.run(on: connection, into: sink)
      return true
    }
    guard let table = TableSelect(query, plan) else { return false }
    var reducer = TableReducer(table.remainder, schema: plan.schema)
    var inputs: [AttributeValue] = []
    try table.select.run(on: connection) { (statement) throws(StoreError) in
      while !reducer.isFinished, try statement.step() {
        inputs.removeAll(keepingCapacity: true)
        for cell in table.cells { inputs.append(try cell.value(statement, plan)) }
        try reducer.add(inputs, to: sink)
      }
    }
    if !reducer.isFinished { try reducer.finish(to: sink) }
    return true
  }

  package func explanation(of query: TableQuery) -> String? {
    if let scan = GroupScan(query, plan) {
      return "\(scan.select.sql)\(scan.table.shape.explanation)"
    }
    return TableSelect(query, plan).map { "\($0.select.sql)\($0.remainder.explanation)" }
  }
}
#endif
