// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreTestSupport
import Testing

/// The tables of the contract, written out, so that the reference evaluator is held to them too.
@Suite struct NullSemanticsTests {
  private static func people(_ store: StoreUnderTest) throws -> (StoreSession, [ObjectKey]) {
    let session = try StoreSession(store, SchemaFixture.hierarchy)
    let keys = try session.insert(
      "Person", [["age": .integer(5)], ["age": .integer(6)], [:]])
    return (session, keys)
  }

  private static func found(
    in session: StoreSession, filter: Filter, semantics: NullSemantics
  ) throws -> [Int64] {
    var query = session.query("Person", filter)
    query.nullSemantics = semantics
    return try session.keys(query).map(\.number)
  }

  @Test(arguments: StoreUnderTest.answering)
  func definiteSemanticsTreatNullAsAValue(_ store: StoreUnderTest) throws {  // R-PRED-170, 171
    let (session, _) = try Self.people(store)
    let age = Operand.column(session.schema.path("Person", "age"))
    func found(_ filter: Filter) throws -> [Int64] {
      try Self.found(in: session, filter: filter, semantics: .definite)
    }
    #expect(try found(.compare(age, .notEqual, .value(.integer(5)), [])) == [2, 3])
    #expect(try found(.compare(age, .equal, .value(.null), [])) == [3])
    #expect(try found(.compare(age, .notEqual, .value(.null), [])) == [1, 2])
    #expect(try found(.compare(age, .less, .value(.integer(6)), [])) == [1])
    #expect(try found(.not(.compare(age, .less, .value(.integer(6)), []))) == [2, 3])
    #expect(try found(.not(.isIn(age, [.integer(5)], []))) == [2, 3])
    let note = Operand.column(session.schema.path("Person", "note"))
    let match = Filter.match(.contains, note, pattern: .value(.string("a")), [])
    #expect(try found(match) == [])
    #expect(try found(.not(match)) == [1, 2, 3])
  }

  @Test(arguments: StoreUnderTest.answering)
  func unknownSemanticsNeverMatchANull(_ store: StoreUnderTest) throws {  // R-REQ-094, R-REQ-095
    let (session, _) = try Self.people(store)
    let age = Operand.column(session.schema.path("Person", "age"))
    func found(_ filter: Filter) throws -> [Int64] {
      try Self.found(in: session, filter: filter, semantics: .unknown)
    }
    #expect(try found(.compare(age, .notEqual, .value(.integer(5)), [])) == [2])
    #expect(try found(.not(.compare(age, .equal, .value(.integer(5)), []))) == [2])
    #expect(try found(.compare(age, .equal, .value(.null), [])) == [])
    #expect(try found(.compare(age, .equal, age, [])) == [1, 2])
    #expect(try found(.not(.isIn(age, [.integer(5)], []))) == [2])
    #expect(
      try found(.not(.between(age, lower: .value(.integer(0)), upper: .value(.integer(5)))))
        == [2])
    let note = Operand.column(session.schema.path("Person", "note"))
    #expect(
      try found(.not(.match(.contains, note, pattern: .value(.string("a")), []))) == [])
  }

  @Test(arguments: StoreUnderTest.answering)
  func unknownCombinesAsInSQL(_ store: StoreUnderTest) throws {  // R-REQ-094
    let (session, _) = try Self.people(store)
    let age = Operand.column(session.schema.path("Person", "age"))
    let isFive = Filter.compare(age, .equal, .value(.integer(5)), [])
    func found(_ filter: Filter) throws -> [Int64] {
      try Self.found(in: session, filter: filter, semantics: .unknown)
    }
    #expect(try found(.or([isFive, .constant(true)])) == [1, 2, 3])
    #expect(try found(.not(.and([isFive, .constant(false)]))) == [1, 2, 3])
    #expect(try found(.not(.and([isFive, .constant(true)]))) == [2])
    #expect(try found(.or([.not(isFive), .isNull(age)])) == [2, 3])
    #expect(try found(.not(.isNull(age))) == [1, 2])
  }

  @Test(arguments: StoreUnderTest.answering, [NullSemantics.definite, .unknown])
  func emptyCombinationsAreConstants(_ store: StoreUnderTest, _ semantics: NullSemantics) throws {
    let (session, _) = try Self.people(store)
    func found(_ filter: Filter) throws -> [Int64] {
      try Self.found(in: session, filter: filter, semantics: semantics)
    }
    #expect(try found(.and([])) == [1, 2, 3])
    #expect(try found(.or([])) == [])
    #expect(try found(.not(.and([]))) == [])
    #expect(try found(.constant(true)) == [1, 2, 3])
    #expect(try found(.constant(false)) == [])
  }

  @Test(arguments: StoreUnderTest.answering)
  func quantifiersOverNothingAreKnown(_ store: StoreUnderTest) throws {  // R-PRED-182
    let (session, _) = try Self.people(store)
    let accounts = session.schema.toMany("Person", "accounts")
    func found(_ quantifier: Quantifier) throws -> [Int64] {
      try Self.found(
        in: session, filter: .quantified(quantifier, accounts, .constant(true)),
        semantics: .definite)
    }
    #expect(try found(.any) == [])
    #expect(try found(.all) == [1, 2, 3])
    #expect(try found(.none) == [1, 2, 3])
  }
}
