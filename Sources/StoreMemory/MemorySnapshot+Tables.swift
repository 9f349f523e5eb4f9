// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
package import StoreInterface

extension MemorySnapshot {
  package func table(
    _ query: TableQuery, into sink: (TableBatch) -> Bool
  ) throws(StoreError) -> Bool {
    let current = try current()
    guard let table = FlatTable(query, schema: current.schema) else { return false }
    let (rows, access) = try prepared(table.rows, current)
    // Rows that are to be sorted first, or need others to be tested, are looked at one by one.
    guard access.isInOrder, let fetch = MemoryFetch(rows, by: access, current) else {
      return false
    }
    try fetch.forEach { start, key throws(StoreError) in try table.add(start, key, to: sink) }
    try table.finish(to: sink)
    return true
  }
}
