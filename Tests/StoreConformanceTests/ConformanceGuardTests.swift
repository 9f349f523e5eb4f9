// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreTestSupport
import Testing

/// Nothing may drop out of the suites in silence.
@Suite struct ConformanceGuardTests {
  @Test func everyStoreOfTheBuildIsTested() {
    #expect(StoreUnderTest.all.map(\.name) == StoreUnderTest.expectedNames)
  }

  @Test(.enabled(if: TestScope.current == .all))
  func everyCapabilityIsTestedByAsManyStoresAsHaveIt() {
    let all = StoreUnderTest.all.count
    let own = StoreUnderTest.all(with: .engine).count
    let (atomic, incremental) = (4, 2)
    #expect(all == own + atomic + incremental)
    #expect(count(.readOnlyOpening) == all)
    #expect(count(.concurrentReaders) == own + atomic)
    #expect(count(.durable) == all - 1)
    #expect(count([.durable, .multiProcess]) == own - 1)
    #expect(count([.durable, .readOnlyOpening]) == all - 1)
    #expect(count(.isolatedSnapshots) == own + atomic)
    #expect(count(.transactionalReads) == own + atomic)
    for flag in [.uniqueness, .stableNumbers, .verbatim] as [StoreCapabilities] {
      #expect(count(flag) == own)
    }
    #expect(count([.durable, .verbatim]) == own - 1)
    #expect(count([.durable, .singlePhase, .wholeSaves]) == atomic + incremental)
    #expect(count(.costlyRows) == incremental)
    #expect(StoreUnderTest.all(without: .costlyRows).count == own + atomic)
    // Memory has no place, and one store is on a server.
    #expect(StoreUnderTest.files.count == all - 2)
    #expect(StoreUnderTest.answering.count == own + 1 + incremental)
  }

  private func count(_ capabilities: StoreCapabilities) -> Int {
    StoreUnderTest.all(with: capabilities).count
  }

  @Test func everyAttributeTypeHasSamples() {
    for type in AttributeType.allCases {
      #expect(!SampleValues.ordinary(of: type).isEmpty, "\(type)")
      #expect(!SampleValues.extremes(of: type).isEmpty, "\(type)")
    }
  }

  @Test(.enabled(if: TestScope.current == .all)) func theDifferentialTestAsksEnough() {
    #expect(DifferentialTests.seeds.count * DifferentialCase.queryCount >= 10_000)
    for store in StoreUnderTest.all {
      let count = DifferentialTests.cases.count { $0.0.name == store.name }
      let isOwn = store.capabilities.contains(.engine)
      #expect(count >= (isOwn ? DifferentialTests.seeds.count : 2), "\(store)")
    }
  }

  @Test func manyRandomQueriesHaveSomeButNotAllRowsAsAnswer() throws {
    let telling = try (1...10 as ClosedRange<UInt64>).map { seed in
      let example = try DifferentialCase.of(seed, for: StoreUnderTest.all[0])
      return zip(example.queries, example.answers).count { query, answer in
        !answer.isEmpty && answer.count < example.dataset.stored(query.concreteEntities).count
      }
    }
    #expect(telling.reduce(0, +) > 10 * DifferentialCase.queryCount / 4, "\(telling)")
  }
}
