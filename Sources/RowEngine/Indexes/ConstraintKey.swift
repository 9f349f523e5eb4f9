// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// A uniqueness constraint of an entity, compiled: encodes the values that must be unique together.
///
/// A class, so that going through an entity's constraints for every row retains little.
package final class ConstraintKey: Sendable {
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

  /// Returns the values of a row; nil when one is null, since then the row clashes with none.
  package func values(of row: Row) -> SortableKey? {
    for slot in slots where row.isNull(slot) { return nil }
    var key = SortableKey()
    for index in slots.indices { key.append(slot: slots[index], kind: kinds[index], of: row) }
    return key
  }
}
