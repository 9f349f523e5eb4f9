// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
import StoreInterface

extension SavedObjects {
  /// Returns the values that a client store has set on objects while it saved them, as a server's
  /// answer: updates of the rows that were packed before, ascending. The context is left the rows
  /// that this makes.
  func revisions(of changes: ChangeSet, in schema: StoreSchema) -> [RowUpdate] {
    guard let revised else { return [] }
    var rows = Dictionary(changes.inserts.map { ($0.key, $0.row) }) { first, _ in first }
    // Rows without a version hold only orders.
    for update in changes.updates where update.expectedVersion != nil {
      rows[update.key] = update.row
    }
    var updates: [RowUpdate] = []
    for object in inserted + updated {
      guard let row = rows[object.key.inStore(0)], let update = object.revision(of: row)
      else { continue }
      updates.append(update)
      let layout = RowLayout(schema.entities[row.entity])
      revised.rows[object.key] = layout.merge(
        update, into: row, with: RowAssembler(chunkCapacity: 256))
    }
    return updates.sorted { $0.key < $1.key }
  }
}

extension NSManagedObject {
  /// Returns the values set since a row of this object was packed; nil when there are none.
  fileprivate final func revision(of packed: Row) -> RowUpdate? {
    guard !cells.isEmpty else { return nil }
    var properties = SlotSet()
    changed.forEach {
      if layout.access[$0].isPersistent, !isPacked($0, in: packed) { properties.insert($0) }
    }
    guard !properties.isEmpty else { return nil }
    return RowUpdate(
      key: key.inStore(0),
      row: packedRow(version: packed.version, in: RowAssembler(chunkCapacity: 256)),
      changed: slots(of: properties), expectedVersion: nil)
  }

  /// Returns true if a row has the value of a changed property. Members are told by the rows of
  /// others.
  private final func isPacked(_ index: Int, in packed: Row) -> Bool {
    let access = layout.access[index]
    let slot = Int(access.slot)
    guard slot >= 0 || access.kind == .composite else { return true }
    switch cells[index] {
    case .unset, .toMany: return true
    case .toOne(let object):
      let number = isStorable(object) ? object.key.number : nil
      return packed.reference(slot)?.number == number
    case .boxed where access.isTransformable || access.kind == .composite:
      // Packing it again may give other bytes for the same value.
      return flags.isDisjoint(with: .unprocessed)
    case .null where access.kind == .composite: return flags.isDisjoint(with: .unprocessed)
    case .null: return packed.isNull(slot)
    case .integer(let value): return !packed.isNull(slot) && packed.integer(slot) == value
    case .double(let value):
      return !packed.isNull(slot) && packed.double(slot).bitPattern == value.bitPattern
    case .string(var value):
      if packed.isNull(slot) { return false }
      return value.withUTF8 { packed.holds(UnsafeRawBufferPointer($0), slot) }
    case .boxed(let box):
      guard let type = layout.properties[index].type else { return true }
      return packed.value(slot, type) == StorableValue.of(box.value)
    }
  }
}
