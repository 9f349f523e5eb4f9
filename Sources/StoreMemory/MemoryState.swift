// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import RowEngine
import StoreInterface

/// All that a memory store holds at one moment. A copy costs a few references.
struct MemoryState: Sendable {
  /// The rows of one hierarchy.
  struct Table: Sendable {
    var rows = PagedArray<Row?>(empty: nil)
    /// How many rows each entity has, from the root on.
    var counts: [Int]
  }

  let layout: StateLayout
  var tables: [Table]
  /// For each to-one with an inverse: the numbers of the rows that refer to a number.
  var inverses: [PagedArray<NumberList>]
  var links: [LinkTable]
  var uniques: [HashIndex]
  /// By definition: those that are kept up with writes; nil: not made yet.
  var indexes: [OrderedIndex?]
  let demand: IndexDemand
  var metadata: StoreMetadata
  private var notes: [String: Data] = [:]
  var history = MemoryHistory()

  init(_ layout: StateLayout, metadata: StoreMetadata) {
    self.layout = layout
    tables = layout.roots.map { root in
      Table(counts: [Int](repeating: 0, count: layout.schema.entities[root].subtree.count))
    }
    inverses = (0..<layout.inverseCount).map { _ in PagedArray(empty: .none) }
    links = layout.schema.links.map(LinkTable.init)
    uniques = layout.constraints.map { _ in HashIndex() }
    indexes = Array(repeating: nil, count: layout.indexes.count)
    demand = IndexDemand(count: layout.indexes.count)
    self.metadata = metadata
  }

  /// Returns the row of a key, whose entity may be an ancestor of the row's.
  func row(_ key: ObjectKey) -> Row? {
    guard key.store == 0, let row = tables[layout.tables[key.entity]].rows[key.number] else {
      return nil
    }
    let entity = row.entity
    guard entity == key.entity || layout.schema.entities[key.entity].subtree.contains(entity)
    else { return nil }
    return row
  }

  func count(_ entity: Int) -> Int {
    let table = layout.entities[entity].table
    return tables[table].counts[entity - layout.roots[table]]
  }

  // MARK: - Notes

  func notes(under prefix: String) -> [StoreNote] {
    notes.lazy.filter { $0.key.hasPrefix(prefix) }.map { StoreNote(name: $0, content: $1) }
      .sorted { $0.name < $1.name }
  }

  mutating func write(_ note: StoreNote) { notes[note.name] = note.content }

  // MARK: - Writing

  /// Puts rows of one entity where there are none, each list by the whole: a row of its own costs
  /// what storing a reference costs. Returns a key that is taken, after which nothing more is put.
  mutating func insert(_ inserts: UnsafeBufferPointer<RowInsert>) -> ObjectKey? {
    guard let first = inserts.first else { return nil }
    let plan = layout.entities[first.key.entity]
    if let taken = put(inserts, plan.table) { return taken }
    tables[plan.table].counts[first.key.entity - layout.roots[plan.table]] += inserts.count
    for column in plan.inverses {
      var pairs = NumberPairs()
      pairs.reserve(inserts.count)
      for place in inserts.indices where !inserts[place].row.isNull(column.slot) {
        pairs.append(inserts[place].row.integer(column.slot), inserts[place].key.number)
      }
      pairs.forEachOwner { owner, numbers in
        inverses[column.ordinal].update(owner) { $0.insert(ascending: numbers) }
      }
    }
    enter(inserts)
    guard !plan.constraints.isEmpty else { return nil }
    for insert in inserts {
      for (constraint, ordinal) in plan.constraints {
        claim(insert.key.number, row: insert.row, constraint: constraint, ordinal: ordinal)
      }
    }
    return nil
  }

  /// Neighbours share a page, which is looked up once.
  private mutating func put(
    _ inserts: UnsafeBufferPointer<RowInsert>, _ table: Int
  ) -> ObjectKey? {
    let mask = PagedArray<Row?>.mask
    var start: Int64 = -1
    var page: UnsafeMutablePointer<Row?>?
    for place in inserts.indices {
      let number = inserts[place].key.number
      if number & ~Int64(mask) != start || page == nil {
        page = tables[table].rows.page(of: number)
        start = number & ~Int64(mask)
      }
      if let page {
        let slot = page + (Int(number) & mask)
        guard slot.pointee == nil else { return inserts[place].key }
        slot.pointee = inserts[place].row
      } else {
        guard tables[table].rows[number] == nil else { return inserts[place].key }
        tables[table].rows.set(inserts[place].row, at: number)
      }
    }
    return nil
  }

  /// Puts a row in the place of another of the same entity.
  mutating func replace(_ old: Row, with row: Row, for key: ObjectKey, changed: SlotSet) {
    let plan = layout.entities[row.entity]
    tables[plan.table].rows.set(row, at: key.number)
    reenter(old, as: row, number: key.number, changed: changed)
    for column in plan.inverses where old.destination(column.slot) != row.destination(column.slot) {
      forget(key.number, row: old, column: column)
      refer(key.number, row: row, column: column)
    }
    for (constraint, ordinal) in plan.constraints
    where constraint.slots.contains(where: changed.contains) {
      let before = constraint.values(of: old)
      guard before != constraint.values(of: row) else { continue }
      if let before { uniques[ordinal].remove(key.number, before) }
      claim(key.number, row: row, constraint: constraint, ordinal: ordinal)
    }
  }

  /// Removes rows and the links that mention them.
  mutating func delete(_ deletes: [RowDelete]) {
    var ends: [StateLayout.LinkEnd: [Int64]] = [:]
    var gone: [Int: NumberPairs] = [:]
    for delete in deletes {
      guard let row = row(delete.key) else { continue }
      let plan = layout.entities[row.entity]
      let number = delete.key.number
      for column in plan.inverses where !row.isNull(column.slot) {
        gone[column.ordinal, default: NumberPairs()].append(row.integer(column.slot), number)
      }
      for (constraint, ordinal) in plan.constraints {
        if let values = constraint.values(of: row) { uniques[ordinal].remove(number, values) }
      }
      leave(row, number: number)
      for end in plan.links { ends[end, default: []].append(number) }
      tables[plan.table].rows.set(nil, at: number)
      tables[plan.table].counts[row.entity - layout.roots[plan.table]] -= 1
    }
    for (ordinal, pairs) in gone {
      pairs.forEachOwner { owner, numbers in
        inverses[ordinal].update(owner) { $0.remove(ascending: numbers) }
      }
    }
    for (end, numbers) in ends { links[end.link].removeAll(of: numbers, on: end.side) }
  }

  private mutating func refer(_ number: Int64, row: Row, column: StateLayout.InverseColumn) {
    guard !row.isNull(column.slot) else { return }
    inverses[column.ordinal].update(row.integer(column.slot)) { $0.insert(number) }
  }

  private mutating func forget(_ number: Int64, row: Row, column: StateLayout.InverseColumn) {
    guard !row.isNull(column.slot) else { return }
    inverses[column.ordinal].update(row.integer(column.slot)) { $0.remove(number) }
  }

  private mutating func claim(
    _ number: Int64, row: Row, constraint: ConstraintKey, ordinal: Int
  ) {
    guard let values = constraint.values(of: row) else { return }
    uniques[ordinal].insert(number, values)
    guard uniques[ordinal].isCrowded else { return }
    let rows = tables[layout.entities[row.entity].table].rows
    uniques[ordinal].rebuild { rows[$0].flatMap(constraint.values) }
  }
}

extension MemoryState: UniquenessLookup {
  func holder(
    of values: SortableKey, entity: Int, constraint: Int, unless isIgnored: (ObjectKey) -> Bool
  ) throws(StoreError) -> ObjectKey? {
    guard let ordinal = layout.ordinal(of: entity, constraint: constraint) else { return nil }
    let plan = layout.entities[entity]
    for number in uniques[ordinal].candidates(values) {
      guard let row = tables[plan.table].rows[number] else { continue }
      let key = ObjectKey(entity: row.entity, number: number)
      guard
        plan.constraints.contains(where: {
          $0.ordinal == ordinal && $0.key.values(of: row) == values
        })
      else { continue }
      if !isIgnored(key) { return key }
    }
    return nil
  }

  func row(for key: ObjectKey) throws(StoreError) -> Row? { row(key) }
}
