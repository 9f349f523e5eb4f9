// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreTestSupport
import Synchronization

/// Data with the right answers to queries about them; each is found once, for all stores.
final class AnsweredDataset: Sendable {
  let dataset: Dataset
  private let known = Mutex<[Question: [ObjectKey]]>([:])

  init(_ dataset: Dataset) { self.dataset = dataset }

  /// The keys that a query must return, by the slow reference evaluator.
  func keys(_ query: Query) throws -> [ObjectKey] {
    let question = Question(query)
    if let answer = known.withLock({ $0[question] }) { return answer }
    let answer = try ReferenceAnswer.keys(query, over: dataset)
    known.withLock { $0[question] = answer }
    return answer
  }

  /// A new store with the data.
  func filledSession(_ store: StoreUnderTest) throws -> StoreSession {
    let session = try StoreSession(store, dataset.schema)
    try dataset.fill(session)
    return session
  }
}

/// Data that many laws ask about and none changes: as many stores of each kind are filled as laws
/// ask at a time.
final class SharedDataset: Sendable {
  /// As the library's own stores keep them, and as clients' do.
  private let verbatim, others: AnsweredDataset
  private let idle = Mutex<[String: [StoreSession]]>([:])

  init(_ dataset: Dataset) {
    verbatim = AnsweredDataset(dataset)
    let client = StoreUnderTest.all(without: .verbatim).first
    others = client.map { AnsweredDataset(dataset.kept(by: $0)) } ?? verbatim
    Self.emptyAtExit(self)
  }

  func data(for store: StoreUnderTest) -> AnsweredDataset {
    store.capabilities.contains(.verbatim) ? verbatim : others
  }

  /// A filled store that nobody else asks meanwhile.
  func borrow(_ store: StoreUnderTest) throws -> StoreSession {
    if let session = idle.withLock({ $0[store.name]?.popLast() }) { return session }
    return try data(for: store).filledSession(store)
  }

  func giveBack(_ session: StoreSession) {
    idle.withLock { $0[session.store.name, default: []].append(session) }
  }

  // MARK: - The end

  private static let shared = Mutex<[SharedDataset]>([])

  /// Stores that wait for the next law are closed, and their folders removed, when the program ends.
  private static func emptyAtExit(_ dataset: SharedDataset) {
    let isFirst = shared.withLock {
      $0.append(dataset)
      return $0.count == 1
    }
    guard isFirst else { return }
    atexit {
      for dataset in SharedDataset.shared.withLock({ $0 }) {
        withExtendedLifetime(dataset.idle.withLock { $0.removeValues() }) {}
      }
    }
  }
}

extension [String: [StoreSession]] {
  fileprivate mutating func removeValues() -> Self {
    defer { self = [:] }
    return self
  }
}

extension SharedDataset {
  /// Samples with every value of every type, with nulls; holders that reach them; links.
  static let allTypes: SharedDataset = {
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
    return SharedDataset(Dataset(schema: schema, objects: objects, links: links))
  }()

  /// People, companies and their accounts.
  static let hierarchy = SharedDataset(
    RandomDataset.dataset(SchemaFixture.hierarchy, seed: 7, count: 60))
}
