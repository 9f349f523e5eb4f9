// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface
import StoreTestSupport

/// Two versions of a model with every way to change a table between them: in place, by a copy, by a new
/// name, and with everything numbered anew.
enum Versions {
  static let migration: NamedMigration = {
    var named = NamedMigration(former, present)
    named.entities = ["Human": "Person"]
    named.properties = ["label": "name"]
    named.fallbacks = ["rank": .integer(3)]
    named.required = ["rank"]
    return named
  }()

  private static func former(_ builder: inout SchemaBuilder) {
    builder.entity("Person", ["name": .string, "text": .string])
    builder.attribute("Person", name: "photo", type: .binaryData, isExternal: true)
    builder.entity("Pilot", parent: "Person", ["hours": .integer32])
    builder.entity("Team", ["title": .string])
    builder.oneToMany("Team", toMany: "members", "Person", toOne: "team")
    builder.manyToMany("Team", name: "fans", "Person", name: "idols")
    builder.entity("Waste", ["x": .string])
  }

  private static func present(_ builder: inout SchemaBuilder) {
    builder.entity("Arena", ["place": .string])
    builder.entity("Human", formerName: "Person", ["label": .string, "rank": .integer16])
    builder.constraint("Human", ["label"])
    builder.entity("Pilot", ["hours": .integer32, "label": .string])
    builder.entity("Team", ["title": .string])
    builder.oneToMany("Team", toMany: "members", "Human", toOne: "team", isOrdered: true)
    builder.manyToMany("Team", name: "fans", isOrdered: true, "Human", name: "idols")
  }
}
#endif
