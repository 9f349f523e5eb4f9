// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// `Z_PRIMARYKEY`: the entities' numbers and the counters of permanent numbers.
enum PrimaryKeyTable {
  struct Entry {
    var number: Int64
    var parent: Int64
    /// The highest number given out; of the root of a hierarchy only.
    var maximum: Int64
  }

  /// Damaged files have texts where a number belongs: read and compared in one way.
  private static let counter = "CAST(IFNULL(Z_MAX, 0) AS INTEGER)"

  /// All entries by entity name.
  static func entries(_ connection: Connection) throws(StoreError) -> [String: Entry] {
    let statement = try connection.statement(
      "SELECT Z_NAME, Z_ENT, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY")
    defer { statement.finish() }
    var result: [String: Entry] = [:]
    while try statement.step() {
      guard let name = statement.text(0) else { continue }
      result[name] = Entry(
        number: statement.integer(1), parent: statement.integer(2), maximum: statement.integer(3))
    }
    return result
  }

  /// Fills the table of a new file.
  static func fill(_ layout: StoreLayout, _ connection: Connection) throws(StoreError) {
    let statement = try connection.statement(
      "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, 0)")
    defer { statement.finish() }
    for entity in layout.schema.entities {
      guard let place = layout.entities[entity.index] else { continue }
      let parent = entity.parent.flatMap { layout.entities[$0]?.number } ?? 0
      statement.bind(place.number, 1)
      statement.bind(text: entity.name, 2)
      statement.bind(parent, 3)
      try statement.run()
    }
  }

  /// Returns the highest number given out in a hierarchy.
  static func maximum(
    _ entityNumber: Int64, _ connection: Connection
  ) throws(StoreError) -> Int64 {
    let statement = try connection.statement("SELECT \(counter) FROM Z_PRIMARYKEY WHERE Z_ENT = ?")
    defer { statement.finish() }
    statement.bind(entityNumber, 1)
    guard try statement.step() else {
      throw StoreError(
        .corrupt, store: connection.store,
        message: "the file has no counter for the entity number \(entityNumber)")
    }
    return statement.integer(0)
  }

  /// Returns the highest number that a row of a hierarchy has.
  static func highest(
    of root: Int, _ layout: StoreLayout, _ connection: Connection
  ) throws(StoreError) -> Int64 {
    guard let table = layout.table(of: root) else { return 0 }
    return try connection.integer("SELECT MAX(Z_PK) FROM \(SQLName(table.name))") ?? 0
  }

  /// Returns true if numbers of a hierarchy that were taken from the counter are still taken from it, and
  /// no row has one of them.
  static func isFree(
    _ numbers: Range<Int64>, root: Int, in layout: StoreLayout, _ connection: Connection
  ) throws(StoreError) -> Bool {
    guard let number = layout.entities[root]?.number, let table = layout.table(of: root),
      try maximum(number, connection) >= numbers.upperBound - 1
    else { return false }
    return try connection.integer(
      "SELECT 1 FROM \(SQLName(table.name)) WHERE Z_PK BETWEEN \(numbers.lowerBound) "
        + "AND \(numbers.upperBound - 1) LIMIT 1") == nil
  }

  /// Raises a counter; false when it has not the old value any more.
  static func raise(
    _ entityNumber: Int64, from old: Int64, to new: Int64, _ connection: Connection
  ) throws(StoreError) -> Bool {
    let statement = try connection.statement(
      "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ? AND \(counter) = ?")
    defer { statement.finish() }
    statement.bind(new, 1)
    statement.bind(entityNumber, 2)
    statement.bind(old, 3)
    try statement.run()
    return connection.changes == 1
  }
}
#endif
