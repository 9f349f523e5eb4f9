// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// The table of an entity hierarchy.
struct TableLayout: Sendable {
  let name: String
  /// The topmost ancestor.
  let root: Int
  /// The entities that the store holds, ascending by index.
  let entities: [Int]
  /// Property columns in the order of the declaration.
  let columns: [ColumnLayout]

  /// True if rows of several entities may stand here.
  var isHierarchy: Bool { entities.count > 1 }
}

/// A column besides the three that every table has.
struct ColumnLayout: Sendable {
  let name: String
  let declaredType: String
}

/// Where an entity's properties stand.
struct EntityLayout: Sendable, Equatable {
  /// The entity's number in the file.
  let number: Int64
  /// An index of ``StoreLayout/tables``.
  let table: Int
  /// By index of the entity's `attributes`; nil where the file has no column.
  let attributes: [String?]
  /// By index of the entity's `toOnes`; nil where the file has no column.
  let toOnes: [ToOneColumns?]
}

/// The columns of a to-one relationship.
struct ToOneColumns: Sendable, Equatable {
  let number: String
  /// The destination's entity number; nil when the destination has no sub-entities.
  var entity: String?
  /// The order key, when the inverse is ordered.
  var order: String?
}

/// A to-many without inverse: a column of the members' table that holds the owner's number.
struct OwnerColumn: Sendable, Equatable {
  let table: String
  let owner: String
  /// The order of the members, when the relationship is ordered.
  let order: String?
}

/// The join table of a link.
struct JoinLayout: Sendable, Equatable {
  let name: String
  /// The column that stores the keys of the link's first side, and of its second.
  let first: String
  let second: String
  /// The order of second keys within a first one, and of first keys within a second one.
  var firstOrder: String?
  var secondOrder: String?
  /// True if the first side's column is declared first.
  let isFirstLeading: Bool

  func column(_ side: LinkSide) -> String { side == .first ? first : second }

  /// Orders the members of an owner on a side.
  func order(ownedBy side: LinkSide) -> String? { side == .first ? firstOrder : secondOrder }
}
#endif
