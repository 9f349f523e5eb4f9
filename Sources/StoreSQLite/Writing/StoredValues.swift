// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import RowEngine
import StoreInterface

/// Answers ``UniquenessCheck`` from a transaction in which the changes are already written, as far
/// as unique indexes let them be.
struct StoredValues: UniquenessLookup {
  private struct Claim: Hashable {
    let entity: Int
    let constraint: Int
    let values: SortableKey
  }

  private let plan: StorePlan
  private let connection: Connection
  private let reader: SQLiteSnapshot
  private var claims: [Claim: Row] = [:]
  private var inserted: Set<ObjectKey> = []

  init(
    plan: StorePlan, connection: Connection, reader: SQLiteSnapshot, changes: ChangeSet,
    check: UniquenessCheck
  ) {
    self.plan = plan
    self.connection = connection
    self.reader = reader
    for row in changes.updates.map(\.row) + changes.inserts.map(\.row) {
      for constraint in check.constraints(of: row.entity) {
        guard let values = constraint.values(of: row) else { continue }
        let claim = Claim(
          entity: constraint.declaredBy, constraint: constraint.index, values: values)
        claims[claim] = row
      }
    }
    inserted = Set(changes.inserts.map(\.key))
  }

  func row(for key: ObjectKey) throws(StoreError) -> Row? { try reader.row(for: key) }

  func holder(
    of values: SortableKey, entity: Int, constraint: Int, unless isIgnored: (ObjectKey) -> Bool
  ) throws(StoreError) -> ObjectKey? {
    guard let row = claims[Claim(entity: entity, constraint: constraint, values: values)],
      let table = plan.layout.table(of: entity)
    else { return nil }
    let declaring = plan.schema.entities[entity]
    var slots = SlotSet()
    for column in declaring.constraints[constraint].columns {
      slots.insert(declaring.slot(of: column))
    }
    let shape = UpdatePlan(entity: declaring, changed: slots, isGuarded: false, plan.layout)
    return try find(row, shape: shape, table: table, declaring: declaring, isIgnored: isIgnored)
  }

  private func find(
    _ row: Row, shape: UpdatePlan, table: TableLayout, declaring: EntitySchema,
    isIgnored: (ObjectKey) -> Bool
  ) throws(StoreError) -> ObjectKey? {
    let names = shape.cells.compactMap { name(of: Int($0.slot), declaring) }
    let conditions = names.map { "\(SQLName($0)) = ?" }.joined(separator: " AND ")
    // The number of its entity says nothing of a row of a table of one entity (R-REQ-098).
    let number = table.isHierarchy ? ", Z_ENT" : ""
    let statement = try connection.statement(
      "SELECT Z_PK\(number) FROM \(SQLName(table.name)) WHERE \(conditions) ORDER BY Z_PK")
    defer { statement.finish() }
    let binder = RowBinder(statement: statement.pointer, layout: plan.layout)
    for (index, cell) in shape.cells.enumerated() {
      binder.bind(cell, of: row, at: Int32(index + 1), entityAt: Int32(shape.cells.count + 9))
    }
    while try statement.step() {
      let found =
        table.isHierarchy ? plan.layout.entity(numbered: statement.integer(1)) : table.root
      guard let entity = found, declaring.subtree.contains(entity) else { continue }
      let key = ObjectKey(entity: entity, number: statement.integer(0))
      if !isIgnored(key), !inserted.contains(key) { return key }
    }
    return nil
  }

  private func name(of slot: Int, _ entity: EntitySchema) -> String? {
    guard let place = plan.layout.entities[entity.index] else { return nil }
    if let index = entity.attributes.firstIndex(where: { $0.slot == slot }) {
      return place.attributes[index]
    }
    return entity.toOnes.firstIndex { $0.slot == slot }.flatMap { place.toOnes[$0]?.number }
  }
}
#endif
