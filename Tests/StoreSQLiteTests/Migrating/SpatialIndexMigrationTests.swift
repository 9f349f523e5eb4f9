// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface
import StoreSQLite
import StoreTestSupport
import Testing

/// R-trees in Apple's files, beside tables that are migrated.
@Suite struct SpatialIndexMigrationTests {
  private static let columns = "Z_PK, ZLATITUDE_MIN, ZLATITUDE_MAX, ZLONGITUDE_MIN, ZLONGITUDE_MAX"

  /// A file with an R-tree and its triggers as Apple's framework makes them: one region with a place, one
  /// without, both named.
  private func file(_ named: NamedMigration) throws -> MigratedFile {
    let file = try MigratedFile(named.migration)
    let store = try file.openedBefore()
    let place: PropertyValues = ["latitude": .double(52), "longitude": .double(13)]
    try store.insert("Region", objects: [place, [:]], schema: named.source)
    store.close()
    let raw = try file.raw()
    try raw.run(
      "CREATE VIRTUAL TABLE Z_RT_Region_byPlace USING RTREE (Z_PK INTEGER PRIMARY KEY, "
        + "ZLATITUDE_MIN, ZLATITUDE_MAX, ZLONGITUDE_MIN, ZLONGITUDE_MAX)")
    try raw.run(
      "CREATE TRIGGER Z_RT_Region_byPlace_INSERT AFTER INSERT ON ZREGION FOR EACH ROW BEGIN "
        + "INSERT OR REPLACE INTO Z_RT_Region_byPlace (\(Self.columns)) VALUES (NEW.Z_PK, "
        + "NEW.ZLATITUDE ,NEW.ZLATITUDE, NEW.ZLONGITUDE, NEW.ZLONGITUDE) ; END")
    try raw.run(
      "CREATE TRIGGER Z_RT_Region_byPlace_DELETE AFTER DELETE ON ZREGION FOR EACH ROW BEGIN "
        + "DELETE FROM Z_RT_Region_byPlace WHERE Z_PK = OLD.Z_PK ; END")
    try raw.run(
      "INSERT INTO Z_RT_Region_byPlace (\(Self.columns)) "
        + "SELECT Z_PK, ZLATITUDE, ZLATITUDE, ZLONGITUDE, ZLONGITUDE FROM ZREGION "
        + "WHERE ZLATITUDE NOT NULL")
    return file
  }

  private static func region(_ builder: inout SchemaBuilder) {
    builder.entity(
      "Region",
      ["latitude": .double, "longitude": .double, "a": .string, "b": .string, "c": .string])
  }

  private func hasTree(_ file: MigratedFile) throws -> Bool {
    let parts = try file.raw().rows(
      "SELECT COUNT(*) FROM sqlite_master WHERE name LIKE 'Z_RT_Region%'")
    return parts != ["0"]
  }

  /// Adds a region after the migration, by the store.
  private func insert(into file: MigratedFile, _ schema: StoreSchema) throws {
    let store = try file.openedAfter()
    defer { store.close() }
    let places = (1...9).map {
      ["latitude": .double(Double($0)), "longitude": .double(2)] as PropertyValues
    }
    try store.insert("Region", objects: places, schema: schema)
  }

  // R-MOD-176, R-PSC-535
  @Test func aTreeWhoseColumnsStayGoesOn() throws {
    var named = NamedMigration(
      Self.region,
      {
        $0.entity(
          "Region", ["latitude": .double, "longitude": .double, "b": .string, "d": .integer16])
      })
    named.fallbacks["latitude"] = .double(1)
    named.fallbacks["longitude"] = .double(2)
    let file = try file(named)
    #expect(try file.migrate() == .migrated)
    #expect(
      try file.raw().rows("SELECT * FROM Z_RT_Region_byPlace ORDER BY 1")
        == ["1|52.0|52.0|13.0|13.0", "2|1.0|1.0|2.0|2.0"])
    try insert(into: file, named.destination)
    #expect(try file.raw().rows("SELECT COUNT(*) FROM Z_RT_Region_byPlace") == ["11"])
    #expect(try file.raw().rows("PRAGMA integrity_check") == ["ok"])
  }

  // R-MOD-176, R-PSC-535
  @Test(arguments: [false, true])
  func aTreeThatLosesAColumnGoes(isDeferred: Bool) throws {
    let named = NamedMigration(
      Self.region, { $0.entity("Region", ["longitude": .double, "a": .string]) })
    let file = try file(named)
    #expect(try file.migrate { $0.isDeferred = isDeferred } == .migrated)
    #expect(try hasTree(file) == false)
    let store = try file.openedAfter()
    defer { store.close() }
    #expect(try store.finishMigration(steps: 99) == false)
    #expect(try file.raw().rows("SELECT ZLONGITUDE FROM ZREGION") == ["13.0", "NULL"])
  }

  // R-MOD-176, R-PSC-535
  @Test func aTreeGoesWithItsTable() throws {
    let file = try file(
      NamedMigration(Self.region, { $0.entity("Other", ["name": .string]) }))
    #expect(try file.migrate() == .migrated)
    #expect(try hasTree(file) == false)
  }

  // R-MOD-176, R-PSC-535
  @Test func aTreeOfARenamedEntityGoes() throws {
    var named = NamedMigration(
      Self.region,
      {
        $0.entity(
          "Place", formerName: "Region", ["latitude": .double, "longitude": .double, "a": .string])
      })
    named.entities["Place"] = "Region"
    let file = try file(named)
    #expect(try file.migrate() == .migrated)
    #expect(try hasTree(file) == false)
    #expect(try file.raw().rows("SELECT ZLATITUDE FROM ZPLACE") == ["52.0", "NULL"])
  }

  // R-MOD-176: also one whose name begins with the other's.
  @Test func aTreeGoesWithItsOwnTriggersOnly() throws {
    let named = NamedMigration(
      Self.region, { $0.entity("Region", ["longitude": .double, "a": .string]) })
    let file = try file(named)
    try file.raw().run(
      "CREATE VIRTUAL TABLE Z_RT_Region_byPlace2 USING RTREE (Z_PK INTEGER PRIMARY KEY, "
        + "ZLONGITUDE_MIN, ZLONGITUDE_MAX)")
    try file.raw().run(
      "CREATE TRIGGER Z_RT_Region_byPlace2_INSERT AFTER INSERT ON ZREGION FOR EACH ROW BEGIN "
        + "INSERT OR REPLACE INTO Z_RT_Region_byPlace2 (Z_PK, ZLONGITUDE_MIN, ZLONGITUDE_MAX) "
        + "VALUES (NEW.Z_PK, NEW.ZLONGITUDE, NEW.ZLONGITUDE) ; END")
    #expect(try file.migrate() == .migrated)
    let triggers = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    #expect(try file.raw().rows(triggers) == ["Z_RT_Region_byPlace2_INSERT"])
    let tree = "SELECT Z_PK, ZLONGITUDE_MIN FROM Z_RT_Region_byPlace2"
    #expect(try file.raw().rows(tree) == ["1|13.0"])
  }
}
#endif
