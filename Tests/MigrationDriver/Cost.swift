// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
import StoreInterface
import StoreSQLite
import StoreTestSupport

/// The time of migrations in place beside that of the statements that a database administrator would
/// write, in turns.
struct Cost {
  private struct Change: Sendable {
    let name: String
    let statements: String
    var later: @Sendable (inout SchemaBuilder) -> Void
    var adjust: @Sendable (inout NamedMigration) -> Void = { _ in }
  }

  let folder: URL
  let rows: Int

  private static func person(_ builder: inout SchemaBuilder, _ extra: String? = nil) {
    builder.entity("Person", ["age": .integer16, "name": .string, "note": .string])
    if let extra { builder.attribute("Person", name: extra, type: .integer32) }
    builder.index("Person", name: "byName", columns: ["name"])
  }

  private static let changes = [
    Change(
      name: "an attribute with a default",
      statements: "ALTER TABLE ZPERSON ADD COLUMN ZRANK INTEGER; UPDATE ZPERSON SET ZRANK = 3",
      later: { person(&$0, "rank") }, adjust: { $0.fallbacks["rank"] = .integer(3) }),
    Change(
      name: "an attribute without",
      statements: "ALTER TABLE ZPERSON ADD COLUMN ZRANK INTEGER", later: { person(&$0, "rank") }),
    Change(
      name: "another name", statements: "ALTER TABLE ZPERSON RENAME COLUMN ZNOTE TO ZTEXT",
      later: {
        $0.entity("Person", ["age": .integer16, "name": .string, "text": .string])
        $0.index("Person", name: "byName", columns: ["name"])
      }, adjust: { $0.properties["text"] = "note" }),
    Change(
      name: "an attribute removed", statements: "ALTER TABLE ZPERSON DROP COLUMN ZNOTE",
      later: {
        $0.entity("Person", ["age": .integer16, "name": .string])
        $0.index("Person", name: "byName", columns: ["name"])
      }),
    Change(
      name: "a default for nulls", statements: "UPDATE ZPERSON SET ZAGE = 1 WHERE ZAGE IS NULL",
      later: { person(&$0) },
      adjust: {
        $0.fallbacks["age"] = .integer(1)
        $0.required = ["age"]
      }),
    Change(
      name: "an entity before it", statements: "UPDATE ZPERSON SET Z_ENT = 2",
      later: {
        $0.entity("Animal", ["name": .string])
        person(&$0)
      }),
    Change(
      name: "a unique attribute",
      statements: "CREATE UNIQUE INDEX Z_Person_UNIQUE_name ON ZPERSON (ZNAME)",
      later: {
        person(&$0)
        $0.constraint("Person", ["name"])
      }),
  ]

  func run() throws {
    let template = folder.appendingPathComponent("template.sqlite")
    let source = NamedMigration.schema { Self.person(&$0) }
    try SQLiteStore.open(configuration(template, source, "1")).close()
    try execute(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows)) "
        + "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZAGE, ZNAME, ZNOTE) SELECT i, 1, 1, "
        + "CASE WHEN i % 2 THEN i % 90 END, 'name ' || i, 'a note about the person ' || i FROM n",
      in: template)
    for change in Self.changes { try compare(change, template) }
  }

  private func compare(_ change: Change, _ template: URL) throws {
    var named = NamedMigration({ Self.person(&$0) }, change.later)
    change.adjust(&named)
    var best = (hand: Double.infinity, own: Double.infinity)
    for _ in 0..<3 {
      best.hand = min(
        best.hand,
        try onCopy(template) { file in
          try execute("BEGIN; \(change.statements); COMMIT", in: file)
        })
      best.own = min(
        best.own,
        try onCopy(template) { file in
          let task = StoreMigration(
            named.migration, sourceEntities: named.source.allEntities,
            configuration: configuration(file, named.destination, "2"),
            expected: try SQLiteStore.readMetadata(at: file))
          guard try SQLiteStore.migrate(task) == .migrated else {
            throw CocoaError(.fileWriteUnknown)
          }
        })
    }
    print(
      change.name.padding(toLength: 30, withPad: " ", startingAt: 0)
        + String(format: "%10.1f ms %10.1f ms %8.2f", best.hand, best.own, best.own / best.hand))
  }

  private func onCopy(_ template: URL, _ body: (URL) throws -> Void) throws -> Double {
    let file = folder.appendingPathComponent("copy.sqlite")
    try? FileManager.default.removeItem(at: file)  // there is none the first time
    try FileManager.default.copyItem(at: template, to: file)
    sync()
    let begun = ContinuousClock.now
    try body(file)
    let duration = ContinuousClock.now - begun
    return Double(duration.components.seconds) * 1e3
      + Double(duration.components.attoseconds) / 1e15
  }

  private func configuration(
    _ file: URL, _ schema: StoreSchema, _ version: String
  ) -> StoreConfiguration {
    StoreConfiguration(
      url: file, schema: schema, entities: schema.allEntities,
      newMetadata: StoreMetadata(identifier: "COST", properties: Data(version.utf8)))
  }

  private func execute(_ sql: String, in file: URL) throws {
    var database: OpaquePointer?
    guard sqlite3_open(file.path, &database) == SQLITE_OK else {
      throw CocoaError(.fileReadUnknown)
    }
    defer { sqlite3_close(database) }
    let settings = "PRAGMA synchronous = EXTRA; PRAGMA cache_size = -65536; "
    guard sqlite3_exec(database, settings + sql, nil, nil, nil) == SQLITE_OK else {
      throw CocoaError(.fileWriteUnknown)
    }
  }
}
#endif
