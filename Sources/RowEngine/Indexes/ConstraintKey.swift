// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// A uniqueness constraint of an entity, compiled: encodes the values that must be unique together.
package struct ConstraintKey: Sendable {
  /// Index into the constraints of the declaring entity and of its descendants.
  package let index: Int
  package let declaredBy: Int
  /// The first slot of each column.
  package let slots: [Int]
  private let kinds: [SlotKind]

  package init(_ entity: EntitySchema, _ index: Int) {
    let constraint = entity.constraints[index]
    self.index = index
    declaredBy = constraint.declaredBy
    let columns = constraint.columns.filter { $0 != .key }
    slots = columns.map { entity.slot(of: $0) }
    kinds = columns.map { entity.kind(of: $0) }
  }

  /// The values of a row; nil when one is null, since then the row clashes with none.
  package func values(of row: Row) -> SortableKey? {
    guard !slots.contains(where: row.isNull) else { return nil }
    var key = SortableKey()
    for (slot, kind) in zip(slots, kinds) { key.append(slot: slot, kind: kind, of: row) }
    return key
  }
}
