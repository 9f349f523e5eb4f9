// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// Answers a ``TableQuery`` on rows where they lie: values are read at the rows' addresses, and no row
/// is copied. For stores without tables of their own, where all that is asked of a row lies in its own
/// slots.
// Used by one thread.
package final class FlatTable {
  /// The question to a store that brings the rows' addresses, in its order and without its window.
  package let rows: Query
  /// The shape of the answer.
  package let shape: TableShape
  private let columns: [FlatColumn]
  private let reducer: FlatReducer?
  @exclusivity(unchecked) private var output: TableOutput
  @exclusivity(unchecked) private var values: TableReducer

  /// Nil for a question that needs other rows, files, or values that are computed.
  package init?(_ query: TableQuery, schema: StoreSchema) {
    var compiler = FilterCompiler(
      schema: schema, entity: query.rows.entity, nullSemantics: .definite)
    let columns = query.operands.compactMap { FlatColumn(compiler.compiled($0)) }
    guard columns.count == query.operands.count else { return nil }
    let question = query.orderingGroups
    reducer = FlatReducer(question.shape, columns)
    guard reducer != nil || question.shape.groups == nil else { return nil }
    self.columns = columns
    rows = question.rows
    self.shape = question.shape
    var shape = question.shape
    values = TableReducer(shape, schema: schema)
    shape.groups = nil
    output = TableOutput(shape, schema: schema)
  }

  /// The slots whose values are asked for.
  package var slots: Set<Int> { Set(columns.lazy.map(\.slot).filter { $0 >= 0 }) }

  /// Adds a row by its first byte, aligned or not, in which entities go by the schema's indexes.
  /// Returns false if further rows change nothing.
  @inline(__always)
  package func add(
    _ start: UnsafeRawPointer, _ key: ObjectKey, to sink: (TableBatch) -> Bool
  ) throws(StoreError) -> Bool {
    guard let reducer else { return try addValues(RawRow(start: start), key, to: sink) }
    reducer.add(RawRow(start: start), key)
    return true
  }

  private func addValues(
    _ row: RawRow, _ key: ObjectKey, to sink: (TableBatch) -> Bool
  ) throws(StoreError) -> Bool {
    try values.add(columns.map { $0.value(row, key) }, to: sink)
    return !values.isFinished
  }

  /// Hands on what is left. Call it once, at the end.
  package func finish(to sink: (TableBatch) -> Bool) throws(StoreError) {
    guard let reducer else {
      if !values.isFinished { try values.finish(to: sink) }
      return
    }
    try reducer.forEachGroup { row throws(StoreError) in
      try output.add(row, to: sink)
      return !output.isFinished
    }
    output.finish(to: sink)
  }
}

extension TableQuery {
  /// The question with what can be done on groups done there: distinct rows are groups, and an order by
  /// what groups have in common is theirs. So rows may come as they lie.
  fileprivate var orderingGroups: TableQuery {
    var query = self
    query.rows.output = .keys
    query.rows.needsRows = false
    query.rows.offset = shape.isPlain ? shape.offset : 0
    query.rows.limit = shape.isPlain ? shape.limit : 0
    if let groups = shape.distinctInputs {
      query.shape.groups = groups
      query.shape.isDistinct = false
    }
    if let order = query.orderOfGroups {
      query.shape.order += order
      query.rows.sort = []
    }
    return query
  }

  /// The order of rows as one of their groups, whose first rows are those with the lowest numbers
  /// then; nil if it is by anything else.
  private var orderOfGroups: [TableOrder]? {
    guard let groups = shape.groups, !rows.sort.isEmpty else { return nil }
    var order: [TableOrder] = []
    for key in rows.sort {
      let place = shape.columns.firstIndex(where: { column in
        guard case .value(let input) = column, groups.contains(input) else { return false }
        return operands[input] == .column(key.path)
      })
      guard let place else { return nil }
      order.append(TableOrder(place, ascending: key.isAscending, collation: key.collation))
    }
    return order
  }
}

extension TableShape {
  /// The inputs that tell distinct rows apart; nil where rows are not to be distinct in all columns, or
  /// few of them may be enough.
  fileprivate var distinctInputs: [Int]? {
    guard isDistinct, groups == nil, visibleCount == columns.count, !columns.isEmpty,
      limit == 0 || !order.isEmpty
    else { return nil }
    var inputs: [Int] = []
    for case .value(let input) in columns { inputs.append(input) }
    return inputs.count == columns.count ? inputs : nil
  }
}
