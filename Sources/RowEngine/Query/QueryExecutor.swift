// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// Answers a ``Query`` over candidate rows that a store enumerates: the store narrows, this
/// filters, sorts, skips, limits and batches. For stores without a query engine of their own.
package struct QueryExecutor {
  private let query: Query
  private let filter: FilterProgram?
  private let comparator: RowComparator
  private let source: any RowSource

  /// - Parameter source: the snapshot that the candidates are from.
  package init(_ query: Query, schema: StoreSchema, source: any RowSource) {
    self.query = query
    self.source = source
    filter = query.filter.map {
      FilterProgram($0, schema: schema, entity: query.entity, nullSemantics: query.nullSemantics)
    }
    comparator = RowComparator(query.sort, schema: schema, entity: query.entity)
  }

  /// Runs the query. Every match must be among the candidates, once, under its concrete key.
  ///
  /// - Parameter areInOrder: whether the candidates come in the order the query asks for (without
  ///   sort keys: by number). Then nothing is gathered and enumeration stops at the limit.
  package func run(
    _ candidates: some CandidateRows, areInOrder: Bool, into sink: (RowBatch) -> Bool
  ) throws(StoreError) {
    if areInOrder {
      try stream(candidates, into: sink)
    } else {
      try sort(candidates, into: sink)
    }
  }

  /// How many matches there are, offset and limit applied.
  package func count(_ candidates: some CandidateRows) throws(StoreError) -> Int {
    let wanted = query.limit > 0 ? query.offset + query.limit : .max
    var count = 0
    try candidates.forEach { (key, row) throws(StoreError) in
      if try accepts(key, row) { count += 1 }
      return count < wanted
    }
    return max(0, min(count, wanted) - query.offset)
  }

  private func accepts(_ key: ObjectKey, _ row: Row) throws(StoreError) -> Bool {
    guard query.concreteEntities.contains(row.entity) else { return false }
    return try filter?.matches(row, key, from: source) ?? true
  }

  private func stream(
    _ candidates: some CandidateRows, into sink: (RowBatch) -> Bool
  ) throws(StoreError) {
    var output = RowOutput(query)
    try candidates.forEach { (key, row) throws(StoreError) in
      if try accepts(key, row) { output.add(key, row, to: sink) }
      return !output.isFinished
    }
    output.flush(to: sink)
  }

  private func sort(
    _ candidates: some CandidateRows, into sink: (RowBatch) -> Bool
  ) throws(StoreError) {
    var sorter = RowSorter(comparator, wanted: query.limit > 0 ? query.offset + query.limit : 0)
    try candidates.forEach { (key, row) throws(StoreError) in
      if try accepts(key, row) { sorter.add(try comparator.record(row, key, from: source)) }
      return true
    }
    var output = RowOutput(query)
    for record in sorter.finish() {
      output.add(record.key, record.row, to: sink)
      if output.isFinished { return }
    }
    output.flush(to: sink)
  }
}
