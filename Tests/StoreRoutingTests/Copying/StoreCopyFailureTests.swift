// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreRouting
import StoreTestSupport
import Testing

/// A copy is right, or it is an error.
@Suite struct StoreCopyFailureTests {
  private func fixture(_ store: StoreUnderTest) throws -> CopyFixture {
    let fixture = try CopyFixture(first: store, second: store, schema: CopyFixture.ordered)
    try RandomDataset.dataset(CopyFixture.ordered, seed: 4, count: 30).fill(fixture.source)
    return fixture
  }

  @Test(arguments: StoreUnderTest.all(with: .verbatim))
  func anyFailureOfTheSourceEndsTheCopy(store: StoreUnderTest) throws {
    for call in 1... {
      let fixture = try fixture(store)
      let faulty = FaultingStore(fixture.source.backend, failingAt: call)
      do {
        try fixture.copy(from: faulty)
        #expect(!faulty.hasFailed)
        #expect(call > 5)
        return
      } catch let error as StoreCopyError {
        guard case .source(let inner) = error else { throw error }
        #expect(inner.kind == .inputOutput)
      }
    }
  }

  @Test(arguments: StoreUnderTest.all(with: .verbatim))
  func anyFailureOfTheDestinationEndsTheCopy(store: StoreUnderTest) throws {
    for call in 1... {
      let fixture = try fixture(store)
      let faulty = FaultingStore(fixture.destination.backend, failingAt: call)
      do {
        try fixture.copy(limits: CopyFixture.limits(rows: 1_000), to: faulty)
        #expect(!faulty.hasFailed)
        #expect(call > 10)
        return
      } catch let error as StoreCopyError {
        guard case .destination(let inner) = error else { throw error }
        #expect(inner.kind == .inputOutput)
      }
    }
  }

  @Test(arguments: StoreUnderTest.all(with: .verbatim))
  func aCopyThatLacksARowIsAnError(store: StoreUnderTest) throws {
    let fixture = try CopyFixture(first: store, second: store, schema: SchemaFixture.company)
    try fixture.source.insert("Tag", Array(repeating: [:], count: 12))
    let error = #expect(throws: StoreCopyError.self) {
      try fixture.copy(to: ForgetfulStore(fixture.destination.backend))
    }
    #expect(
      error?.description == "The copy was given up: it has 11 of the 12 entries of Tag.")
  }

  @Test(arguments: StoreUnderTest.all(with: .verbatim))
  func aSourceThatBreaksAConstraintIsRefused(store: StoreUnderTest) throws {
    // The source's own schema has no constraint; the destination's has one.
    var loose = SchemaBuilder()
    loose.entity("Tag", ["name": .string])
    var strict = loose
    strict.constraint("Tag", ["name"])
    let source = try CopyFixture.session(store, loose.build())
    let destination = try CopyFixture.session(store, strict.build())
    try source.insert("Tag", [["name": .string("a")], ["name": .string("a")]])
    let error = #expect(throws: StoreCopyError.self) {
      try StoreCopy(
        schema: destination.schema, entities: [0], from: source.backend, to: destination.backend
      ).run()
    }
    #expect(error?.description.contains("objects of Tag") == true)
  }

  @Test(arguments: StoreUnderTest.all(with: .verbatim))
  func aCopyCanBeCancelledAtAnyBatch(store: StoreUnderTest) throws {
    for batch in 0... {
      let fixture = try fixture(store)
      var reports = 0
      do {
        try fixture.copy { _ in
          reports += 1
          return reports <= batch
        }
        #expect(reports <= batch)
        #expect(batch > 5)
        return
      } catch let error as StoreCopyError {
        guard case .cancelled = error else { throw error }
        #expect(reports == batch + 1)
      }
    }
  }
}
