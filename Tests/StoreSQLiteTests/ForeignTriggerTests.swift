// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface
import StoreSQLite
import StoreTestSupport
import Testing

/// A file whose triggers count the members of a to-many, as Apple's do for derived attributes: what
/// the store writes must make them run once for each change.
@Suite struct ForeignTriggerTests {
  private let schema: StoreSchema
  private let fixture: SQLiteFixture

  init() throws {
    var builder = SchemaBuilder()
    builder.entity("Book", ["title": .string, "pagesCount": .integer64])
    builder.entity("GraphicNovel", parent: "Book")
    builder.entity("Page", ["number": .integer32])
    builder.oneToMany("Book", toMany: "pages", "Page", toOne: "book")
    schema = builder.build()
    fixture = try SQLiteFixture(schema)
    try fixture.create()
    for (name, event, row, change) in [
      ("INSERT", "INSERT", "NEW", "IFNULL(ZPAGESCOUNT, 0) + 1"),
      ("UPDATE_INCREMENT", "UPDATE OF ZBOOK", "NEW", "ZPAGESCOUNT + 1"),
      ("UPDATE_DECREMENT", "UPDATE OF ZBOOK", "OLD", "ZPAGESCOUNT - 1"),
      ("DELETE", "DELETE", "OLD", "ZPAGESCOUNT - 1"),
    ] {
      try fixture.raw().run(
        "CREATE TRIGGER Z_DA_ZPAGE_Book_pagesCount_PARAMETER_\(name) AFTER \(event) ON ZPAGE "
          + "FOR EACH ROW WHEN (\(row).ZBOOK NOT NULL) BEGIN "
          + "UPDATE ZBOOK SET ZPAGESCOUNT = \(change) WHERE Z_PK = \(row).ZBOOK; "
          + "SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZBOOK', Z_ENT, Z_PK, "
          + "'pagesCount', ZPAGESCOUNT) FROM ZBOOK WHERE Z_PK = \(row).ZBOOK; END")
    }
    try fixture.raw().run(
      "CREATE TRIGGER Z_DA_ZBOOK_Book_pagesCount_SOURCE_INSERT AFTER INSERT ON ZBOOK FOR EACH ROW "
        + "BEGIN UPDATE ZBOOK SET ZPAGESCOUNT = (SELECT IFNULL(COUNT(ZBOOK), 0) FROM ZPAGE "
        + "WHERE ZBOOK = NEW.Z_PK) WHERE Z_PK = NEW.Z_PK; "
        + "SELECT NSCoreDataDATriggerInsertUpdatedAffectedObjectValue('ZBOOK', Z_ENT, Z_PK, "
        + "'pagesCount', ZPAGESCOUNT) FROM ZBOOK WHERE Z_PK = NEW.Z_PK; END")
  }

  /// Two books, and so many pages of the first.
  private func fill(_ store: SQLiteStore, _ count: Int) throws -> (ObjectKey, [ObjectKey]) {
    let books = try store.insert("GraphicNovel", objects: [[:], [:]], schema: schema)
    let pages = (0..<count).map {
      ["number": .integer(Int64($0)), "book": .reference(books[0])] as PropertyValues
    }
    return (books[1], try store.insert("Page", objects: pages, schema: schema))
  }

  /// What the triggers have counted, and what is there.
  private func counts() throws -> [String] {
    try fixture.raw().rows(
      "SELECT ZPAGESCOUNT, (SELECT COUNT(*) FROM ZPAGE p WHERE p.ZBOOK = b.Z_PK) FROM ZBOOK b "
        + "ORDER BY Z_PK")
  }

  // R-MOD-132, R-REQ-182
  @Test(arguments: [3, 100])
  func insertsAreCountedOnce(_ count: Int) throws {
    let store = try fixture.open()
    defer { store.close() }
    _ = try fill(store, count)
    #expect(try counts() == ["\(count)|\(count)", "0|0"])
  }

  // R-MOD-132, R-REQ-182
  @Test(arguments: [3, 100])
  func membersThatChangeTheirOwnerAreCountedOnce(_ count: Int) throws {
    let store = try fixture.open()
    defer { store.close() }
    let (other, pages) = try fill(store, count)
    var changes = ChangeSet()
    for page in pages.dropLast() {
      let row = try #require(try store.row(page))
      changes.updates.append(schema.update(page, from: row, set: ["book": .reference(other)]))
    }
    #expect(try store.commit(changes).isEmpty)
    #expect(try counts() == ["1|1", "\(count - 1)|\(count - 1)"])
  }

  // R-MOD-132, R-REQ-182
  @Test(arguments: [3, 100])
  func deletionsAreCountedOnce(_ count: Int) throws {
    let store = try fixture.open()
    defer { store.close() }
    let (_, pages) = try fill(store, count)
    var changes = ChangeSet()
    changes.deletes = pages.dropLast().map { RowDelete(key: $0, expectedVersion: 1) }
    #expect(try store.commit(changes).isEmpty)
    #expect(try counts() == ["1|1", "0|0"])
  }

  // R-MOD-132, R-REQ-182
  @Test(arguments: [3, 100])
  func aChangeOfSomethingElseIsNotCounted(_ count: Int) throws {
    let store = try fixture.open()
    defer { store.close() }
    let (_, pages) = try fill(store, count)
    var changes = ChangeSet()
    for page in pages {
      let row = try #require(try store.row(page))
      changes.updates.append(schema.update(page, from: row, set: ["number": .integer(7)]))
    }
    #expect(try store.commit(changes).isEmpty)
    #expect(try counts() == ["\(count)|\(count)", "0|0"])
  }

  // R-REQ-181
  @Test(arguments: [3, 100])
  func triggersThatIgnoreConflictsMay(_ count: Int) throws {
    try fixture.raw().run("CREATE TABLE seen (number INTEGER PRIMARY KEY)")
    for event in ["INSERT", "UPDATE"] {
      try fixture.raw().run(
        "CREATE TRIGGER notice_\(event) AFTER \(event) ON ZPAGE BEGIN "
          + "INSERT OR IGNORE INTO seen VALUES (NEW.ZNUMBER % 2); END")
    }
    let store = try fixture.open()
    defer { store.close() }
    let (_, pages) = try fill(store, count)
    var changes = ChangeSet()
    for page in pages {
      let row = try #require(try store.row(page))
      changes.updates.append(schema.update(page, from: row, set: ["number": .integer(1)]))
    }
    #expect(try store.commit(changes).isEmpty)
    #expect(try fixture.raw().rows("SELECT COUNT(*) FROM seen") == ["2"])
  }
}
#endif
