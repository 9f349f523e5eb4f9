// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
package import StoreInterface

extension ReadView {
  /// Answers a question for a table over the stores that hold one of its concrete entities. `sink`
  /// gets the rows in order, in batches, until it returns false.
  ///
  /// One store answers by itself. Of several each makes its part, with a row a group where there are
  /// groups, and no more rows than the window can need; the parts are merged (R-PSC-275…278).
  package func table(
    _ query: TableQuery, in scope: FetchScope = .everywhere, into sink: (TableBatch) -> Bool
  ) throws(RoutingError) {
    counters.add(fetches: 1)
    let questions = try questions(query.rows, scope)
    if questions.count == 1 {
      return try table(query, as: questions[0], into: sink)
    }
    try MergedTable(query, view: self).run(questions, into: sink)
  }

  /// Returns how each store that is asked answers a question for a table, in add order, and last how
  /// several answers are merged.
  package func explanations(
    of query: TableQuery, in scope: FetchScope = .everywhere
  ) throws(RoutingError) -> [String] {
    let questions = try questions(query.rows, scope)
    let part = questions.count == 1 ? query : TablePart(query).query
    var texts: [String] = []
    for question in questions {
      var local = part
      local.rows = question.query
      let text = try snapshot(at: question.store).explanation(of: local)
      let rows = "rows with \(local.operands.count) values\(local.shape.explanation)"
      texts.append("store \(stores[question.store].ordinal): \(text ?? rows)")
    }
    return questions.count == 1 ? texts : texts + ["merged\(query.shape.explanation)"]
  }

  /// Returns how each store that is asked answers a query, or a question for a table in its place, in
  /// add order.
  package func plans(
    of query: Query, _ table: TableQuery?, in scope: FetchScope
  ) throws(RoutingError) -> [(ordinal: Int, plan: QueryPlan?)] {
    let questions = try questions(query, scope)
    let part = table.map { questions.count == 1 ? $0 : TablePart($0).query }
    var plans: [(ordinal: Int, plan: QueryPlan?)] = []
    for question in questions {
      let local = questions.count == 1 ? question.query : question.query.widened
      let snapshot = try snapshot(at: question.store)
      do {
        var plan = try snapshot.plan(of: local)
        if var part {
          part.rows = question.query
          if let text = snapshot.explanation(of: part) {
            plan = QueryPlan(text: text)
          } else {
            plan?.text += part.shape.explanation
          }
        }
        plans.append((stores[question.store].ordinal, plan))
      } catch {
        throw stores[question.store].failure(error)
      }
    }
    return plans
  }

  /// Asks one store.
  func table(
    _ query: TableQuery, as question: Question, into sink: (TableBatch) -> Bool
  ) throws(RoutingError) {
    let store = stores[question.store]
    let ordinal = store.ordinal
    var local = query
    local.rows = question.query
    local.operands = query.operands.map { $0.localized(to: ordinal) }
    let snapshot = try snapshot(at: question.store)
    var rows = 0
    let start = StoreMonitor.time
    let send = { (batch: TableBatch) in
      self.counters.add(rows: batch.count)
      rows += batch.count
      return sink(ordinal == 0 ? batch : batch.inStore(ordinal))
    }
    do {
      if try !snapshot.table(local, into: send) {
        try TableReader(local, schema: schema).run(snapshot, into: send)
      }
    } catch {
      noteFetch(local.rows, in: question.store, since: start, rowCount: rows, error)
      throw store.failure(error)
    }
    noteTable(local, in: question.store, since: start, rowCount: rows)
  }
}

extension TableBatch {
  /// Returns the batch with the keys of a store's objects as they are known above it.
  fileprivate func inStore(_ ordinal: Int) -> TableBatch {
    var batch = self
    for (place, value) in values.enumerated() {
      if case .reference(let key) = value {
        batch.values[place] = .reference(key.inStore(ordinal))
      }
    }
    return batch
  }
}

extension StoreRouter {
  /// Answers a question for a table in a view of its own, see ``ReadView/table(_:in:into:)``.
  package func table(
    _ query: TableQuery, in scope: FetchScope = .everywhere, into sink: (TableBatch) -> Bool
  ) throws(RoutingError) {
    let view = makeReadView()
    defer { view.end() }
    try view.table(query, in: scope, into: sink)
  }
}
