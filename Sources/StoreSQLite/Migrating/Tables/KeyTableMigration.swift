// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// The entries of `Z_PRIMARYKEY` of a migrated file.
///
/// A renamed entity keeps its old name there, as in files that Apple's framework has migrated, unless that
/// would be taken for another's (R-REQ-181). No counter goes back.
struct KeyTableMigration {
  private struct Entry {
    var entity: Int
    var number: Int64
    var name: String
    var parent: Int64
    var maximum: Int64
  }

  private let layouts: MigrationLayouts
  private let stored: [String: PrimaryKeyTable.Entry]
  private let held: Set<Int>

  init(_ layouts: MigrationLayouts, stored: [String: PrimaryKeyTable.Entry]) {
    self.layouts = layouts
    self.stored = stored
    held = Set(layouts.destination.held(layouts.destination.entities.indices))
  }

  private var schema: StoreSchema { layouts.mapping.destination }

  /// After all rows are in place. What is not an entity's stays: numbers of histories and the like.
  func write(_ connection: Connection) throws(StoreError) {
    var entries: [Entry] = []
    for entity in held.sorted() { entries.append(try entry(entity, connection)) }
    if !isReadable(entries) {
      for place in entries.indices {
        entries[place].name = schema.entities[entries[place].entity].name
      }
    }
    try connection.execute("DELETE FROM Z_PRIMARYKEY WHERE Z_ENT < \(EntityNumbers.firstOfHistory)")
    let statement = try connection.statement(
      "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, ?)")
    defer { statement.finish() }
    for entry in entries {
      statement.bind(entry.number, 1)
      statement.bind(text: entry.name, 2)
      statement.bind(entry.parent, 3)
      statement.bind(entry.maximum, 4)
      try statement.run()
    }
  }

  private func entry(_ entity: Int, _ connection: Connection) throws(StoreError) -> Entry {
    let parent = schema.entities[entity].parent.flatMap { layouts.destination.entities[$0]?.number }
    let isRoot = schema.entities[entity].parent == nil
    return Entry(
      entity: entity, number: layouts.destination.entities[entity]?.number ?? 0,
      name: formerName(of: entity) ?? schema.entities[entity].name, parent: parent ?? 0,
      maximum: isRoot ? try maximum(entity, connection) : 0)
  }

  private func formerName(of entity: Int) -> String? {
    guard let source = layouts.mapping.entities[entity]?.source,
      let number = layouts.source.entities[source]?.number,
      let name = stored.first(where: { $0.value.number == number })?.key,
      schema.entity(named: name) == nil
    else { return nil }
    return name
  }

  private func isReadable(_ entries: [Entry]) -> Bool {
    let stored = Dictionary(
      entries.map {
        ($0.name, PrimaryKeyTable.Entry(number: $0.number, parent: $0.parent, maximum: 0))
      }, uniquingKeysWith: { first, _ in first })
    // What cannot be read that way gets its new names.
    let numbers = try? EntityNumbers(
      schema: schema, held: held, stored: stored, store: layouts.store)
    return numbers.map { numbers in entries.allSatisfy { numbers[$0.entity] == $0.number } }
      ?? false
  }

  /// At least the counter of the hierarchy that the objects were in, and what rows have.
  private func maximum(_ root: Int, _ connection: Connection) throws(StoreError) -> Int64 {
    guard let table = layouts.destination.table(of: root) else { return 0 }
    var maximum = stored[schema.entities[root].name]?.maximum ?? 0
    if let origin = layouts.origin(of: table),
      let number = layouts.source.entities[origin.root]?.number
    {
      maximum = max(maximum, try PrimaryKeyTable.maximum(number, connection))
    }
    return max(
      maximum, try PrimaryKeyTable.highest(of: root, layouts.destination, connection), 0)
  }
}
#endif
