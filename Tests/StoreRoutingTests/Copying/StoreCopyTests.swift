// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting
import StoreTestSupport
import Testing

/// What must hold for a copy between every ordered pair of stores there is.
@Suite struct StoreCopyTests {
  // R-PSC-100, R-PSC-990
  @Test(arguments: StoreUnderTest.all(with: .verbatim), StoreUnderTest.all(with: .verbatim))
  func aCopyHoldsWhatItsSourceHolds(first: StoreUnderTest, second: StoreUnderTest) throws {
    for (name, schema) in CopyFixture.schemas {
      let fixture = try CopyFixture(first: first, second: second, schema: schema)
      let dataset = RandomDataset.dataset(schema, seed: 100, count: 60)
      try dataset.fill(fixture.source)
      try fixture.copy()
      let expected = try StoreContents(fixture.source)
      #expect(expected.objects.count == 60)
      #expect(try StoreContents(fixture.destination) == expected, "\(name)")
    }
  }

  @Test(arguments: StoreUnderTest.all(with: .verbatim), StoreUnderTest.all(with: .verbatim))
  func anySchemaIsCopied(first: StoreUnderTest, second: StoreUnderTest) throws {
    for seed in 1...8 as ClosedRange<UInt64> {
      let schema = RandomSchema.schema(seed)
      let fixture = try CopyFixture(first: first, second: second, schema: schema)
      try RandomDataset.dataset(schema, seed: seed, count: 40).fill(fixture.source)
      try fixture.copy()
      let expected = try StoreContents(fixture.source)
      #expect(try StoreContents(fixture.destination) == expected, "seed \(seed)")
    }
  }

  @Test(arguments: StoreUnderTest.all(with: .verbatim), StoreUnderTest.all(with: .verbatim))
  func everyValueIsCopied(first: StoreUnderTest, second: StoreUnderTest) throws {
    let fixture = try CopyFixture(first: first, second: second, schema: SchemaFixture.allTypes)
    var objects: [PropertyValues] = [[:]]
    for type in AttributeType.allCases {
      objects += SampleValues.extremes(of: type).map { ["\(type)": $0] }
    }
    objects.append(["external": .data(Data(repeating: 9, count: 300_000))])
    try fixture.source.insert("Sample", objects)
    try fixture.copy()
    let expected = try StoreContents(fixture.source)
    #expect(try StoreContents(fixture.destination) == expected)
  }

  // R-PSC-326
  @Test(arguments: StoreUnderTest.all(with: .verbatim), StoreUnderTest.all(with: .verbatim))
  func numbersGivenOutOnceAreNotGivenOutByTheCopy(
    first: StoreUnderTest, second: StoreUnderTest
  ) throws {
    let fixture = try CopyFixture(first: first, second: second, schema: SchemaFixture.hierarchy)
    let keys = try fixture.source.insert("Person", Array(repeating: [:], count: 9))
    for key in keys.dropFirst(4) { try fixture.source.delete(key) }
    try fixture.copy()
    for entity in ["Company", "Account", "Group"] {
      let next = try #require(fixture.source.reserve(entity).first).number
      #expect(try #require(fixture.destination.reserve(entity).first).number >= next)
    }
    #expect(try #require(fixture.destination.reserve("Person").first).number > 9)
  }

  @Test(arguments: StoreUnderTest.all(with: .verbatim), StoreUnderTest.all(with: .verbatim))
  func versionsStay(first: StoreUnderTest, second: StoreUnderTest) throws {
    let fixture = try CopyFixture(first: first, second: second, schema: SchemaFixture.company)
    let tag = try fixture.source.insert("Tag", ["name": .string("a")])
    for name in ["b", "c"] { try fixture.source.update(tag, set: ["name": .string(name)]) }
    try fixture.copy()
    #expect(try fixture.destination.row(tag)?.version == 3)
    try fixture.destination.update(tag, set: ["name": .string("d")])
    #expect(try fixture.destination.values(tag) == ["name": .string("d")])
  }

  @Test(arguments: StoreUnderTest.all(with: .verbatim), StoreUnderTest.all(with: .verbatim))
  func anEmptyStoreIsCopied(first: StoreUnderTest, second: StoreUnderTest) throws {
    let fixture = try CopyFixture(first: first, second: second, schema: SchemaFixture.relationships)
    let digest = try fixture.copy()
    #expect(digest.rowCount == 0)
    #expect(try StoreContents(fixture.destination).objects.isEmpty)
  }

  // R-PSC-101
  @Test(arguments: StoreUnderTest.all(with: .verbatim), [0, 20])
  func theMetadataIsWrittenWithTheContents(store: StoreUnderTest, count: Int) throws {
    let fixture = try CopyFixture(first: store, second: store, schema: SchemaFixture.company)
    try fixture.source.insert("Tag", Array(repeating: [:], count: count))
    let metadata = StoreMetadata(identifier: UUID().uuidString, properties: Data([1, 2]))
    try fixture.copy(metadata: metadata)
    #expect(fixture.destination.backend.metadata == metadata)
  }

  @Test(
    arguments: StoreUnderTest.all(with: [.durable, .verbatim]),
    StoreUnderTest.all(with: [.durable, .verbatim]))
  func aCopySurvivesReopening(first: StoreUnderTest, second: StoreUnderTest) throws {
    let fixture = try CopyFixture(first: first, second: second, schema: CopyFixture.ordered)
    try RandomDataset.dataset(CopyFixture.ordered, seed: 3, count: 50).fill(fixture.source)
    try fixture.copy()
    let expected = try StoreContents(fixture.source)
    #expect(try StoreContents(fixture.destination.reopened()) == expected)
  }

  @Test(arguments: StoreUnderTest.all(with: .verbatim))
  func aCopyShowsOneStateOfItsSource(store: StoreUnderTest) throws {
    let fixture = try CopyFixture(first: store, second: store, schema: SchemaFixture.company)
    try fixture.source.insert("Tag", Array(repeating: [:], count: 1_000))
    let expected = try StoreContents(fixture.source)
    let source = fixture.source
    try fixture.copy { progress in
      guard progress.phase == .rows, progress.done > 0 else { return true }
      return (try? OtherThread { try source.insert("Tag") }.value()) != nil
    }
    #expect(try StoreContents(fixture.destination) == expected)
    #expect(try fixture.source.count(fixture.source.query("Tag")) > 1_000)
  }

  // MARK: - Chains

  // R-PSC-105: checksums are the same all along
  @Test func aChainOfCopiesEndsWithWhatItBegan() throws {
    let schema = CopyFixture.ordered
    var session = try CopyFixture.session(StoreUnderTest.all(with: .verbatim)[0], schema)
    try RandomDataset.dataset(schema, seed: 11, count: 80).fill(session)
    let first = try digest(session)
    let stores = StoreUnderTest.all(with: .verbatim)
    for store in stores + stores.reversed() {
      let next = try CopyFixture.session(store, schema)
      let copied = try StoreCopy(
        schema: schema, entities: schema.allEntities, from: session.backend, to: next.backend
      ).run()
      #expect(copied == first)
      #expect(try digest(next) == first)
      session = next
    }
  }

  private func digest(_ session: StoreSession) throws -> ContentDigest {
    try session.read {
      try ContentDigest(of: $0, schema: session.schema, entities: session.schema.allEntities)
    }
  }
}
