// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite && LMDB
import Foundation
import StoreInterface
import StoreTestSupport

/// An entity with a number that half of the objects have, a name with an index, and a text; and what
/// becomes of it.
struct People {
  /// A change of the model.
  struct Change: Sendable {
    let name: String
    /// What a database administrator would write.
    let statements: String
    var later: @Sendable (inout SchemaBuilder) -> Void
    var adjust: @Sendable (inout NamedMigration) -> Void = { _ in }

    var migration: NamedMigration {
      var named = NamedMigration({ People.person(&$0) }, later)
      adjust(&named)
      return named
    }
  }

  static let schema = NamedMigration.schema { person(&$0) }

  static func configuration(
    _ file: URL, _ schema: StoreSchema, _ version: String
  ) -> StoreConfiguration {
    StoreConfiguration(
      url: file, schema: schema, entities: schema.allEntities,
      newMetadata: StoreMetadata(identifier: "COST", properties: Data(version.utf8)))
  }

  /// Migrates a file where it is.
  static func migrate(
    _ file: URL, in engine: any StoreEngine.Type, by change: Change
  ) throws {
    let named = change.migration
    let task = StoreMigration(
      named.migration, sourceEntities: named.source.allEntities,
      configuration: configuration(file, named.destination, "2"),
      expected: try engine.readMetadata(at: file))
    guard try engine.migrate(task) == .migrated else { throw CocoaError(.fileWriteUnknown) }
  }

  /// Inserts objects with the numbers from 1 on.
  static func fill(_ store: any StoreBackend, rows: Int) throws {
    let person = schema.index("Person")
    _ = try store.reserveNumbers(rows, root: person)
    for start in stride(from: 1, through: rows, by: 5_000) {
      var changes = ChangeSet()
      changes.inserts = (start..<min(start + 5_000, rows + 1)).map { number in
        var values: PropertyValues = [
          "name": .string("name \(number)"), "note": .string("a note about the person \(number)"),
        ]
        if number % 2 == 1 { values["age"] = .integer(Int64(number % 90)) }
        return RowInsert(
          key: ObjectKey(entity: person, number: Int64(number)),
          row: schema.row("Person", values))
      }
      let transaction = try store.beginWrite()
      _ = try transaction.apply(changes)
      try transaction.commit()
    }
  }

  private static func person(_ builder: inout SchemaBuilder, _ extra: String? = nil) {
    builder.entity("Person", ["age": .integer16, "name": .string, "note": .string])
    if let extra { builder.attribute("Person", name: extra, type: .integer32) }
    builder.index("Person", name: "byName", columns: ["name"])
  }

  // MARK: - Changes

  static let added = Change(
    name: "an attribute with a default",
    statements: "ALTER TABLE ZPERSON ADD COLUMN ZRANK INTEGER; UPDATE ZPERSON SET ZRANK = 3",
    later: { person(&$0, "rank") }, adjust: { $0.fallbacks["rank"] = .integer(3) })
  static let addedEmpty = Change(
    name: "an attribute without one",
    statements: "ALTER TABLE ZPERSON ADD COLUMN ZRANK INTEGER", later: { person(&$0, "rank") })
  static let renamed = Change(
    name: "another name of an attribute",
    statements: "ALTER TABLE ZPERSON RENAME COLUMN ZNOTE TO ZTEXT",
    later: {
      $0.entity("Person", ["age": .integer16, "name": .string, "text": .string])
      $0.index("Person", name: "byName", columns: ["name"])
    }, adjust: { $0.properties["text"] = "note" })
  static let removed = Change(
    name: "an attribute removed", statements: "ALTER TABLE ZPERSON DROP COLUMN ZNOTE",
    later: {
      $0.entity("Person", ["age": .integer16, "name": .string])
      $0.index("Person", name: "byName", columns: ["name"])
    })
  static let defaults = Change(
    name: "a default for nulls", statements: "UPDATE ZPERSON SET ZAGE = 1 WHERE ZAGE IS NULL",
    later: { person(&$0) },
    adjust: {
      $0.fallbacks["age"] = .integer(1)
      $0.required = ["age"]
    })
  static let renumbered = Change(
    name: "an entity before it", statements: "UPDATE ZPERSON SET Z_ENT = 2",
    later: {
      $0.entity("Animal", ["name": .string])
      person(&$0)
    })
  static let unique = Change(
    name: "a unique attribute",
    statements: "CREATE UNIQUE INDEX Z_Person_UNIQUE_name ON ZPERSON (ZNAME)",
    later: {
      person(&$0)
      $0.constraint("Person", ["name"])
    })

  static let all = [added, addedEmpty, renamed, removed, defaults, renumbered, unique]
}
#endif
