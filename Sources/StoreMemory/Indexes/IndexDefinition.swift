// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
import StoreInterface

/// A fetch index or a uniqueness constraint as an ordered index.
final class IndexDefinition: Sendable {
  let candidate: IndexCandidate
  /// The entities whose rows have entries.
  let entities: Range<Int>
  let table: Int
  private let slots: [Int]
  private let encoder: KeyEncoder

  init(_ elements: [IndexCandidate.Element], _ entity: EntitySchema, table: Int) {
    // Uniqueness is not promised: the hash of a constraint is asked before.
    candidate = IndexCandidate(elements, entities: entity.subtree)
    entities = entity.subtree
    self.table = table
    slots = elements.map { entity.slot(of: $0.column) }
    encoder = KeyEncoder(
      elements.map {
        .init(
          slot: entity.slot(of: $0.column), kind: entity.kind(of: $0.column),
          isAscending: $0.isAscending)
      })
  }

  /// All indexes of a schema, each once. `table` says where an entity's rows are.
  static func all(_ schema: StoreSchema, table: (Int) -> Int) -> [IndexDefinition] {
    schema.entities.flatMap { entity in
      let lists =
        entity.constraints.filter { $0.declaredBy == entity.index }.map { constraint in
          constraint.columns.map { IndexCandidate.Element($0) }
        }
        + entity.indexes.filter { $0.declaredBy == entity.index }.map { index in
          index.elements.map { IndexCandidate.Element($0.column, ascending: $0.isAscending) }
        }
      var seen = Set<[IndexCandidate.Element]>()
      return lists.filter { !$0.isEmpty && seen.insert($0).inserted }
        .map { IndexDefinition($0, entity, table: table(entity.index)) }
    }
  }

  func holds(_ entity: Int) -> Bool { entities.contains(entity) }

  /// Returns true if a row's entry depends on one of the changed slots.
  func isAffected(by changed: SlotSet) -> Bool {
    slots.contains { $0 >= 0 && changed.contains($0) }
  }

  /// Appends the entry of a row.
  func append(_ row: Row, number: Int64, to buffer: KeyBuffer) {
    withExtendedLifetime(row) { encoder.append(row.start, number: number, to: buffer) }
    buffer.extend(by: 8).storeBytes(of: SortableKey.word(number).bigEndian, as: UInt64.self)
  }

  /// Returns the entry of a row, which replaces what is in the buffer and lies there.
  func entry(of row: Row, number: Int64, in buffer: KeyBuffer) -> UnsafeRawBufferPointer {
    buffer.truncate(to: 0)
    append(row, number: number, to: buffer)
    return UnsafeRawBufferPointer(start: buffer.base, count: buffer.count)
  }
}
