// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import ReferenceEngine
import RowEngine
import StoreInterface
import Testing

/// The compiled evaluator against the reference.
@Suite struct FilterProgramTests {
  // R-REQ-080, R-PRED-170…184
  @Test(arguments: [NullSemantics.definite, .unknown])
  func randomFiltersGiveWhatTheReferenceGives(_ nulls: NullSemantics) throws {
    for seed in UInt64(1)...1500 {
      let world = World(seed: seed % 20)
      var queries = RandomQuery(seed)
      let filter = queries.filter()
      let program = FilterProgram(
        filter, schema: Sample.schema, entity: Sample.person, nullSemantics: nulls)
      let reference = ReferenceEvaluator(Sample.schema, source: world, nullSemantics: nulls)
      for (key, row) in world.persons {
        let expected = try reference.evaluate(filter, row: row, key: key, entity: Sample.person)
        let found = try program.evaluate(row, key, from: world)
        let same = found == (expected.map(Truth.init) ?? .unknown)
        #expect(same, "seed \(seed), person \(key.number): \(found) for \(filter)")
        if !same { return }
      }
    }
  }

  private func evaluate(
    _ filter: Filter, values: [Int: AttributeValue], nulls: NullSemantics = .definite
  ) throws -> Truth {
    try FilterProgram(
      filter, schema: Sample.schema, entity: Sample.person, nullSemantics: nulls
    ).evaluate(
      Sample.row(Sample.person, values), ObjectKey(entity: Sample.person, number: 1),
      from: NoRows())
  }

  private let age = Operand.column(ColumnPath(.attribute(Sample.age)))
  private let name = Operand.column(ColumnPath(.attribute(Sample.name)))

  // R-PRED-170
  @Test func notEqualToAConstantIsTrueForNull() throws {
    #expect(try evaluate(.compare(age, .notEqual, .value(.integer(5)), []), values: [:]) == .yes)
  }

  // R-REQ-094
  @Test func notEqualToAConstantIsUnknownForNullAsInSQL() throws {
    let filter = Filter.compare(age, .notEqual, .value(.integer(5)), [])
    #expect(try evaluate(filter, values: [:], nulls: .unknown) == .unknown)
    #expect(try evaluate(.not(filter), values: [:], nulls: .unknown) == .unknown)
  }

  // R-PRED-172
  @Test func integersCompareWithDoublesByValue() throws {
    let filter = Filter.compare(age, .less, .value(.double(2.5)), [])
    #expect(try evaluate(filter, values: [Sample.age: .integer(2)]) == .yes)
    #expect(try evaluate(filter, values: [Sample.age: .integer(3)]) == .no)
  }

  // R-PRED-172
  @Test func largeIntegersDoNotRoundWhenComparedWithDoubles() throws {
    let filter = Filter.compare(age, .equal, .value(.double(0x1p53)), [])
    #expect(try evaluate(filter, values: [Sample.age: .integer(1 << 53 + 1)]) == .no)
  }

  // R-PRED-174
  @Test func stringsWithoutOptionsAreEqualOnlyByteForByte() throws {
    let filter = Filter.compare(name, .equal, .value(.string("é")), [])
    #expect(try evaluate(filter, values: [Sample.name: .string("é")]) == .yes)
    #expect(try evaluate(filter, values: [Sample.name: .string("e\u{301}")]) == .no)
  }

  // R-PRED-172
  @Test func aStringNeverEqualsANumber() throws {
    let filter = Filter.compare(name, .equal, .value(.integer(1)), [])
    #expect(try evaluate(filter, values: [Sample.name: .string("1")]) == .no)
  }

  // R-PRED-180
  @Test func aMalformedExpressionIsAnError() throws {
    let filter = Filter.match(.matches, name, pattern: .value(.string("(")), [])
    #expect(throws: StoreError.self) { try evaluate(filter, values: [Sample.name: .string("x")]) }
  }

  // R-PRED-222
  @Test func anEmptyConjunctionIsTrueAndAnEmptyDisjunctionFalse() throws {
    #expect(try evaluate(.and([]), values: [:]) == .yes)
    #expect(try evaluate(.or([]), values: [:]) == .no)
  }
}
