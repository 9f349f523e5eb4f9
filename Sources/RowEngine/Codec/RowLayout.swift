// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// The stored columns of an entity by slot, compiled once: for copying and merging rows.
package struct RowLayout: Sendable {
  package struct Field: Sendable {
    /// The first slot of the column.
    package let slot: Int
    package let kind: SlotKind
  }

  package let entity: Int
  package let slotCount: Int
  /// Ascending by slot. The entity index of a reference has no field of its own; an order slot is
  /// an integer field.
  package let fields: [Field]
  /// Slots whose values do not lie in the variable part, and those of them that are references.
  private var fixed = SlotSet()
  private var references = SlotSet()

  package init(_ entity: EntitySchema) {
    self.entity = entity.index
    slotCount = entity.slotCount
    var fields = entity.attributes.map { Field(slot: $0.slot, kind: $0.type.slotKind) }
    for toOne in entity.toOnes {
      fields.append(Field(slot: toOne.slot, kind: .reference))
      if let slot = toOne.orderSlot { fields.append(Field(slot: slot, kind: .integer)) }
    }
    self.fields = fields.sorted { $0.slot < $1.slot }
    for field in fields {
      switch field.kind {
      case .integer, .double: fixed.insert(field.slot)
      case .reference:
        fixed.insert(field.slot)
        references.insert(field.slot)
      case .text, .bytes, .uuid, .decimal: break
      }
    }
  }

  /// Returns the stored row with an update applied, at the version that the update's rules give it.
  package func merge(_ update: RowUpdate, into stored: Row, with assembler: RowAssembler) -> Row {
    if isFixed(update.changed) {
      let row = stored.withBytes { assembler.append(image: $0) }
      patch(row.chunk.base + Int(row.offset), with: update)
      return row
    }
    let version = update.expectedVersion == nil ? stored.version : update.row.version
    assembler.begin(entity: stored.entity, slotCount: slotCount, version: version)
    for field in fields {
      let source = update.changed.contains(field.slot) ? update.row : stored
      assembler.copy(field.slot, kind: field.kind, from: source)
    }
    return assembler.finish()
  }

  // MARK: - Rows that keep their length

  /// Returns true if changed slots hold their values themselves, so that a row keeps its length.
  package func isFixed(_ changed: SlotSet) -> Bool {
    var areFixed = true
    changed.forEach { if !fixed.contains($0) { areFixed = false } }
    return areFixed
  }

  /// Returns true if an update sets a to-one destination.
  package func changesReference(_ changed: SlotSet) -> Bool {
    var isThere = false
    changed.forEach { if references.contains($0) { isThere = true } }
    return isThere
  }

  /// Applies an update whose slots are fixed to a copy of the stored row, aligned or not.
  package func patch(_ image: UnsafeMutableRawPointer, with update: RowUpdate) {
    if update.expectedVersion != nil {
      image.storeBytes(of: update.row.version, toByteOffset: 8, as: Int64.self)
    }
    update.changed.forEach { slot in
      RowLayout.copy(slot, of: update.row, to: image)
      if references.contains(slot) { RowLayout.copy(slot + 1, of: update.row, to: image) }
    }
  }

  private static func copy(_ slot: Int, of row: Row, to image: UnsafeMutableRawPointer) {
    let isNull = row.isNull(slot)
    let offset = Row.headerSize + 8 * slot
    image.storeBytes(of: isNull ? 0 : row.bits(slot), toByteOffset: offset, as: UInt64.self)
    let word = Row.headerSize + 8 * (row.slotCount + (slot >> 6))
    let mask: UInt64 = 1 << UInt64(slot & 63)
    let nulls = image.loadUnaligned(fromByteOffset: word, as: UInt64.self)
    image.storeBytes(
      of: isNull ? nulls | mask : nulls & ~mask, toByteOffset: word, as: UInt64.self)
  }
}
