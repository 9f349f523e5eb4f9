// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface
import StoreLMDB
import StoreTestSupport
import Testing

/// What reading a whole file leaves in the process's memory.
@Suite struct PageReleaseTests {
  private let schema = LMDBFixture.notes
  private let directory: TemporaryDirectory
  private let store: LMDBStore
  /// Of no other test's file.
  private let name = "\(UUID().uuidString).lmdb"

  init() throws {
    directory = try TemporaryDirectory()
    store = try LMDBFixture.open(directory.url.appendingPathComponent(name), schema)
    let text = AttributeValue.string(String(repeating: "page ", count: 200))
    for _ in 0..<4 {
      try store.insert(
        in: schema, entity: "Note", objects: Array(repeating: ["text": text], count: 1_000))
    }
  }

  private func texts(_ snapshot: any StoreSnapshot) throws -> [String] {
    var query = schema.query("Note")
    query.needsRows = true
    var texts: [String] = []
    let slot = schema.slot("Note", "text")
    try snapshot.run(query) { batch in
      texts += batch.rows.compactMap { $0.string(slot) }
      return true
    }
    return texts
  }

  // R-PSC-105
  @Test func releasedPagesAreReadAgain() throws {
    let snapshot = try store.beginRead()
    defer { snapshot.end() }
    let before = try texts(snapshot)
    #expect(before.count == 4_000)
    snapshot.releasePages()
    #expect(try texts(snapshot) == before)
    // Rows that are being handed out are copies.
    var query = schema.query("Note")
    query.needsRows = true
    let slot = schema.slot("Note", "text")
    var seen: [String] = []
    try snapshot.run(query) { batch in
      snapshot.releasePages()
      seen += batch.rows.compactMap { $0.string(slot) }
      return true
    }
    #expect(seen == before)
  }

  // R-PSC-105
  @Test func aWriteGoesOnAfterARelease() throws {
    let transaction = try store.beginWrite()
    var changes = ChangeSet()
    changes.inserts = (5_000..<5_100).map { number in
      RowInsert(
        key: ObjectKey(entity: schema.index("Note"), number: number),
        row: schema.row("Note", ["text": .string("late")]))
    }
    #expect(try transaction.apply(changes).isEmpty)
    transaction.reader.releasePages()
    #expect(try transaction.reader.count(schema.query("Note")) == 4_100)
    try transaction.prepare()
    try transaction.commit()
    #expect(try store.keys(schema.query("Note")).count == 4_100)
  }

  #if os(Linux)
  // R-PSC-105
  @Test func aReleaseLeavesNothingOfTheFileInMemory() throws {
    let snapshot = try store.beginRead()
    defer { snapshot.end() }
    _ = try texts(snapshot)
    let full = try MappedMemory.resident(name)
    snapshot.releasePages()
    let rest = try MappedMemory.resident(name)
    #expect(full > 4_000_000)
    #expect(rest < full / 10)
  }
  #endif
}
#endif
