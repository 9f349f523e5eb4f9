// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import RowEngine
import StoreInterface
import StoreTestSupport
import Testing

/// What stores make of tables by themselves is what is made of rows that they return. // R-PSC-275…278
@Suite struct TableTests {
  private static let schema: StoreSchema = {
    var builder = SchemaBuilder()
    builder.entity(
      "Item",
      [
        "name": .string, "rank": .integer64, "price": .double, "day": .date, "cost": .decimal,
        "code": .uuid,
      ])
    builder.index("Item", name: "byRank", columns: ["rank"])
    builder.entity("Box", ["title": .string])
    builder.oneToMany("Box", toMany: "items", "Item", toOne: "box")
    return builder.build()
  }()

  private static let codes = [UUID(), UUID()]
  private static let names = ["name", "rank", "price", "day", "cost", "code"]

  /// Few values of each kind, so that rows fall into groups; among them what is special.
  private static func values(_ random: inout SplitMix64, _ boxes: [ObjectKey]) -> PropertyValues {
    var values: PropertyValues = [:]
    if !random.oneIn(5) { values["name"] = .string(random.pick(["", "a", "ä", "a longer name"])) }
    if !random.oneIn(5) { values["rank"] = .integer(random.pick([0, 7, -7, 1 << 40])) }
    if !random.oneIn(5) { values["price"] = .double(random.pick([0, -0.0, .nan, 1.5, 2, -3])) }
    if !random.oneIn(5) { values["day"] = .date(random.pick([0, 1, 2.5])) }
    if !random.oneIn(5) { values["cost"] = .decimal(random.pick([0, 1, 12])) }
    if !random.oneIn(5) {
      values["code"] = .uuid(random.pick(codes))
    }
    if !random.oneIn(4) { values["box"] = .reference(boxes[random.below(boxes.count)]) }
    return values
  }

  private static func query(_ random: inout SplitMix64) -> TableQuery {
    let item = schema["Item"]
    var operands = names.map { Operand.column(schema.path("Item", $0)) }
    operands.append(.column(schema.path("Item", "box")))
    operands.append(.column(ColumnPath(.key)))
    var rows = Query(entity: item.index, concreteEntities: item.subtree)
    if random.oneIn(2) {
      rows.filter = .compare(operands[1], .greaterOrEqual, .value(.integer(0)), [])
    }
    let groups = (0..<random.below(3)).map { _ in random.below(7) }
    var columns = groups.map { TableColumn.value($0) } + [.count]
    for statistic in TableStatistic.allCases where random.oneIn(2) {
      columns.append(.statistic(statistic, 1 + random.below(2)))
    }
    var shape = TableShape(columns: columns, groups: groups)
    if random.oneIn(3) {
      shape = TableShape(columns: (0..<2).map { _ in .value(random.below(8)) })
      shape.isDistinct = random.oneIn(2)
    }
    if random.oneIn(3) { (shape.offset, shape.limit) = (random.below(3), 1 + random.below(4)) }
    if random.oneIn(3), let first = groups.first, shape.groups != nil {
      rows.sort = [SortKey(schema.path("Item", names[first % names.count]), ascending: false)]
    }
    return TableQuery(rows: rows, operands: operands, shape: shape)
  }

  private static func filled(_ store: StoreUnderTest, _ random: inout SplitMix64) throws
    -> StoreSession
  {
    let session = try StoreSession(store, schema)
    let boxes = try (0..<3).map { try session.insert("Box", ["title": .string("\($0)")]) }
    for _ in 0..<120 { _ = try session.insert("Item", values(&random, boxes)) }
    return session
  }

  /// Not-a-numbers are equal, and so are zeros.
  private static func text(_ values: [AttributeValue]) -> [String] {
    values.map { $0 == .double(0) ? "\(AttributeValue.double(0))" : "\($0)" }
  }

  @Test(arguments: StoreUnderTest.all(with: .verbatim))
  func aTableIsWhatIsMadeOfRows(_ store: StoreUnderTest) throws {
    var random = SplitMix64(seed: 17)
    let session = try Self.filled(store, &random)
    for round in 0..<150 {
      let query = Self.query(&random)
      var (own, ofRows): ([AttributeValue], [AttributeValue]) = ([], [])
      let isAnswered = try session.read { snapshot in
        try TableReader(query, schema: Self.schema).run(snapshot) { batch in
          ofRows += batch.values
          return true
        }
        return try snapshot.table(query) { batch in
          own += batch.values
          return true
        }
      }
      if isAnswered {
        #expect(Self.text(own) == Self.text(ofRows), "round \(round), \(query.shape)")
      }
    }
  }

  @Test(arguments: StoreUnderTest.all(with: .verbatim))
  func groupsOfOwnValuesAreMadeByTheStore(_ store: StoreUnderTest) throws {
    var random = SplitMix64(seed: 3)
    let session = try Self.filled(store, &random)
    let item = Self.schema["Item"]
    let query = TableQuery(
      rows: Query(entity: item.index, concreteEntities: item.subtree),
      operands: [
        .column(Self.schema.path("Item", "name")), .column(Self.schema.path("Item", "price")),
      ],
      shape: TableShape(columns: [.value(0), .count, .statistic(.sum, 1)], groups: [0]))
    var rows = 0
    let isAnswered = try session.read { snapshot in
      try snapshot.table(query) { batch in
        rows += batch.count
        return true
      }
    }
    #expect(isAnswered)
    #expect(rows == 5)
  }
}
