// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

extension Row {
  /// Whether two rows hold the same bits in every slot; decimals by value, zeros by value.
  func isIdentical(
    to other: Row, in schema: StoreSchema, ignoringOrders: Bool = false
  ) -> Bool {
    guard entity == other.entity, version == other.version, slotCount == other.slotCount else {
      return false
    }
    let entity = schema.entities[entity]
    return entity.attributes.allSatisfy { holdsSame($0, as: other) }
      && entity.toOnes.allSatisfy { toOne in
        isEqual(toOne.slot, to: other, kind: .reference)
          && (ignoringOrders
            || toOne.orderSlot.map { isEqual($0, to: other, kind: .integer) } ?? true)
      }
  }

  private func holdsSame(_ attribute: AttributeSchema, as other: Row) -> Bool {
    let (slot, kind) = (attribute.slot, attribute.type.slotKind)
    if kind == .double, !isNull(slot), !other.isNull(slot), double(slot) == other.double(slot) {
      return true
    }
    return isEqual(slot, to: other, kind: kind)
  }
}
