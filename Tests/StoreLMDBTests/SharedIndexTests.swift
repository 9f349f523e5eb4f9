// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface
import StoreLMDB
import StoreTestSupport
import Testing

/// A to-one whose inverse is answered by an index of the model that begins with it.
@Suite struct SharedIndexTests {
  private let directory: TemporaryDirectory
  private var url: URL { directory.url.appendingPathComponent("store.lmdb") }

  init() throws { directory = try TemporaryDirectory() }

  private static func schema(_ index: [String]?) -> StoreSchema {
    var builder = SchemaBuilder()
    builder.entity("Person", ["name": .string, "salary": .integer64])
    builder.entity("Place", ["name": .string])
    builder.oneToMany("Place", toMany: "people", "Person", toOne: "home")
    if let index { builder.index("Person", name: "byHome", columns: index) }
    return builder.build()
  }

  /// Ten people in two places, with salaries against the order of their numbers.
  private func fill(_ store: LMDBStore, _ schema: StoreSchema) throws -> [ObjectKey] {
    let places = try store.insert(in: schema, entity: "Place", objects: [[:], [:]])
    try store.insert(
      in: schema, entity: "Person",
      objects: (0..<10).map {
        ["salary": .integer(Int64(-$0)), "home": .reference(places[$0 % 2])]
      })
    return places
  }

  private func members(
    in store: LMDBStore, schema: StoreSchema, owners: [ObjectKey]
  ) throws -> RelatedBatch {
    let snapshot = try store.beginRead()
    defer { snapshot.end() }
    return try snapshot.related(
      schema.relationship("Place", "people"), of: owners, withRows: true)
  }

  // R-PSC-854
  @Test(arguments: [["home"], ["home", "salary"], ["home", "name"], ["-home", "salary"]])
  func membersComeByNumber(_ index: [String]) throws {
    let schema = SharedIndexTests.schema(index)
    let store = try LMDBFixture.open(url, schema)
    defer { store.close() }
    let places = try fill(store, schema)
    let batch = try members(in: store, schema: schema, owners: places.reversed())
    #expect(batch.keys.map(\.number) == [2, 4, 6, 8, 10, 1, 3, 5, 7, 9])
    #expect(batch.owners == [0, 0, 0, 0, 0, 1, 1, 1, 1, 1])
    #expect(
      batch.rows.map { $0.integer(schema.slot("Person", "salary")) }
        == [-1, -3, -5, -7, -9, 0, -2, -4, -6, -8])
  }

  // R-PSC-854
  @Test func anIndexOfTheModelMayComeAndGo() throws {
    let plain = SharedIndexTests.schema(nil)
    let indexed = SharedIndexTests.schema(["home", "salary"])
    let store = try LMDBFixture.open(url, plain)
    let places = try fill(store, plain)
    store.close()
    for schema in [indexed, plain, indexed] {
      let reopened = try LMDBFixture.open(url, schema)
      let home = AttributeValue.reference(places[0])
      try reopened.insert(
        in: schema, entity: "Person", objects: [["home": home, "salary": .integer(7)]])
      let count = try members(in: reopened, schema: schema, owners: places).keys.count
      let query = schema.query("Person", schema.equal("Person", column: "home", value: home))
      #expect(try reopened.keys(query).count == count - 5)
      reopened.close()
    }
  }

  @Test func countsFollowTheRows() throws {
    let schema = SharedIndexTests.schema(nil)
    let store = try LMDBFixture.open(url, schema)
    _ = try fill(store, schema)
    var changes = ChangeSet()
    changes.deletes = [
      RowDelete(key: ObjectKey(entity: schema.index("Person"), number: 3), expectedVersion: nil)
    ]
    try store.commit(changes)
    let snapshot = try store.beginRead()
    #expect(try snapshot.count(schema.query("Person")) == 9)
    snapshot.end()
    store.close()
    let rows = try LMDBStore.inspect(at: url).entities.first { $0.name == "Person" }?.rows
    #expect(rows == 9)
  }

  /// An entity that was alone in its hierarchy has a count of its own as soon as it has company.
  @Test func anEntityThatGetsASubentityKeepsItsCount() throws {
    let before = SharedIndexTests.hierarchy(["Base"])
    let store = try LMDBFixture.open(url, before)
    try store.insert(in: before, entity: "Base", objects: [[:], [:], [:]])
    store.close()
    let after = SharedIndexTests.hierarchy(["Base", "Derived"])
    let reopened = try LMDBFixture.open(url, after)
    defer { reopened.close() }
    try reopened.insert(in: after, entity: "Derived", objects: [[:]])
    try reopened.insert(in: after, entity: "Base", objects: [[:]])
    let counts = try reopened.statistics().entities.map(\.rows)
    #expect(counts == [4, 1])
  }

  private static func hierarchy(_ names: [String]) -> StoreSchema {
    var builder = SchemaBuilder()
    for name in names {
      builder.entity(
        name, parent: name == "Base" ? nil : "Base", name == "Base" ? ["a": .string] : [:])
    }
    return builder.build()
  }
}
#endif
