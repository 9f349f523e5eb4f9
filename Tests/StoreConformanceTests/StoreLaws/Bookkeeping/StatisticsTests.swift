// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreTestSupport
import Testing

@Suite struct StatisticsTests {
  @Test(arguments: StoreUnderTest.all)
  func rowsAreCountedPerConcreteEntity(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.hierarchy)
    try session.insert("Person", [[:], [:]])
    try session.insert("Employee", [[:], [:], [:]])
    try session.insert("Account")
    let statistics = try session.backend.statistics()
    let rows = Dictionary(uniqueKeysWithValues: statistics.entities.map { ($0.entity, $0.rows) })
    let expected = ["Party": 0, "Company": 0, "Person": 2, "Employee": 3, "Account": 1, "Group": 0]
    for (name, count) in expected { #expect(rows[session.schema.index(name)] == count, "\(name)") }
  }

  @Test(arguments: StoreUnderTest.all)
  func entitiesAscendByIndex(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.hierarchy)
    #expect(try session.backend.statistics().entities.map(\.entity) == session.schema.allEntities)
  }

  @Test(arguments: StoreUnderTest.all)
  func theNextNumberIsTheHierarchysNext(_ store: StoreUnderTest) throws {  // R-PSC-325
    let session = try StoreSession(store, SchemaFixture.hierarchy)
    _ = try session.reserve("Employee", 4)
    _ = try session.reserve("Account", 2)
    for entity in try session.backend.statistics().entities {
      let root = session.schema.entities[entity.entity].root
      let expected: Int64 =
        switch session.schema.entities[root].name {
        case "Party": 5
        case "Account": 3
        default: 1
        }
      #expect(entity.nextNumber == expected)
    }
  }

  @Test(arguments: StoreUnderTest.files)
  func aFileHasASize(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    try session.insert("Tag", ["name": .string(String(repeating: "x", count: 10_000))])
    #expect(try session.backend.statistics().bytes >= 10_000)
  }

  @Test(arguments: StoreUnderTest.all(with: .stableNumbers))
  func deletedRowsAreNotCounted(_ store: StoreUnderTest) throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let keys = try session.insert("Tag", [[:], [:]])
    try session.delete(keys[0])
    let tag = session.schema.index("Tag")
    let counted = try session.backend.statistics().entities.first { $0.entity == tag }
    #expect(counted?.rows == 1)
    #expect(counted?.nextNumber == 3)
  }
}
