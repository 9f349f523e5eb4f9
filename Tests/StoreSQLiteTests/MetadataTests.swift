// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface
import StoreSQLite
import StoreTestSupport
import Testing

/// Metadata and figures of files, with and without a store open on them.
@Suite struct MetadataTests {
  private static let schema: StoreSchema = {
    var builder = SchemaBuilder()
    builder.entity("Item", ["name": .string])
    builder.entity("Special", parent: "Item")
    return builder.build()
  }()

  // R-PSC-485, R-PSC-489
  @Test func metadataIsReadWithoutAModel() throws {
    let fixture = try SQLiteFixture(Self.schema)
    let store = try fixture.open()
    #expect(try SQLiteStore.readMetadata(at: fixture.url) == store.metadata)
    store.close()
    #expect(try SQLiteStore.readMetadata(at: fixture.url) == store.metadata)
    #expect(try fixture.files == ["Store.sqlite"])
    #expect(
      try fixture.raw().rows("SELECT Z_VERSION, Z_UUID, CAST(Z_PLIST AS TEXT) FROM Z_METADATA")
        == ["1|\(store.metadata.identifier)|plist"])
  }

  // R-PSC-484
  @Test func metadataIsWrittenAtOnce() throws {
    let fixture = try SQLiteFixture(Self.schema)
    try fixture.create()
    let metadata = StoreMetadata(identifier: "NEW", properties: Data([1, 2]))
    try SQLiteStore.writeMetadata(metadata, at: fixture.url)
    let store = try fixture.open()
    #expect(store.metadata == metadata)
    store.close()
  }

  // R-PSC-488
  @Test func metadataIsPartOfTheTransaction() throws {
    let fixture = try SQLiteFixture(Self.schema)
    let store = try fixture.open()
    defer { store.close() }
    let old = store.metadata
    var changes = ChangeSet()
    changes.metadata = StoreMetadata(identifier: old.identifier, properties: Data([7]))
    let transaction = try store.beginWrite()
    _ = try transaction.apply(changes)
    transaction.rollback()
    #expect(store.metadata == old)
    #expect(try SQLiteStore.readMetadata(at: fixture.url) == old)
    _ = try store.commit(changes)
    #expect(store.metadata.properties == Data([7]))
    #expect(try SQLiteStore.readMetadata(at: fixture.url).properties == Data([7]))
  }

  @Test func aMissingFileHasNoMetadata() throws {
    let fixture = try SQLiteFixture(Self.schema)
    #expect(errorKind { _ = try SQLiteStore.readMetadata(at: fixture.url) } == .missingFile)
    #expect(try fixture.files.isEmpty)
  }

  @Test func aFileTellsItsFigures() throws {
    let fixture = try SQLiteFixture(Self.schema)
    let store = try fixture.open()
    try store.insert("Item", objects: [[:], [:]], schema: Self.schema)
    try store.insert("Special", objects: [[:]], schema: Self.schema)
    let figures = try SQLiteStore.inspect(at: fixture.url)
    #expect(figures.entities.map(\.name) == ["Item", "Special"])
    #expect(figures.entities.map(\.rows) == [2, 1])
    #expect(figures.entities.map(\.nextNumber) == [4, 4])
    #expect(figures.bytes > 0)
    #expect(try store.statistics().entities.map(\.rows) == [2, 1])
    store.close()
  }

  // R-REQ-098
  @Test func allRowsOfATableOfOneEntityAreCounted() throws {
    var builder = SchemaBuilder()
    builder.entity("Note", ["title": .string])
    let fixture = try SQLiteFixture(builder.build())
    let first = try fixture.open()
    try first.insert("Note", objects: [[:], [:], [:]], schema: fixture.schema)
    first.close()
    try fixture.raw().run(
      "UPDATE ZNOTE SET Z_ENT = NULL WHERE Z_PK = 2; UPDATE ZNOTE SET Z_ENT = 7 WHERE Z_PK = 3")
    let store = try fixture.open()
    defer { fixture.close(store) }
    #expect(try store.statistics().entities.map(\.rows) == [3])
    #expect(try SQLiteStore.inspect(at: fixture.url).entities.map(\.rows) == [3])
  }
}
#endif
