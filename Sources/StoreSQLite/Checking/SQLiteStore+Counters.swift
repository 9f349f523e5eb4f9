// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
package import StoreInterface

extension SQLiteStore {
  /// The counters as the file has them, which rows may have outrun.
  package func counters() throws(StoreError) -> [Int: Int64] {
    try reading { connection throws(StoreError) in
      var next: [Int: Int64] = [:]
      for table in plan.layout.tables {
        guard let number = plan.layout.entities[table.root]?.number else { continue }
        let last = try PrimaryKeyTable.maximum(number, connection)
        for entity in table.entities { next[entity] = last == .max ? .max : last + 1 }
      }
      return next
    }
  }
}
#endif
