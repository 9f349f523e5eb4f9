// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// One value of a row: where it stands in a result or an insert, and what it becomes.
struct RowCell: Sendable {
  enum Kind: Sendable {
    case integer
    case double
    case text
    case bytes
    /// Binary data behind a tag byte, or the name of a file.
    case external
    case uuid
    case decimal
    /// A to-one whose destination is always of one entity.
    case reference
    /// A to-one whose destination's entity stands in another column.
    case polymorphicReference
  }

  var kind: Kind
  /// Position of the column among the row's columns.
  var column: Int32
  /// Position of the entity column; -1 without one.
  var entityColumn: Int32 = -1
  var slot: Int32
  /// The declared destination of a reference.
  var destination: Int32 = -1
  /// The end of the destination's subtree.
  var destinationEnd: Int32 = -1

  /// Returns the cell for reading, which knows what the destination of a reference may be.
  func reading(_ schema: StoreSchema) -> RowCell {
    guard destination >= 0 else { return self }
    var cell = self
    cell.destinationEnd = Int32(schema.entities[Int(destination)].subtree.upperBound)
    return cell
  }
}

extension AttributeSchema {
  var cellKind: RowCell.Kind {
    switch type.slotKind {
    case .integer: .integer
    case .double: .double
    case .text: .text
    case .bytes: allowsExternalStorage ? .external : .bytes
    case .uuid: .uuid
    case .decimal: .decimal
    case .reference: .reference
    }
  }
}

/// The cells of one concrete entity within a list of columns.
struct RowPlan: Sendable {
  let entity: Int
  let slotCount: Int
  let cells: [RowCell]

  /// - Parameters:
  ///   - slots: the slots to be filled; nil: all.
  ///   - position: the place of a column, which is asked for in slot order.
  init(
    _ entity: EntitySchema, _ layout: EntityLayout, only slots: Set<Int>? = nil,
    position: (String) -> Int32
  ) {
    self.entity = entity.index
    slotCount = entity.slotCount
    var cells: [RowCell] = []
    for (attribute, name) in zip(entity.attributes, layout.attributes) {
      guard let name, slots?.contains(attribute.slot) ?? true else { continue }
      cells.append(
        RowCell(
          kind: attribute.cellKind, column: position(name), slot: Int32(attribute.slot)))
    }
    for (toOne, names) in zip(entity.toOnes, layout.toOnes) {
      guard let names, slots?.contains(toOne.slot) ?? true else { continue }
      cells.append(
        RowCell(
          kind: names.entity == nil ? .reference : .polymorphicReference,
          column: position(names.number), entityColumn: names.entity.map(position) ?? -1,
          slot: Int32(toOne.slot), destination: Int32(toOne.destination)))
      if let order = names.order, let slot = toOne.orderSlot {
        cells.append(RowCell(kind: .integer, column: position(order), slot: Int32(slot)))
      }
    }
    self.cells = cells
  }
}
#endif
