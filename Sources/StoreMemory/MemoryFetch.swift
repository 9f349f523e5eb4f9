// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
import StoreInterface

/// A query that looks at the rows' own slots only, answered on the rows where they lie: one that
/// is not wanted is not even retained.
struct MemoryFetch {
  private let query: Query
  private let state: MemoryState
  private let rows: PagedArray<Row?>
  private let filter: FilterProgram?
  private let order: FlatOrder?

  /// Nil for a query that needs more than that.
  init?(_ query: Query, _ state: MemoryState) {
    let schema = state.layout.schema
    filter = query.filter.map {
      FilterProgram($0, schema: schema, entity: query.entity, nullSemantics: query.nullSemantics)
    }
    order =
      query.sort.isEmpty
      ? nil : FlatOrder(RowComparator(query.sort, schema: schema, entity: query.entity))
    guard filter?.isFlat ?? true, query.sort.isEmpty || order != nil else { return nil }
    self.query = query
    self.state = state
    rows = state.tables[state.layout.tables[query.entity]].rows
  }

  func run(into sink: (RowBatch) -> Bool) {
    var output = RowOutput(query)
    if let order {
      sort(order, &output, sink)
    } else {
      forEachMatch { key, place in
        if output.skips() { return true }
        if let row = place.pointee { output.add(key, row, to: sink) }
        return !output.isFinished
      }
    }
    output.flush(to: sink)
  }

  private func sort(_ order: FlatOrder, _ output: inout RowOutput, _ sink: (RowBatch) -> Bool) {
    var sorter = FlatSorter(order, wanted: query.limit > 0 ? query.offset + query.limit : 0)
    forEachMatch { key, place in
      if let start = place.pointee?.start { sorter.add(start, key) }
      return true
    }
    for item in sorter.finish() {
      if output.skips() { continue }
      if let row = rows[item.key.number] { output.add(item.key, row, to: sink) }
      if output.isFinished { return }
    }
  }

  // MARK: - Candidates

  /// Calls `body` with the key and the place of each match, ascending by number, until it returns
  /// false.
  private func forEachMatch(_ body: (ObjectKey, UnsafeMutablePointer<Row?>) -> Bool) {
    let (first, last) = (query.concreteEntities.lowerBound, query.concreteEntities.upperBound - 1)
    func visit(_ number: Int64, _ place: UnsafeMutablePointer<Row?>) -> Bool {
      guard let start = place.pointee?.start else { return true }
      let entity = Int(start.load(fromByteOffset: 4, as: UInt32.self))
      guard entity >= first, entity <= last else { return true }
      let key = ObjectKey(entity: entity, number: number)
      if let filter, !filter.matches(at: start, key) { return true }
      return body(key, place)
    }
    if let numbers = state.candidates(query) {
      for number in numbers {
        // Numbers beyond the pages are rare enough to go without a place of their own.
        if let place = rows.place(number) {
          guard visit(number, place) else { return }
        } else if var row = Optional(rows[number]) {
          guard visit(number, &row) else { return }
        }
      }
      return
    }
    rows.forEachPage { start, page in
      guard let base = page.baseAddress else { return true }
      for place in page.indices {
        guard visit(start + Int64(place), base + place) else { return false }
      }
      return true
    }
  }
}
