// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import RowEngine
import StoreInterface

/// One ordered index: of a fetch index, a uniqueness constraint, or a to-one whose inverse is
/// to-many.
///
/// An entry's key is the columns' `SortableKey` and the row's number; its value is the number of
/// the row's entity in the file. Keys that would be longer than LMDB allows are cut and get a hash
/// of the whole: these are 511 bytes long, all others shorter. What a cut entry stands for must be
/// verified with the row (R-PSC-854).
///
/// A class, so that going through an entity's indexes for every row retains little.
// Sendable: what varies is filled in by the opening, before any other thread knows the layout.
final class IndexLayout: @unchecked Sendable {
  struct Part: Sendable {
    let name: String
    let column: Column
    let slot: Int
    let kind: SlotKind
    let isAscending: Bool
  }

  /// A uniqueness constraint that an index checks.
  struct Constraint: Sendable {
    let entity: Int
    let index: Int
  }

  static let longestKey = 511
  /// The longest values that stand in a key as they are.
  static let longestValues = longestKey - 1 - 8
  /// The length that is kept of longer ones, before the hash.
  static let cutLength = longestKey - 8 - 8

  /// The database's name.
  let name: String
  let declaredBy: Int
  /// Whose rows have entries.
  let subtree: Range<Int>
  let columns: [Part]
  /// Writes the values of a row, without its number.
  let encoder: KeyEncoder
  /// The position in ``DatabaseLayout/indexes``.
  var position = 0
  var constraint: Constraint?
  var database = Database.absent

  init(_ columns: [Part], declaredBy entity: EntitySchema) {
    name = KeySpace.index(columns, of: entity)
    declaredBy = entity.index
    subtree = entity.subtree
    self.columns = columns
    encoder = KeyEncoder(
      columns.map { .init(slot: $0.slot, kind: $0.kind, isAscending: $0.isAscending) })
  }

  /// True if values can be too long for a key.
  var mayBeCut: Bool {
    columns.contains { $0.kind == .text || $0.kind == .bytes } || columns.count > 8
  }

  /// Returns true if all rows that refer to one object by a to-one stand together here, in entries
  /// that are not much longer than in an index of their own.
  func answers(_ toOne: Column) -> Bool {
    columns.first?.column == toOne && columns.first?.isAscending == true && columns.count <= 3
      && columns.allSatisfy { [.integer, .double, .reference].contains($0.kind) }
  }

  /// Returns true if a row's entry depends on one of the changed slots.
  func isAffected(by changed: SlotSet) -> Bool {
    columns.contains { $0.slot >= 0 && changed.contains($0.slot) }
  }

  /// Returns true if an entry's key was cut.
  static func isCut(_ key: UnsafeRawBufferPointer) -> Bool { key.count == longestKey }
}

extension IndexLayout.Part {
  init(_ column: Column, of entity: EntitySchema, isAscending: Bool = true) {
    self.column = column
    self.isAscending = isAscending
    slot = entity.slot(of: column)
    kind = entity.kind(of: column)
    switch column {
    case .attribute(let index): name = entity.attributes[index].name
    case .toOne(let index): name = entity.toOnes[index].name
    case .key: name = "self"
    }
  }
}
#endif
