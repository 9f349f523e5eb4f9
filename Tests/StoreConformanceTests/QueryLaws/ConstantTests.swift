// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreTestSupport
import Testing

/// Queries that differ in their constants only: what a store keeps of one must not answer another.
@Suite struct ConstantTests {
  private static let schema: StoreSchema = {
    var builder = SchemaBuilder()
    builder.entity("Item", ["name": .string, "rank": .integer64, "price": .double])
    builder.index("Item", name: "byName", columns: ["name"])
    return builder.build()
  }()

  private static let prices: [Double] = [-2, -1, -0.0, 0, 1, 2, .nan, .infinity]

  private static func session(_ store: StoreUnderTest) throws -> StoreSession {
    let session = try StoreSession(store, schema)
    for index in 0..<prices.count {
      _ = try session.insert(
        "Item",
        [
          "name": .string(index == 0 ? "" : "n\(index)"), "rank": .integer(Int64(index) - 3),
          "price": .double(prices[index]),
        ])
    }
    return session
  }

  private static func numbers(
    _ session: StoreSession, _ filter: Filter, _ change: (inout Query) -> Void = { _ in }
  ) throws -> [Int64] {
    let item = schema["Item"]
    var query = Query(entity: item.index, concreteEntities: item.subtree, filter: filter)
    change(&query)
    return try session.read { try $0.keys(query).map(\.number) }
  }

  @Test(arguments: StoreUnderTest.all(with: .verbatim), ComparisonOperator.allCases)
  func numbersOfAnySignAreCompared(
    _ store: StoreUnderTest, _ comparison: ComparisonOperator
  ) throws {
    let session = try Self.session(store)
    let column = Operand.column(Self.schema.path("Item", "price"))
    for bound in [1.0, 2, -1, -2, 0, -0.0, 1, .infinity, -1] {
      let expected = Self.prices.indices.filter { index in
        let price = Self.prices[index]
        return switch comparison {
        case .equal: price == bound
        case .notEqual: price != bound
        case .less: price < bound
        case .lessOrEqual: price <= bound
        case .greater: price > bound
        case .greaterOrEqual: price >= bound
        }
      }
      let filter = Filter.compare(column, comparison, .value(.double(bound)), [])
      #expect(try Self.numbers(session, filter) == expected.map { Int64($0 + 1) })
    }
  }

  @Test(arguments: StoreUnderTest.all(with: .verbatim))
  func everyPrefixFindsItsOwn(_ store: StoreUnderTest) throws {  // R-PRED-178: an empty one nothing
    let session = try Self.session(store)
    let column = Operand.column(Self.schema.path("Item", "name"))
    for (prefix, expected) in [
      ("n1", [2]), ("n", [2, 3, 4, 5, 6, 7, 8]), ("", []),
      ("n7", [8]), ("\u{10FFFF}", []), ("n2", [3]),
    ] {
      let filter = Filter.match(.beginsWith, column, pattern: .value(.string(prefix)), [])
      #expect(try Self.numbers(session, filter) == expected.map(Int64.init))
    }
  }

  @Test(arguments: StoreUnderTest.all(with: .verbatim))
  func windowsAreTheirOwn(_ store: StoreUnderTest) throws {
    let session = try Self.session(store)
    let column = Operand.column(Self.schema.path("Item", "rank"))
    for (bound, offset, limit, expected) in [
      (-3, 0, 2, [1, 2]), (-3, 1, 3, [2, 3, 4]), (0, 1, 1, [5]), (2, 0, 1, [6]), (0, 2, 2, [6, 7]),
    ] {
      let filter = Filter.compare(column, .greaterOrEqual, .value(.integer(Int64(bound))), [])
      let found = try Self.numbers(session, filter) { ($0.offset, $0.limit) = (offset, limit) }
      #expect(found == expected.map(Int64.init))
    }
  }

  @Test(arguments: StoreUnderTest.all(with: .verbatim))
  func nullsAndValuesAreToldApart(_ store: StoreUnderTest) throws {
    let session = try Self.session(store)
    _ = try session.insert("Item", [:])
    let column = Operand.column(Self.schema.path("Item", "rank"))
    for (value, expected) in [
      (AttributeValue.integer(0), 4), (.null, 9), (.integer(1), 5), (.null, 9),
    ] {
      let filter = Filter.compare(column, .equal, .value(value), [])
      #expect(try Self.numbers(session, filter) == [Int64(expected)])
    }
  }
}
