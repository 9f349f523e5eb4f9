// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface
import StoreSQLite
import StoreTestSupport
import Testing

/// Derived attributes of migrated files.
@Suite struct DerivedMigrationTests {
  private func derived(
    _ schema: StoreSchema, _ name: String, _ derivation: Derivation
  ) -> StoreSchema {
    let team = schema.index("Team")
    let place = schema["Team"].attributes.firstIndex { $0.name == name } ?? 0
    return StoreSchema(
      entities: schema.entities, links: schema.links,
      derived: schema.derived
        + [DerivedAttribute(entity: team, attribute: place, derivation: derivation)])
  }

  private func addTeam(_ builder: inout SchemaBuilder, _ attributes: String...) {
    builder.entity("Team", ["name": .string])
    for name in attributes { builder.attribute("Team", name: name, type: .integer64) }
    builder.entity("Player")
    builder.oneToMany("Team", toMany: "players", "Player", toOne: "team")
  }

  private func migrated(_ derivation: (StoreSchema) -> Derivation) throws -> MigratedFile {
    var named = NamedMigration({ addTeam(&$0) }, { addTeam(&$0, "figure") })
    named.destination = derived(named.destination, "figure", derivation(named.destination))
    let file = try MigratedFile(named.migration)
    let store = try file.openedBefore()
    let team = try store.insert("Team", objects: [[:]], schema: named.source)[0]
    try store.insert(
      "Player", objects: Array(repeating: ["team": .reference(team)], count: 3),
      schema: named.source)
    store.close()
    #expect(try file.migrate() == .migrated)
    return file
  }

  // R-PSC-542
  @Test func membersAreCountedAndGoOnBeingCounted() throws {
    let file = try migrated { schema in .value(.count(schema.toMany("Team", "players"), where: nil))
    }
    #expect(try file.raw().rows("SELECT ZFIGURE FROM ZTEAM") == ["3"])
    let store = try file.openedAfter()
    let team = ObjectKey(entity: file.migration.destination.index("Team"), number: 1)
    try store.insert(
      "Player", objects: [["team": .reference(team)]], schema: file.migration.destination)
    store.close()
    #expect(try file.raw().rows("SELECT ZFIGURE FROM ZTEAM") == ["4"])
  }

  /// Whoever opens the store is told that there is something to compute.
  // R-PSC-542
  @Test func whatTheFileCannotComputeIsComputedWhenItIsOpened() throws {
    let file = try migrated { schema in
      .value(.function(.length, [.column(schema.path("Team", "name"))]))
    }
    let store = try file.openedAfter()
    #expect(store.capabilities.contains(.derivesAnew))
    var changes = ChangeSet()
    changes.notes = [StoreNote(name: StoreNote.underived, content: nil)]
    #expect(try store.commit(changes).isEmpty)
    store.close()
    let next = try file.openedAfter()
    defer { next.close() }
    #expect(!next.capabilities.contains(.derivesAnew))
  }
}
#endif
