// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
import StoreInterface

/// A table over several stores, made of one of each.
///
/// The stores' rows are put into the order that the rows beneath have over all stores, equal ones in
/// add order, and are reduced once more.
struct MergedTable {
  private let query: TableQuery
  private let view: ReadView
  private let part: TablePart

  init(_ query: TableQuery, view: ReadView) {
    self.query = query
    self.view = view
    part = TablePart(query)
  }

  func run(
    _ questions: [ReadView.Question], into sink: (TableBatch) -> Bool
  ) throws(RoutingError) {
    var rows: [[AttributeValue]] = []
    for question in questions {
      try view.table(part.query, as: question) { batch in
        for place in 0..<batch.count { rows.append(Array(batch.row(place))) }
        return !part.isComplete(rows.count)
      }
      if part.isComplete(rows.count) { break }
    }
    let order = TableRowOrder(part.order)
    var reducer = TableReducer(part.reduction, schema: view.schema)
    do {
      for row in order.sorted(rows) where !reducer.isFinished { try reducer.add(row, to: sink) }
      if !reducer.isFinished { try reducer.finish(to: sink) }
    } catch {
      // Only a condition on groups throws, as for a pattern that is none: no store's fault.
      throw view.stores[questions.first?.store ?? 0].failure(error)
    }
  }
}

/// The question for a part of a table, and what is made of the parts.
struct TablePart {
  /// The question that every store is asked: the columns of the result, averages as sums, then what parts are told
  /// apart and sorted by.
  private(set) var query: TableQuery
  /// The order of the parts' rows.
  private(set) var order: [TableOrder] = []
  /// The shape of what is made of the rows; its inputs are their columns.
  private(set) var reduction: TableShape

  init(_ whole: TableQuery) {
    query = whole
    reduction = whole.shape
    if whole.shape.groups != nil { partition(whole) } else { widen(whole) }
    guard whole.shape.groups?.isEmpty != true else { return }
    for key in whole.rows.sort {
      query.operands.append(.column(key.path))
      query.shape.columns.append(.value(query.operands.count - 1))
      order.append(
        TableOrder(
          query.shape.columns.count - 1, ascending: key.isAscending, collation: key.collation))
    }
  }

  /// True if so many rows are all that is needed: without an order those of the first stores.
  func isComplete(_ count: Int) -> Bool {
    let shape = query.shape
    return shape.isPlain && order.isEmpty && shape.limit > 0 && count >= shape.limit
  }

  /// Every store gives its first rows; what comes first over all is among them.
  private mutating func widen(_ whole: TableQuery) {
    let (sum, overflow) = whole.shape.offset.addingReportingOverflow(whole.shape.limit)
    query.shape.offset = 0
    query.shape.limit = whole.shape.limit == 0 || overflow ? 0 : sum
    reduction.columns = whole.shape.columns.indices.map { .value($0) }
  }

  /// Every store gives a row a group, which are combined before anything is asked of them.
  private mutating func partition(_ whole: TableQuery) {
    query.shape = TableShape(columns: [], groups: whole.shape.groups)
    reduction.columns = []
    for column in whole.shape.columns { add(column) }
    reduction.groups = whole.shape.groups?.map { add(.value($0), as: { _ in nil }) }
    query.shape.visibleCount = query.shape.columns.count
  }

  private mutating func add(_ column: TableColumn) {
    switch column {
    case .value: add(column) { .value($0) }
    case .count, .statistic(.count, _): add(column) { .statistic(.sum, $0) }
    case .statistic(.average, let input):
      let sum = add(.statistic(.sum, input), as: { _ in nil })
      add(.statistic(.count, input)) { .ratio(sum: sum, count: $0) }
    case .statistic(let statistic, _): add(column) { .statistic(statistic, $0) }
    case .ratio(let sum, let count):
      let total = add(.statistic(.sum, sum), as: { _ in nil })
      add(.statistic(.sum, count)) { .ratio(sum: total, count: $0) }
    }
  }

  /// Adds a column of the parts, and what it becomes; returns its place.
  @discardableResult
  private mutating func add(
    _ column: TableColumn, as result: (Int) -> TableColumn?
  ) -> Int {
    let place = query.shape.columns.count
    query.shape.columns.append(column)
    result(place).map { reduction.columns.append($0) }
    return place
  }
}
