// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface
import StoreSQLite
import StoreTestSupport
import Testing

/// A table is one statement, whatever it is made of. // R-REQ-034…038
@Suite struct TableStatementTests {
  private static let schema: StoreSchema = {
    var builder = SchemaBuilder()
    builder.entity("Item", ["name": .string, "rank": .integer64, "price": .double])
    return builder.build()
  }()

  private static func column(_ name: String) throws -> Operand {
    let place = try #require(schema["Item"].attributes.firstIndex { $0.name == name })
    return .column(ColumnPath(.attribute(place)))
  }

  private static func query(_ shape: (inout TableShape) -> Void) throws -> TableQuery {
    let item = schema["Item"].index
    var made = TableShape(columns: [.value(0), .value(1)])
    shape(&made)
    return TableQuery(
      rows: Query(entity: item, concreteEntities: item..<item + 1),
      operands: [try column("name"), try column("rank"), try column("price")], shape: made)
  }

  private struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let shape: @Sendable (inout TableShape) -> Void
    let count: Int

    init(_ name: String, _ count: Int, _ shape: @escaping @Sendable (inout TableShape) -> Void) {
      testDescription = name
      self.shape = shape
      self.count = count
    }
  }

  private static let cases = [
    Case("rows", 9) { _ in },
    Case("a window", 2) { ($0.offset, $0.limit) = (3, 2) },
    Case("distinct rows", 3) {
      $0.columns = [.value(0)]; $0.visibleCount = 1; $0.isDistinct = true
    },
    Case("groups", 3) {
      $0 = TableShape(columns: [.value(0), .count, .statistic(.sum, 2)], groups: [0])
    },
    Case("groups under a condition", 1) {
      $0 = TableShape(columns: [.value(0), .statistic(.maximum, 1)], groups: [0])
      $0.having = .compare(
        .column(ColumnPath(.attribute(1))), .greater, .value(.integer(7)), [])
    },
    Case("groups in an order", 3) {
      $0 = TableShape(columns: [.value(0), .statistic(.average, 2)], groups: [0])
      $0.order = [TableOrder(1, ascending: false)]
    },
    Case("statistics", 1) {
      $0 = TableShape(columns: [.count, .statistic(.sum, 1), .statistic(.minimum, 2)], groups: [])
    },
  ]

  @Test(arguments: cases)
  private func aTableIsOneStatement(_ sample: Case) throws {
    let fixture = try SQLiteFixture(Self.schema)
    let store = try fixture.open()
    defer { fixture.close(store) }
    try store.insert(
      "Item",
      objects: (0..<9).map {
        ["name": .string("n\($0 % 3)"), "rank": .integer(Int64($0)), "price": .double(0.5)]
      }, schema: Self.schema)
    let snapshot = try #require(try store.beginRead() as? SQLiteSnapshot)
    defer { snapshot.end() }
    let before = snapshot.statementCount
    var count = 0
    let query = try Self.query(sample.shape)
    let isAnswered = try snapshot.table(query) { batch in
      count += batch.count
      return true
    }
    #expect(isAnswered)
    #expect(count == sample.count)
    #expect(snapshot.statementCount == before + 1)
  }

  // R-PSC-277: beyond 64 bits, and what is no number
  @Test func statisticsOfExtremeNumbersAreThoseOfRows() throws {
    let fixture = try SQLiteFixture(Self.schema)
    let store = try fixture.open()
    defer { fixture.close(store) }
    try store.insert(
      "Item",
      objects: [
        ["rank": .integer(.max), "price": .double(.nan)],
        ["rank": .integer(1), "price": .double(2)],
        ["name": .string("neither")],
      ], schema: Self.schema)
    let snapshot = try store.beginRead()
    defer { snapshot.end() }
    var values: [AttributeValue] = []
    let query = try Self.query {
      $0 = TableShape(
        columns: [
          .statistic(.sum, 1), .statistic(.average, 1), .statistic(.minimum, 2),
          .statistic(.maximum, 2), .statistic(.count, 2),
        ], groups: [])
    }
    _ = try snapshot.table(query) { batch in
      values += batch.values
      return true
    }
    #expect(
      values == [
        .double(0x1p63), .double(0x1p62), .double(2), .double(2), .integer(2),
      ])
  }
}
#endif
