// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreTestSupport
import Testing

@Suite struct SortTests {
  private static func query(_ law: QueryLaw, entity: String, keys: [SortKey]) -> Query {
    var query = law.session.query(entity)
    query.sort = keys
    return query
  }

  @Test(arguments: StoreUnderTest.answering, AttributeType.allCases)
  func everyTypeSortsNullsFirst(_ store: StoreUnderTest, _ type: AttributeType) throws {
    // R-PSC-272, R-PRED-282
    let law = try QueryLaw(store, .allTypes)
    for path in ["\(type)", "holder.favorite.\(type)"] {
      for ascending in [true, false] {
        let key = SortKey(law.schema.path("Sample", path), ascending: ascending)
        try law.check(Self.query(law, entity: "Sample", keys: [key]))
      }
    }
  }

  @Test(arguments: StoreUnderTest.answering, Collation.allCases)
  func textsSortByTheirCollation(_ store: StoreUnderTest, _ collation: Collation) throws {
    // R-REQ-099, R-REQ-100
    let law = try QueryLaw(store, .allTypes)
    for path in ["string", "uri", "holder.title"] {
      for ascending in [true, false] {
        let key = SortKey(
          law.schema.path("Sample", path), ascending: ascending, collation: collation)
        try law.check(Self.query(law, entity: "Sample", keys: [key]))
      }
    }
  }

  @Test(arguments: StoreUnderTest.answering)
  func laterKeysDecideAmongEquals(_ store: StoreUnderTest) throws {  // R-PSC-271
    let law = try QueryLaw(store, .hierarchy)
    let names = ["name", "note", "contact.name", "self"]
    for first in names {
      for second in names {
        for ascending in [(true, true), (true, false), (false, true)] {
          let keys = [
            SortKey(law.schema.path("Party", first), ascending: ascending.0),
            SortKey(law.schema.path("Party", second), ascending: ascending.1),
          ]
          try law.check(Self.query(law, entity: "Party", keys: keys))
        }
      }
    }
  }

  @Test(arguments: StoreUnderTest.answering, [true, false])
  func numbersDecideAmongEquals(_ store: StoreUnderTest, _ ascending: Bool) throws {
    let session = try StoreSession(store, SchemaFixture.hierarchy)
    var keys: [ObjectKey] = []
    for entity in ["Person", "Company", "Employee", "Company", "Person"] {
      keys.append(try session.insert(entity, ["name": .string("same")]))
    }
    var query = session.query("Party")
    query.sort = [SortKey(session.schema.path("Party", "name"), ascending: ascending)]
    #expect(try session.keys(query) == keys)
  }

  @Test(arguments: StoreUnderTest.answering)
  func withoutKeysTheOrderIsByNumber(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.hierarchy)
    var keys: [ObjectKey] = []
    for entity in ["Person", "Company", "Employee", "Company", "Person"] {
      keys.append(try session.insert(entity))
    }
    #expect(try session.keys(session.query("Party")) == keys)
  }

  @Test(arguments: StoreUnderTest.answering)
  func objectsSortByNumber(_ store: StoreUnderTest) throws {  // R-PRED-284
    let law = try QueryLaw(store, .hierarchy)
    for path in ["self", "contact.self"] {
      for ascending in [true, false] {
        let key = SortKey(law.schema.path("Party", path), ascending: ascending)
        try law.check(Self.query(law, entity: "Party", keys: [key]))
      }
    }
  }

  @Test(arguments: StoreUnderTest.answering)
  func numbersSortByValueAndDatesByInstant(_ store: StoreUnderTest) throws {  // R-PSC-272
    let session = try StoreSession(store, SchemaFixture.company)
    let keys = try session.insert(
      "Employee",
      [
        ["score": .double(10), "hiredAt": .date(-5)], ["score": .double(9), "hiredAt": .date(5)],
        ["score": .double(-1)], [:],
      ])
    func sorted(_ name: String, _ ascending: Bool) throws -> [ObjectKey] {
      var query = session.query("Employee")
      query.sort = [SortKey(session.schema.path("Employee", name), ascending: ascending)]
      return try session.keys(query)
    }
    #expect(try sorted("score", true) == [3, 2, 1, 0].map { keys[$0] })
    #expect(try sorted("score", false) == [0, 1, 2, 3].map { keys[$0] })
    #expect(try sorted("hiredAt", true) == [2, 3, 0, 1].map { keys[$0] })
    #expect(try sorted("hiredAt", false) == [1, 0, 2, 3].map { keys[$0] })
  }

  private static let indexed = SharedDataset(
    RandomDataset.dataset(SchemaFixture.indexes, seed: 3, count: 80))

  @Test(arguments: StoreUnderTest.answering, [true, false])
  func indexesDoNotChangeTheOrder(_ store: StoreUnderTest, _ ascending: Bool) throws {
    let law = try QueryLaw(store, Self.indexed)
    for names in [["a"], ["a", "b"], ["c"], ["b", "a"], ["box.title", "a"], ["d"]] {
      var query = law.session.query("Item", .not(.isNull(law.column("Item", "a"))))
      query.sort = names.map { SortKey(law.schema.path("Item", $0), ascending: ascending) }
      try law.check(query)
      query.limit = 5
      query.offset = 2
      try law.check(query)
    }
  }
}
