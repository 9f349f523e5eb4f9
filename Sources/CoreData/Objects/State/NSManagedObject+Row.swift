// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Packing an object's current values into a row.
extension NSManagedObject {
  /// Who a row is packed for.
  enum RowReader {
    /// The object's store: references are to objects of the same store.
    case store
    /// A store that the object moves to: all references are to objects that move along, which are
    /// loaded.
    case nextStore
    /// Another context of the tree, or this one: references may be to any object.
    case context
  }

  /// Returns a complete row of the current values. References are written by number; orders of
  /// ordered inverses keep their stored value.
  final func packedRow(
    version: Int64, orders: [OrderAssignment.Entry] = [], for reader: RowReader = .store,
    in assembler: RowAssembler
  ) -> Row {
    assembler.begin(entity: layout.index, slotCount: layout.schema.slotCount, version: version)
    for access in layout.accesses where access.isPersistent {
      switch access.kind {
      case .attribute where access.slot >= 0: packAttribute(access, for: reader, in: assembler)
      case .toOne where access.slot >= 0: packToOne(access, for: reader, in: assembler)
      case .composite: packComposite(layout.properties[Int(access.index)], in: assembler)
      case .attribute, .toOne, .toMany, .fetched: break
      }
    }
    for entry in orders { assembler.setInteger(entry.order, entry.slot) }
    return assembler.finish()
  }

  @inline(__always)
  private final func packAttribute(
    _ access: PropertyAccess, for reader: RowReader, in assembler: RowAssembler
  ) {
    let (index, slot) = (Int(access.index), Int(access.slot))
    guard !cells.isEmpty, changed.contains(index) else {
      return keepStored(slot, access.slotKind, in: assembler)
    }
    switch cells[index] {
    case .integer(let value): assembler.setInteger(value, slot)
    case .double(let value): assembler.setDouble(value, slot)
    case .string(let value): assembler.setString(value, slot)
    case .unset: keepStored(slot, access.slotKind, in: assembler)
    case .null, .toOne, .toMany: break
    case .boxed: packBoxed(access, for: reader, in: assembler)
    }
  }

  /// A link to a new object names it by the permanent URI in the store only.
  private final func packBoxed(
    _ access: PropertyAccess, for reader: RowReader, in assembler: RowAssembler
  ) {
    let record = layout.properties[Int(access.index)]
    let cell = cells[record.index]
    let stored = access.isLink && reader == .store ? permanentLink(cell, record) : cell
    stored.store(in: assembler, slot: record.slot, record: record)
  }

  /// Takes large new values from the row that they have been packed into, whose memory they share: the
  /// bytes are there once while the row is written, unless the client keeps his.
  @inline(__always)
  final func shareLargeValues(with row: Row) {
    if row.byteCount >= LentBytes.leastSize, !cells.isEmpty { shareValues(with: row) }
  }

  private final func shareValues(with row: Row) {
    for access in layout.accesses where access.isPersistent && access.kind == .attribute {
      let (index, slot) = (Int(access.index), Int(access.slot))
      guard layout.properties[index].type == .binaryData, slot >= 0, changed.contains(index),
        !row.isNull(slot), !row.isExternal(slot), row.bytes(slot).count >= LentBytes.leastSize
      else { continue }
      place(PropertyValue(row, slot: slot, type: .binaryData), index)
    }
  }

  /// Copies what the present row holds in a slot.
  @inline(__always)
  private final func keepStored(_ slot: Int, _ kind: SlotKind, in assembler: RowAssembler) {
    if let rowStart { assembler.copy(slot, kind: kind, fromRowAt: rowStart) }
  }

  @inline(__always)
  private final func packToOne(
    _ access: PropertyAccess, for reader: RowReader, in assembler: RowAssembler
  ) {
    let (index, slot) = (Int(access.index), Int(access.slot))
    if access.orderSlot >= 0 { keepStored(Int(access.orderSlot), .integer, in: assembler) }
    guard !cells.isEmpty, changed.contains(index) || reader == .nextStore else {
      if reader != .nextStore { keepStored(slot, .reference, in: assembler) }
      return
    }
    guard case .toOne(let object) = cells[index] else { return }
    if reader == .context, mayRelate(object) {
      assembler.setReference(to: object.key, from: key.store, slot)
    } else if reader != .context, isStorable(object) {
      assembler.setReference(number: object.key.number, entity: object.layout.index, slot)
    } else if !differs(index) {
      // What is stored already and leads to a deleted object is the client's affair.
      keepStored(slot, .reference, in: assembler)
    }
  }

  private final func packComposite(_ record: PropertyRecord, in assembler: RowAssembler) {
    if cells.isEmpty || cells[record.index].isUnset {
      guard let row else { return }
      for leaf in record.leaves { assembler.copy(leaf.slot, kind: leaf.type.slotKind, from: row) }
    } else if case .boxed(let box) = cells[record.index], let values = box.value as? [String: Any] {
      CompositeCoding.store(values, leaves: record.leaves, in: assembler)
    }
  }

  /// The store of the row's references that name none. A child that knows the object by its
  /// temporary key reads rows that the parent has from the store (R-CTX-821).
  @inline(__always)
  final var rowStore: Int { key.isTemporary ? numberedStore : key.store }

  private final var numberedStore: Int {
    context?.identityMap.family.counterpart(of: key)?.store ?? key.store
  }

  /// Returns true if a relationship may lead to an object in a store: it is in this context,
  /// numbered, and not going to be deleted.
  final func isStorable(_ destination: NSManagedObject) -> Bool {
    mayRelate(destination) && !destination.key.isTemporary
  }

  /// Returns true if an object is in this context and not going to be deleted.
  final func mayRelate(_ destination: NSManagedObject) -> Bool {
    destination.map === map && destination.flags.isDisjoint(with: [.deleted, .orphan])
  }

  /// Returns the slots that properties occupy.
  final func slots(of properties: SlotSet) -> SlotSet {
    var slots = SlotSet()
    properties.forEach { index in
      let access = layout.access[index]
      if access.slot >= 0 { slots.insert(Int(access.slot)) }
      guard access.kind == .composite else { return }
      for leaf in layout.properties[index].leaves { slots.insert(leaf.slot) }
    }
    return slots
  }
}
