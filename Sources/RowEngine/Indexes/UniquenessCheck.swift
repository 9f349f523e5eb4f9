// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// The questions that ``UniquenessCheck`` asks a store.
package protocol UniquenessLookup {
  /// Another stored object of the constraint's declaring entity (or a descendant) with the values,
  /// encoded by ``ConstraintKey``, other than the keys that `isIgnored` names; nil when there is
  /// none.
  func holder(
    of values: SortableKey, entity: Int, constraint: Int, unless isIgnored: (ObjectKey) -> Bool
  ) throws(StoreError) -> ObjectKey?

  func row(for key: ObjectKey) throws(StoreError) -> Row?
}

/// Finds what a change set would break of the uniqueness constraints, among its own rows and
/// against stored ones. Rows that it deletes, or changes in a column of the constraint, do not hold
/// their stored values any more (R-PSC-205, R-PSC-206).
package struct UniquenessCheck {
  private let schema: StoreSchema
  private let constraints: [[ConstraintKey]]

  package init(_ schema: StoreSchema) {
    self.schema = schema
    constraints = schema.entities.map { entity in
      entity.constraints.indices.map { ConstraintKey(entity, $0) }
    }
  }

  /// Returns the constraints of an entity, compiled.
  package func constraints(of entity: Int) -> [ConstraintKey] { constraints[entity] }

  private struct Claim: Hashable {
    let entity: Int
    let constraint: Int
    let values: SortableKey
  }

  /// Every clash, in the order of the first pending row that takes part.
  package func conflicts(
    of changes: ChangeSet, in store: some UniquenessLookup
  ) throws(StoreError) -> [Conflict] {
    var claims: [Claim: Int] = [:]
    var order: [(claim: Claim, keys: [ObjectKey])] = []
    func claim(_ key: ObjectKey, row: Row, changed: SlotSet?) {
      guard !constraints[row.entity].isEmpty else { return }
      for constraint in constraints[row.entity] {
        if let changed, !constraint.slots.contains(where: changed.contains) { continue }
        guard let values = constraint.values(of: row) else { continue }
        let claim = Claim(
          entity: constraint.declaredBy, constraint: constraint.index, values: values)
        if let index = claims[claim] {
          order[index].keys.append(key)
        } else {
          claims[claim] = order.count
          order.append((claim, [key]))
        }
      }
    }
    for update in changes.updates { claim(update.key, row: update.row, changed: update.changed) }
    for insert in changes.inserts { claim(insert.key, row: insert.row, changed: nil) }
    guard !order.isEmpty else { return [] }
    let released = Released(changes)
    var conflicts: [Conflict] = []
    for entry in order {
      let slots = constraints[entry.claim.entity][entry.claim.constraint].slots
      let stored = try store.holder(
        of: entry.claim.values, entity: entry.claim.entity, constraint: entry.claim.constraint,
        unless: { released.contains($0, slots) })
      guard stored != nil || entry.keys.count > 1 else { continue }
      var row: Row?
      if let stored { row = try store.row(for: stored) }
      conflicts.append(
        .uniqueness(
          entity: entry.claim.entity, constraint: entry.claim.constraint, pending: entry.keys,
          stored: stored, storedRow: row))
    }
    return conflicts
  }
}

/// The stored values that a change set gives up.
private struct Released {
  private var deleted: Set<ObjectKey> = []
  private var updated: [Int64: [RowUpdate]] = [:]

  init(_ changes: ChangeSet) {
    for delete in changes.deletes { deleted.insert(delete.key) }
    for update in changes.updates { updated[update.key.number, default: []].append(update) }
  }

  /// Numbers are unique in a hierarchy only, so a hit is confirmed by the entity.
  func contains(_ key: ObjectKey, _ slots: [Int]) -> Bool {
    if let updates = updated[key.number] {
      for update in updates where update.row.entity == key.entity {
        if slots.contains(where: update.changed.contains) { return true }
      }
    }
    return deleted.contains(key)
  }
}
