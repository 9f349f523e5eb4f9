// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import RowEngine
import StoreInterface
import StoreRouting

/// New rows of a batch insertion that have the unique values of others: the merge policy says which
/// stay (R-PSC-693, 694). Rows of the request are stored ones for those behind them.
struct BatchUpsert {
  private struct Claim: Hashable {
    let constraint: Int
    let values: SortableKey
  }

  private typealias Holders = [Claim: (key: ObjectKey, row: Row)]

  /// A row to be written.
  private struct Entry {
    let key: ObjectKey
    var row: Row
    /// The row that it replaces.
    let stored: Row?
  }

  private let schema: EntitySchema
  private let model: StoreSchema
  private let constraints: [ConstraintKey]
  private let takesValues: Bool

  /// Nil when nothing can clash, or when every clash is an error.
  init?(
    _ schema: EntitySchema, in coordinator: NSPersistentStoreCoordinator, policy: Any
  ) {
    let type = (policy as? NSMergePolicy)?.mergeType ?? .errorMergePolicyType
    guard !schema.constraints.isEmpty, type != .errorMergePolicyType else { return nil }
    self.schema = schema
    model = coordinator.schema
    constraints = schema.constraints.indices.map { ConstraintKey(schema, $0) }
    takesValues =
      type == .mergeByPropertyObjectTrumpMergePolicyType || type == .overwriteMergePolicyType
  }

  /// Writes some rows, and returns the keys of those that are in the store because of them.
  func write(
    _ rows: ArraySlice<Row>, keys: ArraySlice<ObjectKey>, with writer: BatchWriter
  ) throws -> [ObjectKey] {
    var stored = try holders(of: rows, in: writer.transaction)
    var entries: [Entry] = []
    var places: [Claim: Int] = [:]
    for (row, key) in zip(rows, keys) {
      let claims = claims(of: row)
      if let place = claims.lazy.compactMap({ places[$0] }).first {
        guard takesValues else { continue }
        release(entries[place].row, of: place, from: &places)
        entries[place].row = row
        for claim in claims { places[claim] = place }
        continue
      }
      let holder = claims.lazy.compactMap { stored[$0] }.first
      if holder != nil, !takesValues { continue }
      if let holder { release(holder.row, of: holder.key, from: &stored) }
      for claim in claims { places[claim] = entries.count }
      entries.append(Entry(key: holder?.key ?? key, row: row, stored: holder?.row))
    }
    try writer.write(changes(entries, writer))
    return entries.map(\.key)
  }

  private func claims(of row: Row) -> [Claim] {
    constraints.compactMap { constraint in
      constraint.values(of: row).map { Claim(constraint: constraint.index, values: $0) }
    }
  }

  /// Forgets the values of an entry's row, which another takes the place of: they are free for the rows
  /// behind it.
  private func release(_ row: Row, of place: Int, from places: inout [Claim: Int]) {
    for claim in claims(of: row) where places[claim] == place { places[claim] = nil }
  }

  /// Likewise for a stored row, which may be of an entity without some of the constraints.
  private func release(_ row: Row, of key: ObjectKey, from stored: inout Holders) {
    for constraint in constraints
    where model.entities[constraint.declaredBy].subtree.contains(row.entity) {
      guard let values = constraint.values(of: row) else { continue }
      let claim = Claim(constraint: constraint.index, values: values)
      if stored[claim]?.key == key { stored[claim] = nil }
    }
  }

  // MARK: - Stored rows

  /// Returns the stored rows that have unique values of some rows.
  private func holders(
    of rows: ArraySlice<Row>, in transaction: BatchTransaction
  ) throws -> Holders {
    var found: Holders = [:]
    for constraint in constraints {
      guard let filter = filter(constraint, rows) else { continue }
      let query = Query(
        entity: constraint.declaredBy,
        concreteEntities: model.entities[constraint.declaredBy].subtree,
        filter: filter)
      try transaction.run(query) { batch in
        for (key, row) in zip(batch.keys, batch.rows) {
          guard let values = constraint.values(of: row) else { continue }
          found[Claim(constraint: constraint.index, values: values)] = (key, row)
        }
        return true
      }
    }
    return found
  }

  /// Returns the rows that have one of some rows' values; nil when none has any.
  private func filter(_ constraint: ConstraintKey, _ rows: ArraySlice<Row>) -> Filter? {
    let columns = schema.constraints[constraint.index].columns
    let tuples = rows.compactMap { row in
      constraint.values(of: row) == nil ? nil : columns.compactMap { value(of: $0, in: row) }
    }
    guard !tuples.isEmpty else { return nil }
    if columns.count == 1 {
      return .isIn(.column(ColumnPath(columns[0])), tuples.compactMap(\.first), [])
    }
    return .or(
      tuples.map { tuple in
        .and(
          zip(columns, tuple).map {
            .compare(.column(ColumnPath($0)), .equal, .value($1), [])
          })
      })
  }

  /// Relationships are never set, so a constraint with one clashes with nothing.
  private func value(of column: Column, in row: Row) -> AttributeValue? {
    guard case .attribute(let index) = column else { return nil }
    return row.value(schema.attributes[index].slot, schema.attributes[index].type)
  }

  // MARK: - Changes

  private func changes(_ entries: [Entry], _ writer: BatchWriter) -> ChangeSet {
    var changes = ChangeSet()
    let assembler = RowAssembler()
    for entry in entries {
      guard let stored = entry.stored else {
        changes.inserts.append(RowInsert(key: entry.key, row: entry.row))
        continue
      }
      writer.willReplace(entry.key, stored)
      let shared = attributes(of: stored.entity)
      var slots = SlotSet()
      for attribute in shared { slots.insert(attribute.slot) }
      assembler.begin(
        copying: stored, of: model.entities[stored.entity], version: stored.nextVersion,
        without: slots)
      for attribute in shared {
        assembler.copy(attribute.slot, kind: attribute.type.slotKind, from: entry.row)
      }
      changes.updates.append(
        RowUpdate(
          key: entry.key, row: assembler.finish(), changed: slots,
          expectedVersion: stored.version))
    }
    return changes
  }

  /// Returns the attributes that the request's entity has in common with another of its hierarchy, of
  /// which a stored row may be: it stays one of that entity.
  private func attributes(of entity: Int) -> [AttributeSchema] {
    if entity == schema.index { return schema.attributes }
    return schema.attributes.filter { model.entities[$0.declaredBy].subtree.contains(entity) }
  }
}

extension RowAssembler {
  /// Begins a row with the values of another but for some slots.
  func begin(
    copying row: Row, of schema: EntitySchema, version: Int64, without slots: SlotSet
  ) {
    begin(entity: row.entity, slotCount: schema.slotCount, version: version)
    for attribute in schema.attributes where !slots.contains(attribute.slot) {
      copy(attribute.slot, kind: attribute.type.slotKind, from: row)
    }
    for toOne in schema.toOnes {
      if !slots.contains(toOne.slot) { copy(toOne.slot, kind: .reference, from: row) }
      guard let order = toOne.orderSlot, !slots.contains(order) else { continue }
      copy(order, kind: .integer, from: row)
    }
  }
}
