// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Pending changes made of rows, without any of the bookkeeping that a client's change brings.
extension NSManagedObject {
  /// Makes this a new object whose attributes and to-ones were all set to what a row has: what a
  /// store that writes changes alone must write (R-PSC-443).
  final func standForInsertion(of new: Row) {
    state.insert()
    for access in layout.accesses where access.isInRow {
      let index = Int(access.index)
      let cell = settledCell(at: index, cell: .unset, row: new)
      // Nothing where nothing would be by default is no change.
      if case .null = cell,
        case .null = settledCell(at: index, cell: .unset, row: layout.defaultRow)
      {
        continue
      }
      place(cell, index)
      state.noteChange(index)
    }
    state.rebase(on: origin(of: new))
  }

  /// Returns the row that a new object's changes are told by: nothing where it has a value, and the
  /// default where it has none.
  private final func origin(of new: Row) -> Row {
    let (schema, defaults) = (layout.schema, layout.defaultRow)
    let unset = schema.attributes.filter { new.isNull($0.slot) && !defaults.isNull($0.slot) }
    guard !unset.isEmpty else { return layout.emptyRow }
    let assembler = RowAssembler(chunkCapacity: 256)
    assembler.begin(entity: schema.index, slotCount: schema.slotCount, version: 0)
    for attribute in unset {
      assembler.copy(attribute.slot, kind: attribute.type.slotKind, from: defaults)
    }
    return assembler.finish()
  }

  /// Makes this a stored object, which has its row, with changed values.
  /// - Parameters:
  ///   - new: the row that it is going to have.
  ///   - slots: those of `new` that are written; nil: none.
  final func standForUpdate(to new: Row, _ slots: SlotSet?) {
    state.update()
    guard let slots else { return }
    for access in layout.accesses where access.isInRow {
      let index = Int(access.index)
      let isWritten =
        access.slot >= 0
        ? slots.contains(Int(access.slot))
        : layout.properties[index].leaves.contains { slots.contains($0.slot) }
      guard isWritten else { continue }
      place(settledCell(at: index, cell: .unset, row: new), index)
      state.noteChange(index)
    }
  }
}

extension PropertyAccess {
  /// True if a row holds the values of the property, in a slot or, of a composite, in several.
  fileprivate var isInRow: Bool {
    isPersistent && (slot >= 0 && kind != .toMany || kind == .composite)
  }
}
