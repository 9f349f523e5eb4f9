// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
import StoreInterface

/// A sorted query over several stores: each store sorts its own, the results are merged.
///
/// Stable: equal matches stand in add order (R-PSC-271), so the result is that of sorting the
/// concatenation. All stores but the last are read to the end first, up to offset + limit matches;
/// the last one streams by, unless its sort keys need other rows of its snapshot.
struct MergedFetch {
  /// A store's matches, read in advance, and how many of them are out.
  private struct Lane {
    var records: [SortRecord] = []
    var next = 0

    var head: SortRecord? { next < records.count ? records[next] : nil }
  }

  private let view: ReadView
  private let query: Query
  private let comparator: RowComparator
  private let comparesFiles: Bool

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
  }

  /// Returns a row with the values that may lie in files, if these are what is sorted by.
  private func comparable(_ row: Row) -> Row {
    comparesFiles ? row.withContents(of: view.schema.entities[row.entity]) : row
  }

  func run(
    _ questions: [ReadView.Question], _ sink: (RowBatch) -> Bool
  ) throws(RoutingError) {
    let streams = !comparator.needsSource
    var lanes: [Lane] = []
    for question in streams ? questions.dropLast() : questions[...] {
      lanes.append(Lane(records: try records(question)))
    }
    try withoutActuallyEscaping(sink) { sink throws(RoutingError) in
      var output = MergeOutput(query: query, sink: sink)
      if streams, let last = questions.last { try stream(last, lanes: &lanes, into: &output) }
      while output.wantsMore, let lane = least(lanes, before: nil) {
        take(lane, of: &lanes, into: &output)
      }
      output.finish()
    }
  }

  /// The question a store is asked: rows, since they are what is compared.
  private func local(_ question: ReadView.Question) -> Query {
    var query = question.query.widened
    query.output = .rows
    query.needsRows = true
    return query
  }

  private func records(_ question: ReadView.Question) throws(RoutingError) -> [SortRecord] {
    var all = RowBatch()
    _ = try view.run(local(question), on: question.store) { batch in
      all.keys += batch.keys
      all.rows += batch.rows
      return true
    }
    let snapshot = try view.snapshot(at: question.store)
    do {
      let source = try HopRows(of: all.rows, query: query, schema: view.schema, snapshot: snapshot)
      var records: [SortRecord] = []
      records.reserveCapacity(all.keys.count)
      for (key, row) in zip(all.keys, all.rows) {
        records.append(try comparator.record(comparable(row), key, from: source))
      }
      return records
    } catch {
      throw view.stores[question.store].failure(error)
    }
  }

  private func stream(
    _ question: ReadView.Question, lanes: inout [Lane], into output: inout MergeOutput
  ) throws(RoutingError) {
    var failure: StoreError?
    _ = try view.run(local(question), on: question.store) { batch in
      for (key, row) in zip(batch.keys, batch.rows) where output.wantsMore {
        do throws(StoreError) {
          let record = try comparator.record(comparable(row), key, from: NoRows())
          while output.wantsMore, let lane = least(lanes, before: record) {
            take(lane, of: &lanes, into: &output)
          }
          output.append(record)
        } catch {
          failure = error
          return false
        }
      }
      return output.wantsMore
    }
    if let failure { throw view.stores[question.store].failure(failure) }
  }

  /// Returns the lane whose head comes first, the earlier of equals; nil when there is none, or
  /// none that comes before, or equals, a record of the last store.
  private func least(_ lanes: [Lane], before bound: SortRecord?) -> Int? {
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

  private func take(_ lane: Int, of lanes: inout [Lane], into output: inout MergeOutput) {
    output.append(lanes[lane].records[lanes[lane].next])
    lanes[lane].next += 1
  }
}
