// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreTestSupport
import Testing

/// Random schemas, data and queries: every store and the reference evaluator must agree.
@Suite struct DifferentialTests {
  /// Seeds of past failures. They stay. (31: a subnormal double beside a decimal.)
  static let pastFailures: [UInt64] = [31]

  /// The first forty seeds, or as many as the environment says.
  static let seeds: [UInt64] = {
    let wanted = ProcessInfo.processInfo.environment["DIFFERENTIAL_SEEDS"].flatMap(UInt64.init)
    let count = wanted ?? (TestScope.current == .quick ? 2 : 40)
    return Array(Set(1...count).union(pastFailures)).sorted()
  }()

  /// All seeds for the library's own stores. What answers for the others is the store in memory, or
  /// the library's own filter over their records: some are enough, and two where a server is asked.
  static let cases: [(StoreUnderTest, UInt64)] = StoreUnderTest.all.flatMap { store in
    seeds.prefix(count(for: store)).map { (store, $0) }
  }

  static func count(for store: StoreUnderTest) -> Int {
    if store.capabilities.contains(.engine) { return seeds.count }
    return store.isRemote ? 2 : 8
  }

  @Test(arguments: cases)
  func aStoreAnswersAsTheReferenceDoes(_ store: StoreUnderTest, _ seed: UInt64) throws {
    // R-REQ-080
    let example = try DifferentialCase.of(seed, for: store)
    let dataset = example.dataset
    let session = try StoreSession(store, dataset.schema)
    try dataset.fill(session)
    try session.read { snapshot in
      for (number, query) in example.queries.enumerated() {
        let expected = example.answers[number]
        guard
          try Disagreement.isThere(
            query, expected: expected, dataset: dataset, store: store, snapshot: snapshot)
        else { continue }
        let disagreement = Disagreement(store: store, dataset: dataset, query: query).shrunk()
        Issue.record("seed \(seed), query \(number): \(disagreement)")
        return
      }
    }
  }

  @Test(arguments: cases)
  func membersAreThoseOfTheReference(_ store: StoreUnderTest, _ seed: UInt64) throws {
    let schema = RandomSchema.schema(seed)
    let dataset = RandomDataset.dataset(schema, seed: seed, count: 40).kept(by: store)
    let session = try StoreSession(store, schema)
    try dataset.fill(session)
    try session.read { snapshot in
      for entity in schema.entities {
        let owners = dataset.stored(entity.subtree).map(\.key)
        for index in entity.toManys.indices {
          let reference = RelationshipReference(entity: entity.index, toMany: index)
          let batch = try snapshot.related(reference, of: owners, withRows: true)
          try Self.expect(
            batch, toHold: reference, of: owners, dataset: dataset, comment: "seed \(seed)")
          let bringsRows = !store.capabilities.contains(.costlyRows)
          #expect(batch.rows.count == (bringsRows ? batch.keys.count : 0))
        }
      }
    }
  }

  private static func expect(
    _ batch: RelatedBatch, toHold reference: RelationshipReference, of owners: [ObjectKey],
    dataset: Dataset, comment: Comment
  ) throws {
    for (position, owner) in owners.enumerated() {
      let entries = batch.owners.indices.filter { batch.owners[$0] == Int32(position) }
      let expected = try dataset.related(reference, of: owner)
      let isOrdered =
        dataset.schema.entities[reference.entity].toManys[reference.toMany].isOrdered
      let keys = entries.map { batch.keys[$0] }
      #expect(
        keys.sorted { $0.number < $1.number } == expected.sorted { $0.number < $1.number }, comment)
      #expect(batch.orders.count == (isOrdered ? batch.keys.count : 0), comment)
      if isOrdered {
        let orders = entries.map { batch.orders[$0] }
        #expect(orders == orders.sorted(), comment)
      }
      guard !batch.rows.isEmpty else { continue }
      #expect(entries.allSatisfy { dataset.holds(batch.rows[$0], for: batch.keys[$0]) }, comment)
    }
    #expect(batch.owners == batch.owners.sorted(), comment)
  }
}
