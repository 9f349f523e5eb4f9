// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// Where a store's entities, properties and links stand in its file.
///
/// A class, since every statement hands it on.
final class StoreLayout: Sendable {
  let schema: StoreSchema
  let tables: [TableLayout]
  /// By entity index; nil for entities that the store does not hold.
  let entities: [EntityLayout?]
  /// By link index; nil unless the store holds both ends in a table of its own.
  let joins: [JoinLayout?]
  /// By link index; nil for links that are no columns.
  let ownerColumns: [OwnerColumn?]
  /// Entity indexes by the file's numbers; -1 for numbers of nothing we know.
  let entityOfNumber: [Int32]
  /// True if the file has a place for everything of the schema that the store holds.
  let isComplete: Bool
  /// True if the file has triggers of other software. What a statement says of conflicts, as every `ON
  /// CONFLICT` does, SQLite says for triggers too, in place of what they say themselves.
  let hasForeignTriggers: Bool

  init(
    schema: StoreSchema, tables: [TableLayout], entities: [EntityLayout?], joins: [JoinLayout?],
    ownerColumns: [OwnerColumn?], entityOfNumber: [Int32], isComplete: Bool,
    hasForeignTriggers: Bool
  ) {
    self.schema = schema
    self.tables = tables
    self.entities = entities
    self.joins = joins
    self.ownerColumns = ownerColumns
    self.entityOfNumber = entityOfNumber
    self.isComplete = isComplete
    self.hasForeignTriggers = hasForeignTriggers
  }

  func entity(numbered number: Int64) -> Int? {
    guard number >= 0, number < entityOfNumber.count else { return nil }
    let index = entityOfNumber[Int(number)]
    return index < 0 ? nil : Int(index)
  }

  /// Returns true if a layout of the same schema has everything in the same places.
  func isLike(_ other: StoreLayout) -> Bool {
    tables.map(\.name) == other.tables.map(\.name) && entities == other.entities
      && joins == other.joins && ownerColumns == other.ownerColumns
  }

  func table(of entity: Int) -> TableLayout? { entities[entity].map { tables[$0.table] } }

  /// Returns the held entities of a range of entity indexes.
  func held(_ range: Range<Int>) -> [Int] { range.filter { entities[$0] != nil } }

  /// Returns the column of an attribute or to-one; `Z_PK` for the object itself.
  func name(of column: Column, in entity: Int) -> String? {
    guard let layout = entities[entity] else { return nil }
    switch column {
    case .attribute(let index): return layout.attributes[index]
    case .toOne(let index): return layout.toOnes[index]?.number
    case .key: return "Z_PK"
    }
  }
}
#endif
