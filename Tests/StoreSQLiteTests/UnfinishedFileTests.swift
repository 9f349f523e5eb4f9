// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface
import StoreSQLite
import StoreTestSupport
import Testing

/// Files that a process had not finished making when it died, and files that are refused.
@Suite struct UnfinishedFileTests {
  private func fixture() throws -> SQLiteFixture { try SQLiteFixture(FaultTests.schema) }

  // R-PSC-059
  @Test func aFileWithoutTablesBecomesAStore() throws {
    for mode in ["WAL", "DELETE"] {
      let fixture = try fixture()
      let raw = try fixture.raw()
      try raw.run("PRAGMA journal_mode = \(mode); CREATE TABLE a (b); DROP TABLE a")
      #expect(
        errorKind { _ = try SQLiteStore.readMetadata(at: fixture.url) } == .missingStore)
      try fixture.create()
      #expect(try fixture.raw().rows("SELECT COUNT(*) FROM ZITEM") == ["0"])
    }
  }

  // R-PSC-059
  @Test func aFileOfZerosWithAJournalBecomesAStore() throws {
    let fixture = try fixture()
    try Data(repeating: 0, count: 4096).write(to: fixture.url)
    try UnfinishedFileTests.journal.write(to: URL(fileURLWithPath: fixture.url.path + "-journal"))
    _ = errorKind { _ = try SQLiteStore.readMetadata(at: fixture.url) }
    try fixture.create()
    #expect(try fixture.raw().rows("SELECT COUNT(*) FROM ZITEM") == ["0"])
  }

  /// The journal of the first transaction of an empty file: no pages to bring back.
  static let journal: Data = {
    var journal = Data([0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7])
    for word: UInt32 in [0, 0x1234_5678, 0, 512, 4096] {
      withUnsafeBytes(of: word.bigEndian) { journal.append(contentsOf: $0) }
    }
    return journal + Data(count: 512 - journal.count)
  }()

  // R-PSC-059
  @Test func zerosAloneAreStillDamage() throws {
    let fixture = try fixture()
    try Data(repeating: 0, count: 4096).write(to: fixture.url)
    #expect(errorKind { try fixture.create() } == .corrupt)
  }

  // R-PSC-845
  @Test func aPipeAtTheStoresPlaceIsAnError() throws {
    let fixture = try fixture()
    try #require(mkfifo(fixture.url.path, 0o600) == 0)
    #expect(errorKind { try fixture.create() } == .cannotOpen)
    #expect(errorKind { _ = try SQLiteStore.readMetadata(at: fixture.url) } == .cannotOpen)
    #expect(!SQLiteStore.recognises(contentAt: fixture.url))
  }

  // R-PSC-051
  @Test func aRefusedOpeningChangesNoByte() throws {
    let fixture = try fixture()
    try fixture.open { $0.settings = ["journal_mode": "DELETE"] }.close()
    let before = try Data(contentsOf: fixture.url)
    var builder = SchemaBuilder()
    builder.entity("Item", ["name": .string, "data": .binaryData])
    builder.entity("Other", ["name": .string])
    let schema = builder.build()
    let kind = errorKind {
      try fixture.open(entities: schema.allEntities) { $0.schema = schema }
    }
    #expect(kind == .schemaMismatch)
    #expect(try Data(contentsOf: fixture.url) == before)
    #expect(try fixture.files == ["Store.sqlite"])
  }
}
#endif
