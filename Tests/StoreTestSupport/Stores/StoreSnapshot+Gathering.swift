// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

extension StoreSnapshot {
  /// All batches of a query with rows.
  package func fetch(_ query: Query) throws(StoreError) -> [StoredRow] {
    var query = query
    query.needsRows = true
    var result: [StoredRow] = []
    try run(query) { batch in
      result += zip(batch.keys, batch.rows).map { StoredRow(key: $0, row: $1) }
      return true
    }
    return result
  }

  /// The keys that match, in order.
  package func keys(_ query: Query) throws(StoreError) -> [ObjectKey] {
    var query = query
    query.output = .keys
    var result: [ObjectKey] = []
    try run(query) { batch in
      result += batch.keys
      return true
    }
    return result
  }
}
