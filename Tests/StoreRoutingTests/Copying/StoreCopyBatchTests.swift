// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreRouting
import StoreTestSupport
import Testing

/// How much a copy reads, writes and holds at a time.
@Suite struct StoreCopyBatchTests {
  // R-PSC-105
  @Test(arguments: StoreUnderTest.all(with: .verbatim))
  func noTransactionIsLargerThanItsLimit(store: StoreUnderTest) throws {
    let fixture = try CopyFixture(first: store, second: store, schema: SchemaFixture.company)
    try RandomDataset.dataset(SchemaFixture.company, seed: 5, count: 600).fill(fixture.source)
    let recording = BatchRecordingStore(fixture.destination.backend)
    try fixture.copy(limits: CopyFixture.limits(rows: 50), to: recording)
    #expect(recording.batchSizes.max() == 50)
    #expect(recording.batchSizes.filter { $0 < 50 }.count <= 2)
  }

  @Test(arguments: StoreUnderTest.all(with: .verbatim))
  func bigValuesEndABatchEarly(store: StoreUnderTest) throws {
    let fixture = try CopyFixture(first: store, second: store, schema: SchemaFixture.company)
    let text = AttributeValue.string(String(repeating: "long ", count: 1_000))
    try fixture.source.insert("Employee", Array(repeating: ["bio": text], count: 40))
    let recording = BatchRecordingStore(fixture.destination.backend)
    try fixture.copy(limits: CopyFixture.limits(rows: 1_000, bytes: 20_000), to: recording)
    #expect(recording.batchSizes == Array(repeating: 4, count: 10))
  }

  @Test(arguments: StoreUnderTest.all(with: .verbatim))
  func readingIsCountedByTheBatch(store: StoreUnderTest) throws {
    let fixture = try CopyFixture(first: store, second: store, schema: SchemaFixture.company)
    try RandomDataset.dataset(SchemaFixture.company, seed: 6, count: 1_500).fill(fixture.source)
    let recording = RecordingStore(fixture.source.backend)
    try fixture.copy(limits: CopyFixture.limits(rows: 500), from: recording)
    #expect(recording.count(of: .beginRead) == 1)
    #expect(recording.count(of: .run) == 4)  // three hierarchies, the owners of one link
    #expect(recording.count(of: .rows) == 0)
    #expect(recording.count(of: .related) <= 1 + 1_500 / RowBatch.standardCount)
  }

  @Test(arguments: StoreUnderTest.all(with: .verbatim))
  func aStoreThatWritesEverythingGetsEverythingAtOnce(store: StoreUnderTest) throws {
    let fixture = try CopyFixture(first: store, second: store, schema: CopyFixture.ordered)
    try RandomDataset.dataset(CopyFixture.ordered, seed: 8, count: 90).fill(fixture.source)
    let recording = BatchRecordingStore(fixture.destination.backend, isWhole: true)
    try fixture.copy(to: recording)
    #expect(recording.batchSizes.count == 1)
    let expected = try StoreContents(fixture.source)
    #expect(try StoreContents(fixture.destination) == expected)
  }

  @Test(arguments: StoreUnderTest.all(with: .verbatim), [false, true])
  func progressGoesUpToTheNumberOfRows(store: StoreUnderTest, isWhole: Bool) throws {
    let fixture = try CopyFixture(first: store, second: store, schema: SchemaFixture.hierarchy)
    try RandomDataset.dataset(SchemaFixture.hierarchy, seed: 9, count: 70).fill(fixture.source)
    var reports: [CopyProgress] = []
    let recording = BatchRecordingStore(fixture.destination.backend, isWhole: isWhole)
    try fixture.copy(to: recording) { progress in
      reports.append(progress)
      return true
    }
    #expect(reports.allSatisfy { $0.total == 70 })
    #expect(reports.first?.done == 0)
    #expect(reports.last?.phase == .verification)
    #expect(reports.last?.done == 70)
    #expect(zip(reports, reports.dropFirst()).allSatisfy { $0.done <= $1.done })
    #expect(reports.count > 10)
  }
}
