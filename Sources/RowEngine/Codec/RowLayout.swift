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

  package init(_ entity: EntitySchema) {
    self.entity = entity.index
    slotCount = entity.slotCount
    var fields = entity.attributes.map { Field(slot: $0.slot, kind: $0.type.slotKind) }
    for toOne in entity.toOnes {
      fields.append(Field(slot: toOne.slot, kind: .reference))
      if let slot = toOne.orderSlot { fields.append(Field(slot: slot, kind: .integer)) }
    }
    self.fields = fields.sorted { $0.slot < $1.slot }
  }

  /// The stored row with an update applied, at the version that the update's rules give it.
  package func merge(_ update: RowUpdate, into stored: Row, with assembler: RowAssembler) -> Row {
    let version = update.expectedVersion == nil ? stored.version : update.row.version
    assembler.begin(entity: stored.entity, slotCount: slotCount, version: version)
    for field in fields {
      let source = update.changed.contains(field.slot) ? update.row : stored
      assembler.copy(field.slot, kind: field.kind, from: source)
    }
    return assembler.finish()
  }
}
