// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Packing an object's current values into a row.
extension NSManagedObject {
  /// A complete row of the current values. References are written by number; orders of ordered
  /// inverses keep their stored value.
  final func packedRow(
    version: Int64, orders: [OrderAssignment.Entry] = [], in assembler: RowAssembler
  ) -> Row {
    assembler.begin(entity: layout.index, slotCount: layout.schema.slotCount, version: version)
    for record in layout.properties where record.isPersistent {
      switch record.kind {
      case .attribute: packAttribute(record, in: assembler)
      case .toOne: packToOne(record, in: assembler)
      case .composite: packComposite(record, in: assembler)
      case .toMany, .fetched: break
      }
    }
    for entry in orders { assembler.setInteger(entry.order, entry.slot) }
    return assembler.finish()
  }

  private final func packAttribute(_ record: PropertyRecord, in assembler: RowAssembler) {
    guard record.slot >= 0, let type = record.type else { return }
    if cells.isEmpty || cells[record.index].isUnset || !changed.contains(record.index) {
      row.map { assembler.copy(record.slot, kind: type.slotKind, from: $0) }
    } else {
      cells[record.index].store(in: assembler, slot: record.slot, record: record)
    }
  }

  private final func packToOne(_ record: PropertyRecord, in assembler: RowAssembler) {
    guard record.slot >= 0 else { return }
    let order = layout.schema.toOnes[record.column].orderSlot
    if let order { row.map { assembler.copy(order, kind: .integer, from: $0) } }
    guard !cells.isEmpty, changed.contains(record.index) else {
      row.map { assembler.copy(record.slot, kind: .reference, from: $0) }
      return
    }
    guard case .toOne(let object) = cells[record.index] else { return }
    assembler.setReference(number: object.key.number, entity: object.layout.index, record.slot)
  }

  private final func packComposite(_ record: PropertyRecord, in assembler: RowAssembler) {
    if cells.isEmpty || cells[record.index].isUnset {
      guard let row else { return }
      for leaf in record.leaves { assembler.copy(leaf.slot, kind: leaf.type.slotKind, from: row) }
    } else if case .boxed(let box) = cells[record.index], let values = box.value as? [String: Any] {
      CompositeCoding.store(values, leaves: record.leaves, in: assembler)
    }
  }

  /// The slots that the changed properties occupy.
  final func changedSlots(_ indexes: [Int]) -> SlotSet {
    var slots = SlotSet()
    for index in indexes {
      let record = layout.properties[index]
      if record.slot >= 0 { slots.insert(record.slot) }
      for leaf in record.leaves { slots.insert(leaf.slot) }
    }
    return slots
  }
}
