// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite && os(Linux)
import Foundation
import StoreInterface
import StoreSQLite
import StoreTestSupport
import Testing

/// What reading a whole file leaves in the process's memory.
@Suite struct PageReleaseTests {
  private static let schema = NamedMigration.schema { $0.entity("Note", ["text": .string]) }
  private let fixture: SQLiteFixture
  /// Of no other test's file.
  private let name = "\(UUID().uuidString).sqlite"

  init() throws {
    fixture = try SQLiteFixture(Self.schema)
    let store = try open()
    let text = AttributeValue.string(String(repeating: "page ", count: 200))
    for _ in 0..<4 {
      try store.insert(
        "Note", objects: Array(repeating: ["text": text], count: 1_000), schema: Self.schema)
    }
    // What is in the log is not read through the map.
    store.close()
  }

  private func open() throws -> SQLiteStore {
    try fixture.open { $0.url = fixture.directory.url.appendingPathComponent(name) }
  }

  private func texts(_ snapshot: any StoreSnapshot) throws -> [String] {
    var query = Self.schema.query("Note")
    query.needsRows = true
    var texts: [String] = []
    let slot = Self.schema.slot("Note", "text")
    try snapshot.run(query) { batch in
      texts += batch.rows.compactMap { $0.string(slot) }
      return true
    }
    return texts
  }

  // R-PSC-105
  @Test func aReleaseLeavesNothingOfTheFileInMemory() throws {
    let snapshot = try open().beginRead()
    defer { snapshot.end() }
    _ = try texts(snapshot)
    let full = try MappedMemory.resident(name)
    snapshot.releasePages()
    let rest = try MappedMemory.resident(name)
    #expect(full > 4_000_000)
    #expect(rest < full / 10)
  }

  // R-PSC-105
  @Test func releasedPagesAreReadAgain() throws {
    let snapshot = try open().beginRead()
    defer { snapshot.end() }
    let before = try texts(snapshot)
    #expect(before.count == 4_000)
    var query = Self.schema.query("Note")
    query.needsRows = true
    let slot = Self.schema.slot("Note", "text")
    var seen: [String] = []
    try snapshot.run(query) { batch in
      snapshot.releasePages()
      seen += batch.rows.compactMap { $0.string(slot) }
      return true
    }
    #expect(seen == before)
  }

  // R-PSC-105
  @Test func aStoreWithoutAFileHasNothingToRelease() throws {
    let store = try fixture.open { $0.url = URL(fileURLWithPath: "/dev/null") }
    try store.insert("Note", objects: [["text": .string("kept")]], schema: Self.schema)
    let snapshot = try store.beginRead()
    defer { snapshot.end() }
    snapshot.releasePages()
    #expect(try texts(snapshot) == ["kept"])
  }
}
#endif
