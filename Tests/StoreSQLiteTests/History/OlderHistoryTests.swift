// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface
import StoreSQLite
import StoreTestSupport
import Testing

/// Gives a history the form that the first systems with one wrote: the texts in the transactions,
/// and no table of texts.
let olderHistory = """
  CREATE TABLE OLDER ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTIMESTAMP FLOAT,
    ZAUTHOR VARCHAR, ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR );
  INSERT INTO OLDER SELECT Z_PK, Z_ENT, 1, ZTIMESTAMP,
    (SELECT ZNAME FROM ATRANSACTIONSTRING s WHERE s.Z_PK = ZAUTHORTS),
    (SELECT ZNAME FROM ATRANSACTIONSTRING s WHERE s.Z_PK = ZBUNDLEIDTS),
    (SELECT ZNAME FROM ATRANSACTIONSTRING s WHERE s.Z_PK = ZCONTEXTNAMETS),
    (SELECT ZNAME FROM ATRANSACTIONSTRING s WHERE s.Z_PK = ZPROCESSIDTS) FROM ATRANSACTION;
  DROP TABLE ATRANSACTION; ALTER TABLE OLDER RENAME TO ATRANSACTION;
  DROP TABLE ATRANSACTIONSTRING; DELETE FROM Z_PRIMARYKEY WHERE Z_ENT = 16003;
  """

/// Files with a history that lacks columns: Core Data has added some from release to release.
@Suite struct OlderHistoryTests {
  private static func build(isPreserved: Bool) -> StoreSchema {
    var builder = SchemaBuilder()
    builder.entity("Note")
    builder.attribute("Note", name: "title", type: .string, isPreserved: isPreserved)
    return builder.build()
  }

  private static let schema = build(isPreserved: false)
  /// A version that no hash tells from the other.
  private static let preserving = build(isPreserved: true)

  private let fixture: SQLiteFixture

  init() throws {
    fixture = try SQLiteFixture(Self.schema)
    try record("first")
  }

  private func transaction(_ author: String) -> HistoryTransaction {
    HistoryTransaction(
      timestamp: 540_000_000.5, author: author, bundleID: "org.example", processID: "Example")
  }

  /// Goes on with the history: an object is deleted.
  private func record(_ author: String) throws {
    let store = try fixture.open { $0.history = .recorded }
    defer { store.close() }
    let key = ObjectKey(entity: Self.schema.index("Note"), number: 1)
    let write = try store.beginWrite()
    try write.record(
      HistoryEntry(transaction: transaction(author), changes: [HistoryChange(.delete, key)]))
    try write.commit()
  }

  private func entries(
    _ change: (inout StoreConfiguration) -> Void = { _ in }
  ) throws -> [HistoryEntry] {
    let store = try fixture.open {
      $0.history = .recorded
      change(&$0)
    }
    defer { store.close() }
    let snapshot = try store.beginRead()
    defer { snapshot.end() }
    var entries: [HistoryEntry] = []
    try snapshot.history(HistoryRange()) {
      entries.append($0); return true
    }
    return entries
  }

  // R-REQ-160
  @Test(arguments: [true, false]) func textsMayStandInTheTransactions(_ isReadOnly: Bool) throws {
    try fixture.raw().run(olderHistory)
    let entries = try entries { $0.isReadOnly = isReadOnly }
    var first = transaction("first")
    first.number = 1
    #expect(entries.map(\.transaction) == [first])
    #expect(entries.first?.changes.map(\.kind) == [.delete])
  }

  // R-REQ-160
  @Test func anOlderHistoryIsGoneOnWith() throws {
    try fixture.raw().run(olderHistory)
    try record("second")
    let entries = try entries()
    #expect(entries.map(\.transaction.author) == ["first", "second"])
    #expect(entries.map(\.transaction.number) == [1, 2])
    #expect(entries.map(\.changes.first?.number) == [1, 2])
  }

  // R-REQ-160, R-REQ-164
  @Test func anOlderHistoryGetsThePresentTables() throws {
    try fixture.raw().run(olderHistory)
    try record("second")
    let new = try SQLiteFixture(Self.schema)
    try new.open { $0.history = .recorded }.close()
    #expect(try FileTables(fixture.raw()) == FileTables(new.raw()))
  }

  // R-REQ-184
  @Test func columnsThatNothingIsWrittenIntoMayBeMissing() throws {
    try fixture.raw().run(
      "DROP INDEX Z_TRANSACTION_TransactionAuthorIndex; "
        + "ALTER TABLE ATRANSACTION DROP COLUMN ZAUTHOR; "
        + "ALTER TABLE ATRANSACTION DROP COLUMN ZQUERYGEN")
    try record("second")
    #expect(try entries().map(\.transaction.author) == ["first", "second"])
    let columns = try fixture.raw().rows(
      "SELECT name FROM pragma_table_info('ATRANSACTION') WHERE name IN ('ZAUTHOR', 'ZQUERYGEN')")
    #expect(columns == [])
  }

  // R-REQ-163: the file is from before the attribute was preserved
  @Test(arguments: [true, false]) func columnsOfPreservedValuesMayBeMissing(
    _ isReadOnly: Bool
  ) throws {
    let entries = try entries {
      $0.schema = Self.preserving
      $0.isReadOnly = isReadOnly
    }
    #expect(entries.map { $0.changes.map(\.tombstone) } == [[[.null]]])
  }
}
#endif
