// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

extension ReadView {
  /// Runs a query over the stores that hold one of its concrete entities. `sink` gets the matches
  /// in order, in batches, until it returns false.
  ///
  /// Without sort keys the stores follow one another in add order (R-PSC-270); with them their
  /// results are merged (R-PSC-271). Offset and limit are global (R-PSC-273). One store is passed
  /// through, without work or memory per row. A merge holds the results of all stores but the last.
  package func run(
    _ query: Query, in scope: FetchScope = .everywhere, into sink: (RowBatch) -> Bool
  ) throws(RoutingError) {
    counters.add(fetches: 1)
    let questions = try questions(query, scope)
    if questions.count == 1 {
      _ = try run(questions[0].query, on: questions[0].store, sink: sink)
    } else if query.sort.isEmpty {
      try concatenate(questions, query: query, sink: sink)
    } else if !questions.isEmpty {
      try MergedFetch(view: self, query: query).run(questions, sink)
    }
  }

  /// How many matches a query has over all stores, offset and limit applied (R-PSC-279).
  package func count(
    _ query: Query, in scope: FetchScope = .everywhere
  ) throws(RoutingError) -> Int {
    counters.add(counts: 1)
    let questions = try questions(query, scope)
    if questions.count == 1 { return try count(questions[0].query, questions[0].store) }
    var total = 0
    for question in questions { total += try count(question.query.widened, question.store) }
    total = max(0, total - query.offset)
    return query.limit > 0 ? min(total, query.limit) : total
  }

  // MARK: - One store

  /// A query in a store's own terms.
  struct Question {
    /// The store's position in `stores`.
    var store: Int
    var query: Query
  }

  /// Returns the questions in add order, their snapshots begun together. R-PSC-260, R-PSC-261,
  /// R-PSC-175.
  func questions(
    _ query: Query, _ scope: FetchScope
  ) throws(RoutingError) -> [Question] {
    for ordinal in scope.stores ?? [] where !stores.contains(where: { $0.ordinal == ordinal }) {
      throw .unknownStore(ordinal: ordinal)
    }
    var questions: [Question] = []
    for index in directory.holders(of: query.concreteEntities) {
      let store = stores[index]
      guard scope.stores?.contains(store.ordinal) ?? true,
        let local = query.localized(
          to: store.ordinal, scope.nullSemantics ?? store.defaultNullSemantics)
      else { continue }
      questions.append(Question(store: index, query: local))
    }
    if questions.count > 1 { try open(questions.map(\.store)) }
    return questions
  }

  /// Asks one store. False when the sink wants no more.
  func run(
    _ query: Query, on store: Int, sink: (RowBatch) -> Bool
  ) throws(RoutingError) -> Bool {
    let ordinal = stores[store].ordinal
    let snapshot = try snapshot(at: store)
    var wantsMore = true
    var rows = 0
    let start = StoreMonitor.time
    do {
      try snapshot.run(query) { batch in
        counters.add(rows: batch.keys.count)
        rows += batch.keys.count
        if ordinal == 0 {
          wantsMore = sink(batch)
        } else {
          var batch = batch
          batch.setStore(ordinal)
          wantsMore = sink(batch)
        }
        return wantsMore
      }
    } catch {
      noteFetch(query, in: store, since: start, rowCount: rows, error)
      throw stores[store].failure(error)
    }
    noteFetch(query, in: store, since: start, rowCount: rows)
    return wantsMore
  }

  func count(_ query: Query, _ store: Int) throws(RoutingError) -> Int {
    let snapshot = try snapshot(at: store)
    let start = StoreMonitor.time
    do {
      let count = try snapshot.count(query)
      noteFetch(query, in: store, since: start, count: count)
      return count
    } catch {
      noteFetch(query, in: store, since: start, error)
      throw stores[store].failure(error)
    }
  }

  // MARK: - Several stores, unsorted

  /// One store after the other. A store that lies before the offset is only counted.
  private func concatenate(
    _ questions: [Question], query: Query, sink: (RowBatch) -> Bool
  ) throws(RoutingError) {
    var (skip, left) = (query.offset, query.limit)
    for (position, question) in questions.enumerated() {
      if skip > 0, position + 1 < questions.count {
        let count = try count(question.query.unlimited, question.store)
        guard count > skip else {
          skip -= count
          continue
        }
      }
      var local = question.query
      (local.offset, local.limit) = (skip, left)
      skip = 0
      let wantsMore = try run(local, on: question.store) { batch in
        left -= query.limit > 0 ? batch.keys.count : 0
        return sink(batch)
      }
      guard wantsMore, query.limit == 0 || left > 0 else { return }
    }
  }
}

extension MountedStore {
  var defaultNullSemantics: NullSemantics {
    terms.choices.nullSemantics
      ?? (backend.capabilities.contains(.sqlNullSemantics) ? .unknown : .definite)
  }
}

extension Query {
  /// The query that each of several stores is asked: the first offset + limit matches.
  var widened: Query {
    var query = self
    let (sum, overflow) = offset.addingReportingOverflow(limit)
    query.limit = limit == 0 || overflow ? 0 : sum
    query.offset = 0
    return query
  }

  fileprivate var unlimited: Query {
    var query = self
    (query.offset, query.limit) = (0, 0)
    return query
  }
}
