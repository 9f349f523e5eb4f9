// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreTestSupport
import Testing

/// A filled store beside the same data in memory: whatever is asked, both must answer alike.
///
/// A store on a server, where each takes many calls, is asked each question in one form, by lot.
final class QueryLaw {
  let session: StoreSession
  private let data: AnsweredDataset
  private let shared: SharedDataset?
  private var lots = SplitMix64(seed: 1)

  /// What is asked of a query.
  private enum Form: CaseIterable {
    case count, result
  }

  var dataset: Dataset { data.dataset }
  var schema: StoreSchema { data.dataset.schema }

  /// Asks a new store, filled with data of its own.
  init(_ store: StoreUnderTest, _ dataset: Dataset) throws {
    data = AnsweredDataset(dataset.kept(by: store))
    session = try data.filledSession(store)
    shared = nil
  }

  /// Asks a store that other laws have asked before: none of them changes anything.
  init(_ store: StoreUnderTest, _ shared: SharedDataset) throws {
    data = shared.data(for: store)
    session = try shared.borrow(store)
    self.shared = shared
  }

  deinit { shared?.giveBack(session) }

  /// Asks under both null semantics: under one for keys, under the other for rows.
  func check(_ entity: String, _ filter: Filter) throws {
    var keys = session.query(entity, filter)
    keys.output = .keys
    keys.nullSemantics = .definite
    var rows = keys
    rows.output = .rows
    rows.nullSemantics = .unknown
    try ask([keys, rows])
  }

  /// Asks for keys or rows, as the query says, and for the count; throws at the first wrong answer.
  func check(_ query: Query) throws { try ask([query]) }

  private func ask(_ queries: [Query]) throws {
    let all = queries.map { ($0, Form.allCases) }
    for (query, forms) in session.store.isRemote ? [lot(queries)] : all {
      let expected = try data.keys(query)
      try session.read { snapshot in
        for form in forms { try check(query, form: form, expected: expected, in: snapshot) }
      }
    }
  }

  private func lot(_ queries: [Query]) -> (Query, [Form]) {
    let query = Int.random(in: queries.indices, using: &lots)
    return (queries[query], [Bool.random(using: &lots) ? .count : .result])
  }

  private func check(
    _ query: Query, form: Form, expected: [ObjectKey], in snapshot: any StoreSnapshot
  ) throws {
    guard form == .result else {
      let count = try snapshot.count(query)
      guard count != expected.count else { return }
      throw UnexpectedAnswer("count \(count), not \(expected.count), of \(query)")
    }
    if query.output == .keys {
      return try query.require(try snapshot.keys(query), toBe: expected, "keys")
    }
    let rows = try snapshot.fetch(query)
    try query.require(rows.map(\.key), toBe: expected, "rows")
    let ignoresOrders = !session.store.capabilities.contains(.verbatim)
    for stored in rows
    where !dataset.holds(stored.row, for: stored.key, ignoringOrders: ignoresOrders) {
      throw UnexpectedAnswer("another row for \(stored.key) by \(query)")
    }
  }

  func column(_ entity: String, _ path: String) -> Operand { .column(schema.path(entity, path)) }
}

extension Query {
  fileprivate func require(
    _ keys: [ObjectKey], toBe expected: [ObjectKey], _ kind: String
  ) throws {
    guard keys != expected else { return }
    throw UnexpectedAnswer(
      "\(kind) \(keys.map(\.number)), not \(expected.map(\.number)), for \(self)")
  }
}

extension Dataset {
  /// Whether a row is the one that the data have for a key.
  /// - Parameter ignoringOrders: a client store keeps members in their order, and no numbers.
  func holds(_ row: Row, for key: ObjectKey, ignoringOrders: Bool = false) -> Bool {
    guard let own = try? self.row(for: key) else { return false }
    return row.isIdentical(to: own, in: schema, ignoringOrders: ignoringOrders)
  }
}
