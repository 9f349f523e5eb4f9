// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreTestSupport
import Testing

@Suite struct RoundTripTests {
  @Test(arguments: StoreUnderTest.all, AttributeType.allCases)
  func anExtremeValueComesBackAsItWasWritten(_ store: StoreUnderTest, _ type: AttributeType) throws
  {  // R-PSC-272
    let session = try StoreSession(store, SchemaFixture.allTypes)
    let written = SampleValues.extremes(of: type).map {
      session.schema.row("Sample", ["\(type)": $0])
    }
    let keys = try session.insertRows("Sample", written)
    let read = try session.read { try $0.rows(for: keys) }
    for (index, row) in written.enumerated() {
      let stored = try #require(read[index])
      let value = session.schema.values(of: row)["\(type)"] ?? .null
      #expect(stored.isIdentical(to: row, in: session.schema), "\(value)")
    }
  }

  @Test(arguments: StoreUnderTest.all, AttributeType.allCases)
  func anExtremeValueComesBackFromAQuery(_ store: StoreUnderTest, _ type: AttributeType) throws {
    let session = try StoreSession(store, SchemaFixture.allTypes)
    let written = SampleValues.extremes(of: type).map {
      session.schema.row("Sample", ["\(type)": $0])
    }
    let keys = try session.insertRows("Sample", written)
    let fetched = try session.fetch(session.query("Sample"))
    #expect(fetched.map(\.key) == keys)
    for (stored, row) in zip(fetched, written) {
      #expect(stored.row.isIdentical(to: row, in: session.schema))
    }
  }

  @Test(arguments: StoreUnderTest.all, AttributeType.allCases)
  func aRowWrittenByAnUpdateComesBack(_ store: StoreUnderTest, _ type: AttributeType) throws {
    let session = try StoreSession(store, SchemaFixture.allTypes)
    let key = try session.insert("Sample")
    for value in SampleValues.extremes(of: type) {
      let before = try #require(try session.row(key))
      let update = session.schema.update(key, from: before, set: ["\(type)": value])
      var changes = ChangeSet()
      changes.updates = [update]
      try session.commit(changes)
      let stored = try #require(try session.row(key))
      #expect(stored.isIdentical(to: update.row, in: session.schema), "\(value)")
    }
  }

  @Test(arguments: StoreUnderTest.all)
  func everyTypeAtOnceComesBack(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.allTypes)
    var values: PropertyValues = [:]
    for type in AttributeType.allCases { values["\(type)"] = SampleValues.ordinary(of: type).last }
    let row = session.schema.row("Sample", values)
    let key = try session.insertRows("Sample", [row])[0]
    #expect(try session.row(key)?.isIdentical(to: row, in: session.schema) == true)
  }

  @Test(arguments: StoreUnderTest.all)
  func aRowOfNullsComesBackAsNulls(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.allTypes)
    let key = try session.insert("Sample")
    let row = try #require(try session.row(key))
    #expect((0..<row.slotCount).allSatisfy { row.isNull($0) && row.bits($0) == 0 })
    #expect(row.version == 1)
  }

  @Test(arguments: StoreUnderTest.all, [AttributeType.double, .float, .date])
  func notANumberComesBackAsNotANumber(_ store: StoreUnderTest, _ type: AttributeType) throws {
    let session = try StoreSession(store, SchemaFixture.allTypes)
    let row = session.schema.row(
      "Sample", ["\(type)": type == .date ? .date(.nan) : .double(.nan)])
    let key = try session.insertRows("Sample", [row])[0]
    let slot = session.schema.slot("Sample", "\(type)")
    let stored = try #require(try session.row(key))
    #expect(!stored.isNull(slot))
    #expect(stored.double(slot).isNaN)
  }

  @Test(arguments: StoreUnderTest.all)
  func negativeZeroEqualsZero(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.allTypes)
    let key = try session.insert("Sample", ["double": .double(-0.0)])
    #expect(try session.row(key)?.double(session.schema.slot("Sample", "double")) == 0)
  }

  @Test(arguments: StoreUnderTest.all, ["binaryData", "external", "string"])
  func tenMegabytesComeBack(_ store: StoreUnderTest, _ attribute: String) throws {
    let session = try StoreSession(store, SchemaFixture.allTypes)
    let size = 10 << 20
    let value: AttributeValue =
      attribute == "string"
      ? .string(String(repeating: "x", count: size)) : .data(Data(repeating: 0xA5, count: size))
    let row = session.schema.row("Sample", [attribute: value, "integer64": .integer(7)])
    let key = try session.insertRows("Sample", [row])[0]
    let stored = try #require(try session.row(key))
    #expect(stored.isIdentical(to: row, in: session.schema))
    #expect(try session.count(session.query("Sample")) == 1)
  }

  @Test(arguments: StoreUnderTest.all(with: .durable), AttributeType.allCases)
  func extremeValuesSurviveReopening(_ store: StoreUnderTest, _ type: AttributeType) throws {
    let session = try StoreSession(store, SchemaFixture.allTypes)
    let written = SampleValues.extremes(of: type, in: store).map {
      session.schema.row("Sample", ["\(type)": $0])
    }
    let keys = try session.insertRows("Sample", written)
    let read = try session.reopened().read { try $0.rows(for: keys) }
    for (stored, row) in zip(read, written) {
      #expect(stored?.isIdentical(to: row, in: session.schema) == true)
    }
  }

  @Test(arguments: StoreUnderTest.all, [1, 63, 64, 65, 255, 256, 257, 5_000])
  func rowsComeInKeyOrder(_ store: StoreUnderTest, _ count: Int) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let objects = (0..<count).map { ["name": AttributeValue.string("n\($0)")] }
    let keys = try session.insert("Tag", objects)
    let fetched = try session.fetch(session.query("Tag"))
    #expect(fetched.map(\.key) == keys)
    #expect(fetched.map { session.schema.values(of: $0.row) } == objects)
  }
}
