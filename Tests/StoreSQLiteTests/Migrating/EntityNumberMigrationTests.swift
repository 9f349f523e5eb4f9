// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface
import StoreSQLite
import StoreTestSupport
import Testing

/// Numbers of entities that stand where nobody of the store's own reads them: rows of other software in
/// tables of one entity, and tables of other frameworks.
@Suite struct EntityNumberMigrationTests {
  /// What becomes of the table of the notes.
  enum Change: CaseIterable {
    case kept, renumbered, copied, subEntity

    var migration: NamedMigration {
      switch self {
      case .kept:
        NamedMigration(
          { $0.entity("Note", ["title": .string]) },
          { $0.entity("Note", ["title": .string, "year": .integer16]) })
      case .renumbered:
        NamedMigration(
          { $0.entity("Note", ["title": .string]) },
          {
            $0.entity("Author")
            $0.entity("Note", ["title": .string])
          })
      case .copied:
        NamedMigration(
          {
            $0.entity(
              "Note", ["title": .string, "u": .string, "v": .string, "w": .string, "x": .string])
          },
          { $0.entity("Note", ["title": .string]) })
      case .subEntity:
        NamedMigration(
          { $0.entity("Note", ["title": .string]) },
          {
            $0.entity("Note", ["title": .string])
            $0.entity("Task", parent: "Note")
          })
      }
    }
  }

  private static let foreignNumbers =
    "UPDATE ZNOTE SET Z_ENT = NULL WHERE Z_PK = 2; UPDATE ZNOTE SET Z_ENT = 7 WHERE Z_PK = 3"

  /// A file with three notes, of which two have not the number of their entity.
  private func filled(_ named: NamedMigration) throws -> MigratedFile {
    let file = try MigratedFile(named.migration)
    let store = try file.openedBefore()
    try store.insert(
      "Note", objects: ["a", "b", "c"].map { ["title": .string($0)] }, schema: named.source)
    store.close()
    try file.raw().run(Self.foreignNumbers)
    return file
  }

  // R-REQ-098
  @Test(arguments: Change.allCases)
  func rowsOfATableOfOneEntityStayWhateverTheirNumbersSay(_ change: Change) throws {
    let named = change.migration
    let file = try filled(named)
    #expect(try file.migrate() == .migrated)
    let store = try file.openedAfter()
    defer { store.close() }
    let note = named.destination.index("Note")
    let titles = try (1...3).map { try store.row(ObjectKey(entity: note, number: $0))?.string(0) }
    #expect(titles == ["a", "b", "c"])
  }

  // R-REQ-098: nothing but the number is another
  @Test func theVersionsOfSuchRowsStay() throws {
    let file = try filled(Change.renumbered.migration)
    try file.raw().run("UPDATE ZNOTE SET Z_OPT = 4 WHERE Z_PK = 2")
    try file.migrate()
    #expect(
      try file.raw().rows("SELECT Z_PK, Z_ENT, Z_OPT FROM ZNOTE") == ["1|2|1", "2|2|4", "3|2|1"])
  }

  // R-REQ-098
  @Test func whatSuchRowsLeadToStays() throws {
    let named = NamedMigration(
      {
        $0.entity("Folder")
        $0.entity("Note", ["title": .string])
        $0.oneToMany("Folder", toMany: "contents", "Note", toOne: "folders")
      },
      {
        $0.entity("Folder")
        $0.entity("Note", ["title": .string])
        $0.manyToMany("Folder", name: "contents", "Note", name: "folders")
      })
    let note = named.source.index("Note")
    let isFirst = named.destination.links[0].firstEntity == named.destination.index("Note")
    let origin = PairOrigin.toOne(
      entity: note, toOne: 0, side: isFirst ? .first : .second, keepsOrder: false)
    let file = try MigratedFile(
      SchemaMigration(
        from: named.source, to: named.destination, entities: named.migration.entities,
        links: [[origin]]))
    let store = try file.openedBefore()
    let folder = try store.insert("Folder", objects: [[:]], schema: named.source)[0]
    try store.insert("Note", objects: [["folders": .reference(folder)]], schema: named.source)
    store.close()
    try file.raw().run("UPDATE ZNOTE SET Z_ENT = NULL")
    #expect(try file.migrate() == .migrated)
    #expect(try file.raw().rows("SELECT COUNT(*) FROM Z_1CONTENTS") == ["1"])
  }

  // R-REQ-098, R-PSC-543
  @Test func aValueThatSuchARowLacksIsMissed() throws {
    var named = Change.kept.migration
    named.required = ["year"]
    let file = try filled(named)
    try file.raw().run("DELETE FROM ZNOTE WHERE Z_PK = 1")
    #expect(errorKind { try file.migrate() } == .missingValue)
  }

  // R-REQ-165
  @Test func theMetadataOfMirroringFollowTheEntities() throws {
    let named = NamedMigration(
      {
        $0.entity("Gone")
        $0.entity("Note")
        $0.entity("Plan")
      },
      {
        $0.entity("Author")
        $0.entity("Book")
        $0.entity("Note")
        $0.entity("Plan")
      })
    let file = try MigratedFile(named.migration)
    try file.openedBefore().close()
    try file.raw().run(
      "CREATE TABLE ANSCKRECORDMETADATA (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
        + "ZENTITYID INTEGER, ZENTITYPK INTEGER, ZCKRECORDNAME VARCHAR); "
        + "CREATE UNIQUE INDEX Z_NSCKRecordMetadata_UNIQUE_entityId_entityPK "
        + "ON ANSCKRECORDMETADATA (ZENTITYID, ZENTITYPK); "
        + "INSERT INTO ANSCKRECORDMETADATA VALUES (1, 17012, 1, 1, 5, 'Gone'), "
        + "(2, 17012, 1, 2, 5, 'Note'), (3, 17012, 1, 3, 5, 'Plan'), "
        + "(4, 17012, 1, 17001, 5, 'other')")
    #expect(try file.migrate() == .migrated)
    #expect(
      try file.raw().rows("SELECT ZENTITYID, ZCKRECORDNAME FROM ANSCKRECORDMETADATA ORDER BY 1")
        == ["3|Note", "4|Plan", "17001|other"])
  }
}
#endif
