// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface
import StoreSQLite
import StoreTestSupport
import Testing

/// Databases in memory: private ones, and those that stores share by name (R-PSC-061).
@Suite struct NamedMemoryTests {
  private static let schema: StoreSchema = {
    var builder = SchemaBuilder()
    builder.entity("Person", ["name": .string])
    return builder.build()
  }()

  private func open(_ path: String) throws -> SQLiteStore {
    try SQLiteStore.open(
      StoreConfiguration(
        url: URL(fileURLWithPath: path), schema: Self.schema, entities: Self.schema.allEntities,
        newMetadata: StoreMetadata(identifier: UUID().uuidString, properties: Data())))
  }

  private func count(_ store: SQLiteStore) throws -> Int {
    let snapshot = try store.beginRead()
    defer { snapshot.end() }
    return try snapshot.count(Self.schema.query("Person"))
  }

  @Test func storesOfOneNameShareTheirContent() throws {
    let path = "/dev/null/\(UUID().uuidString)"
    let (first, second) = (try open(path), try open(path))
    defer {
      first.close()
      second.close()
    }
    try first.insert("Person", objects: [["name": .string("A")]], schema: Self.schema)
    try second.insert("Person", objects: [["name": .string("B")]], schema: Self.schema)
    #expect(try count(first) == 2)
    #expect(try count(second) == 2)
    #expect(first.metadata.identifier == second.metadata.identifier)
  }

  @Test func otherNamesAreOtherDatabases() throws {
    let path = "/dev/null/\(UUID().uuidString)"
    let (first, second) = (try open(path), try open(path + "x"))
    defer {
      first.close()
      second.close()
    }
    try first.insert("Person", objects: [[:]], schema: Self.schema)
    #expect(try count(second) == 0)
  }

  @Test func withoutANameEveryStoreIsPrivate() throws {
    let (first, second) = (try open("/dev/null"), try open("/dev/null"))
    defer {
      first.close()
      second.close()
    }
    try first.insert("Person", objects: [[:]], schema: Self.schema)
    #expect(try count(second) == 0)
  }

  @Test func theContentGoesWithTheLastStore() throws {
    let path = "/dev/null/\(UUID().uuidString)"
    let (first, second) = (try open(path), try open(path))
    try first.insert("Person", objects: [[:]], schema: Self.schema)
    first.close()
    #expect(try count(second) == 1)
    second.close()
    let third = try open(path)
    defer { third.close() }
    #expect(try count(third) == 0)
  }
}
#endif
