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
  let dataset: Dataset
  private var lots = SplitMix64(seed: 1)

  /// What is asked of a query.
  private enum Form: CaseIterable {
    case count, result
  }

  var schema: StoreSchema { dataset.schema }

  init(_ store: StoreUnderTest, _ dataset: Dataset) throws {
    self.dataset = dataset.kept(by: store)
    session = try StoreSession(store, dataset.schema)
    try self.dataset.fill(session)
  }

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
      let expected = try ReferenceAnswer.keys(query, over: dataset)
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

extension Dataset {
  /// Samples with every value of every type, with nulls; holders that reach them; links.
  static let allTypes: Dataset = {
    let schema = SchemaFixture.allTypes
    let (sample, holder) = (schema.index("Sample"), schema.index("Holder"))
    let holders = (1...5).map { ObjectKey(entity: holder, number: $0) }
    let samples = (1...26).map { ObjectKey(entity: sample, number: $0) }
    var objects: [Dataset.Object] = []
    for (position, key) in samples.enumerated() {
      var values: PropertyValues = [:]
      for (offset, type) in AttributeType.allCases.enumerated() where position % 13 != offset {
        let choices = SampleValues.ordinary(of: type) + SampleValues.extremes(of: type)
        values["\(type)"] = choices[(position + offset) % choices.count]
      }
      if position % 4 != 3 { values["holder"] = .reference(holders[position % 4]) }
      objects.append(Dataset.Object(key: key, values: position == 0 ? [:] : values))
    }
    for (position, key) in holders.enumerated() {
      var values: PropertyValues = position == 0 ? [:] : ["title": .string("title\(position)")]
      if position < 3 { values["favorite"] = .reference(samples[position * 3 + 1]) }
      objects.append(Dataset.Object(key: key, values: values))
    }
    let pairs = [(0, 0), (0, 1), (0, 5), (1, 5), (1, 6), (3, 2), (3, 20), (3, 25)]
    let links = pairs.map {
      schema.linkChange(
        .add, entity: "Holder", name: "watched", owner: holders[$0.0], member: samples[$0.1])
    }
    return Dataset(schema: schema, objects: objects, links: links)
  }()

  /// People, companies and their accounts.
  static let hierarchy = RandomDataset.dataset(SchemaFixture.hierarchy, seed: 7, count: 60)
}
