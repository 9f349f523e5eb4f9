// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
import StoreInterface

/// A sorted query over several stores: their answers, each of which is in order, merged (R-PSC-271).
///
/// What is merged are sort columns (``Query/wantsSortColumnsOnly``) where rows are wanted of a window
/// only, or not at all; the window's rows are looked up then. With a limit every store is asked for as
/// much as the merge has taken of its answer, and for more where that was too little.
struct MergedFetch {
  private let view: ReadView
  private let query: Query
  private let comparator: RowComparator
  private let comparesFiles: Bool
  /// True if rows are read of the window alone, once its keys are known.
  private let looksRowsUp: Bool

  init(view: ReadView, query: Query) {
    self.view = view
    self.query = query
    comparator = RowComparator(query.sort, schema: view.schema, entity: query.entity)
    let attributes = view.schema.entities[query.entity].attributes
    comparesFiles = query.sort.contains { key in
      guard key.path.hops.isEmpty, case .attribute(let index) = key.path.column else {
        return false
      }
      return attributes[index].allowsExternalStorage
    }
    looksRowsUp = query.output == .rows && query.limit > 0 && query.offset >= query.limit
  }

  /// Returns a row with the values that may lie in files, if these are what is sorted by.
  private func comparable(_ row: Row) -> Row {
    comparesFiles ? row.withContents(of: view.schema.entities[row.entity]) : row
  }

  // MARK: - Merging

  func run(
    _ questions: [ReadView.Question], _ sink: (RowBatch) -> Bool
  ) throws(RoutingError) {
    let streams = query.limit == 0 && !comparator.needsSource
    var lanes = questions.map { lane($0, among: questions.count) }
    let last = streams ? lanes.removeLast() : nil
    try withoutActuallyEscaping(sink) { sink throws(RoutingError) in
      var output = MergeOutput(query: query, sink: sink)
      output.holdsWindow = looksRowsUp
      for index in lanes.indices { try fill(&lanes[index]) }
      if let last { try stream(last.question, lanes: &lanes, into: &output) }
      while output.wantsMore, let lane = least(lanes, before: nil) {
        try take(lane, of: &lanes, into: &output)
      }
      if looksRowsUp { output.complete(try window(output.held)) }
      output.finish()
    }
  }

  private func lane(_ question: ReadView.Question, among count: Int) -> MergeLane {
    let wanted = query.widened.limit
    // A client's store is asked once: two answers of it need not be of one moment.
    let isKept = view.stores[question.store].backend.capabilities.contains(.keepableSnapshots)
    return MergeLane(
      question: question, wanted: wanted,
      portion: wanted > 0 && isKept ? min(wanted, wanted / count * 5 / 4 + 8) : wanted)
  }

  /// The question a store is asked: rows, since they are what is compared.
  private func local(_ question: ReadView.Question) -> Query {
    var query = question.query.widened
    query.output = .rows
    query.needsRows = true
    query.wantsSortColumnsOnly = looksRowsUp || self.query.output == .keys
    return query
  }

  /// Reads a lane's next portion.
  private func fill(_ lane: inout MergeLane) throws(RoutingError) {
    var query = local(lane.question)
    (query.offset, query.limit) = lane.next
    var all = RowBatch()
    _ = try view.run(query, on: lane.question.store) { batch in
      all.keys += batch.keys
      all.rows += batch.rows
      return true
    }
    lane.take(try records(all, of: lane.question.store))
  }

  private func records(_ batch: RowBatch, of store: Int) throws(RoutingError) -> [SortRecord] {
    let snapshot = try view.snapshot(at: store)
    do {
      let source = try HopRows(
        of: batch.rows, query: query, schema: view.schema, snapshot: snapshot)
      var records: [SortRecord] = []
      records.reserveCapacity(batch.keys.count)
      for (key, row) in zip(batch.keys, batch.rows) {
        records.append(try comparator.record(comparable(row), key, from: source))
      }
      return records
    } catch {
      throw view.stores[store].failure(error)
    }
  }

  /// The last store's answer is merged as it comes; nothing of it is kept.
  private func stream(
    _ question: ReadView.Question, lanes: inout [MergeLane], into output: inout MergeOutput
  ) throws(RoutingError) {
    var failure: RoutingError?
    _ = try view.run(local(question), on: question.store) { batch in
      for (key, row) in zip(batch.keys, batch.rows) where output.wantsMore {
        do throws(RoutingError) {
          let record = try record(key, row, of: question.store)
          while output.wantsMore, let lane = least(lanes, before: record) {
            try take(lane, of: &lanes, into: &output)
          }
          output.append(record)
        } catch {
          failure = error
          return false
        }
      }
      return output.wantsMore
    }
    if let failure { throw failure }
  }

  private func record(
    _ key: ObjectKey, _ row: Row, of store: Int
  ) throws(RoutingError) -> SortRecord {
    do { return try comparator.record(comparable(row), key, from: NoRows()) } catch {
      throw view.stores[store].failure(error)
    }
  }

  /// Returns the lane whose head comes first, the earlier of equals; nil when there is none, or
  /// none that comes before, or equals, a record of the last store.
  private func least(_ lanes: [MergeLane], before bound: SortRecord?) -> Int? {
    var found: (lane: Int, head: SortRecord)?
    for index in lanes.indices {
      guard let head = lanes[index].head else { continue }
      if let found, comparator.compare(found.head, head) <= 0 { continue }
      found = (index, head)
    }
    guard let found else { return nil }
    if let bound, comparator.compare(found.head, bound) > 0 { return nil }
    return found.lane
  }

  private func take(
    _ lane: Int, of lanes: inout [MergeLane], into output: inout MergeOutput
  ) throws(RoutingError) {
    if let head = lanes[lane].head { output.append(head) }
    lanes[lane].advance()
    if lanes[lane].isUsedUp, output.wantsMore { try fill(&lanes[lane]) }
  }

  // MARK: - The window

  /// The rows of the window's keys; one call a store.
  private func window(_ keys: [ObjectKey]) throws(RoutingError) -> RowBatch {
    var batch = RowBatch()
    for (key, row) in zip(keys, try view.rows(for: keys)) {
      guard let row else { continue }
      batch.keys.append(key)
      batch.rows.append(row)
    }
    return batch
  }
}
