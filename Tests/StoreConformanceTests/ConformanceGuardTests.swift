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

  @Test func everyCapabilityIsTestedByAsManyStoresAsHaveIt() {
    let engines = StoreUnderTest.all.count - 1
    #expect(StoreUnderTest.all(with: .readOnlyOpening).count == StoreUnderTest.all.count)
    #expect(StoreUnderTest.all(with: .concurrentReaders).count == StoreUnderTest.all.count)
    #expect(StoreUnderTest.all(with: .durable).count == engines)
    #expect(StoreUnderTest.all(with: [.durable, .multiProcess]).count == engines)
    #expect(StoreUnderTest.all(with: [.durable, .readOnlyOpening]).count == engines)
  }

  @Test func everyAttributeTypeHasSamples() {
    for type in AttributeType.allCases {
      #expect(!SampleValues.ordinary(of: type).isEmpty, "\(type)")
      #expect(!SampleValues.extremes(of: type).isEmpty, "\(type)")
    }
  }

  @Test func theDifferentialTestAsksEnough() {
    #expect(DifferentialTests.seeds.count * DifferentialCase.queryCount >= 10_000)
  }

  @Test func manyRandomQueriesHaveSomeButNotAllRowsAsAnswer() throws {
    let telling = try (1...10 as ClosedRange<UInt64>).map { seed in
      let example = try DifferentialCase.of(seed)
      return zip(example.queries, example.answers).count { query, answer in
        !answer.isEmpty && answer.count < example.dataset.stored(query.concreteEntities).count
      }
    }
    #expect(telling.reduce(0, +) > 10 * DifferentialCase.queryCount / 4, "\(telling)")
  }
}
