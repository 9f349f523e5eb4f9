// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
import StoreInterface

/// A query that looks at the rows' own slots only, answered on the rows where they lie: one that
/// is not wanted is not even retained.
struct MemoryFetch {
  private let query: Query
  private let access: MemoryAccess
  private let rows: PagedArray<Row?>
  private let filter: FilterProgram?
  private let order: FlatOrder?

  /// Nil for a query that needs more than that.
  init?(_ query: Query, by access: MemoryAccess, _ published: PublishedState) {
    let schema = published.schema
    filter = query.filter.map {
      FilterProgram($0, schema: schema, entity: query.entity, nullSemantics: query.nullSemantics)
    }
    order =
      query.sort.isEmpty
      ? nil : FlatOrder(RowComparator(query.sort, schema: schema, entity: query.entity))
    guard filter?.isFlat ?? true, query.sort.isEmpty || order != nil else { return nil }
    self.query = query
    self.access = access
    rows = published.rows(of: query.entity)
  }

  func run(into sink: (RowBatch) -> Bool) {
    if let order, !access.isInOrder { return sort(order, sink) }
    guard query.offset == 0, query.limit == 0, query.output == .rows else { return stream(sink) }
    var batch = RowBatch()
    forEachMatch { key, place in
      guard let row = place.pointee else { return true }
      batch.keys.append(key)
      batch.rows.append(row)
      guard batch.keys.count == RowBatch.standardCount else { return true }
      let full = batch
      batch = RowBatch()
      batch.keys.reserveCapacity(RowBatch.standardCount)
      batch.rows.reserveCapacity(RowBatch.standardCount)
      return sink(full)
    }
    if !batch.keys.isEmpty { _ = sink(batch) }
  }

  /// How many matches there are, offset and limit applied.
  func count() -> Int {
    let wanted = query.limit > 0 ? query.offset + query.limit : .max
    var count = 0
    forEachMatch { _, _ in
      count += 1
      return count < wanted
    }
    return max(0, min(count, wanted) - query.offset)
  }

  /// Calls `body` with the first byte and the key of each match, in the order of the access, until it
  /// returns false. The query's window is not looked at.
  func forEach(
    _ body: (UnsafeRawPointer, ObjectKey) throws(StoreError) -> Bool
  ) throws(StoreError) {
    var failure: StoreError?
    forEachMatch { key, place in
      guard let start = StoredRow.start(place) else { return true }
      do throws(StoreError) { return try body(start, key) } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
  }

  private func stream(_ sink: (RowBatch) -> Bool) {
    var output = RowOutput(query)
    forEachMatch { key, place in
      if output.skips() { return true }
      if let row = place.pointee { output.add(key, row, to: sink) }
      return !output.isFinished
    }
    output.flush(to: sink)
  }

  private func sort(_ order: FlatOrder, _ sink: (RowBatch) -> Bool) {
    var output = RowOutput(query)
    var sorter = FlatSorter(order, wanted: query.limit > 0 ? query.offset + query.limit : 0)
    forEachMatch { key, place in
      if let start = StoredRow.start(place) { sorter.add(start, key) }
      return true
    }
    for item in sorter.finish() {
      if output.skips() { continue }
      if let row = rows[item.key.number] { output.add(item.key, row, to: sink) }
      if output.isFinished { return }
    }
    output.flush(to: sink)
  }

  // MARK: - Candidates

  /// Calls `body` with the key and the place of each match, in the order of the access, until it
  /// returns false.
  @inline(__always)
  private func forEachMatch(_ body: (ObjectKey, UnsafeMutablePointer<Row?>) -> Bool) {
    let (first, last) = (query.concreteEntities.lowerBound, query.concreteEntities.upperBound - 1)
    let filter = filter
    if let numbers = access.numbers {
      for number in numbers {
        var far: Row?
        if let place = rows.place(number) {
          guard let start = StoredRow.start(place) else { continue }
          let entity = Int(start.load(fromByteOffset: 4, as: UInt32.self))
          guard entity >= first, entity <= last else { continue }
          let key = ObjectKey(entity: entity, number: number)
          if let filter, !filter.matches(at: start, key) { continue }
          guard body(key, place) else { return }
        } else {
          // Numbers beyond the pages are rare enough to go without a place of their own.
          far = rows[number]
          guard let row = far, row.entity >= first, row.entity <= last else { continue }
          let key = ObjectKey(entity: row.entity, number: number)
          if let filter, !filter.matches(at: row.start, key) { continue }
          guard body(key, &far) else { return }
        }
      }
      return
    }
    rows.forEachPage { number, page in
      guard let base = page.baseAddress else { return true }
      for index in 0..<page.count {
        guard let start = StoredRow.start(base + index) else { continue }
        let entity = Int(start.load(fromByteOffset: 4, as: UInt32.self))
        guard entity >= first, entity <= last else { continue }
        let key = ObjectKey(entity: entity, number: number + Int64(index))
        if let filter, !filter.matches(at: start, key) { continue }
        guard body(key, base + index) else { return false }
      }
      return true
    }
  }
}
