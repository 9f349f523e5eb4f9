// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import StoreInterface

/// One property that a batch update sets.
struct BatchAssignment {
  /// The slots that are written.
  let slots: [Int]
  /// The object that a relationship is set to.
  let destination: ObjectKey?
  /// Of a one-to-one relationship, the slot in the destination's rows that points back.
  private let inverseSlot: Int?
  private let writing: (Row, RowAssembler) throws -> Void

  /// Writes the new value into the row that takes the place of another.
  func write(_ row: Row, _ assembler: RowAssembler) throws { try writing(row, assembler) }

  /// Notes what a row gives up at the other end of a one-to-one relationship.
  func release(_ row: Row, key: ObjectKey, into released: inout [ObjectKey: SlotSet]) {
    guard let inverseSlot, var other = row.reference(slots[0]) else { return }
    other.store = key.store
    released[other, default: SlotSet()].insert(inverseSlot)
  }

  // MARK: - Making

  /// Returns the assignment that an entry of `propertiesToUpdate` means (R-PSC-700…703).
  static func make(
    _ property: AnyHashable, value: Any, layout: PropertyLayout,
    coordinator: NSPersistentStoreCoordinator
  ) throws -> BatchAssignment {
    let name = (property.base as? NSPropertyDescription)?.name ?? property.base as? String ?? ""
    if let record = layout.record(named: name) {
      switch record.kind {
      case .attribute where record.isPersistent && record.slot >= 0 && !record.isDerived:
        return try attribute(record, value: value, layout: layout)
      case .composite: return try composite(record, value: value, layout: layout)
      case .toOne where record.isPersistent && record.slot >= 0:
        return try relationship(record, value: value, layout: layout, coordinator: coordinator)
      default: break
      }
    } else if let (record, leaf) = leaf(name, layout) {
      return try element(leaf, of: record, value: value, layout: layout)
    }
    throw invalid("'\(name)' of \(layout.schema.name) cannot be set by a batch update.")
  }

  private static func invalid(_ reason: String) -> CocoaError {
    CocoaError.make(exception: .invalidArgument, reason: reason)
  }

  private static func attribute(
    _ record: PropertyRecord, value: Any, layout: PropertyLayout
  ) throws -> BatchAssignment {
    if let expression = value as? NSExpression, constant(expression) == nil {
      return BatchAssignment(slots: [record.slot], destination: nil, inverseSlot: nil) {
        let result = try BatchRowReader(row: $0, layout: layout).value(of: expression)
        try cell(result, record: record, layout: layout).store(
          in: $1, slot: record.slot, record: record)
      }
    }
    let constant = try cell(constant(value) ?? value, record: record, layout: layout)
    return BatchAssignment(slots: [record.slot], destination: nil, inverseSlot: nil) {
      constant.store(in: $1, slot: record.slot, record: record)
    }
  }

  /// Returns a constant expression's value, `NSNull` for nil; nil for what is no constant
  /// expression.
  private static func constant(_ value: Any) -> Any? {
    guard let expression = value as? NSExpression, case .constant(let value) = expression.node
    else {
      return nil
    }
    return value ?? NSNull()
  }

  /// Clearing a mandatory attribute is refused, and so are numbers beyond its width.
  private static func cell(
    _ value: Any?, record: PropertyRecord, layout: PropertyLayout
  ) throws -> PropertyValue {
    let cell = try BatchValue.cell(value, of: record, layout)
    if case .null = cell, !record.isOptional { throw BatchValue.missing(record, layout) }
    if case .integer(let number) = cell, !layout.access[record.index].bounds.contains(number) {
      throw BatchValue.mismatch(record, layout: layout, value: number)
    }
    return cell
  }

  private static func composite(
    _ record: PropertyRecord, value: Any, layout: PropertyLayout
  ) throws -> BatchAssignment {
    let value = PropertyValue.present(constant(value) ?? value)
    if value == nil, !record.isOptional { throw BatchValue.missing(record, layout) }
    let values = try value.map { try BatchValue.elements($0, of: record, layout) } ?? [:]
    return BatchAssignment(slots: record.leaves.map(\.slot), destination: nil, inverseSlot: nil) {
      CompositeCoding.store(values, leaves: record.leaves, in: $1)
    }
  }

  /// Returns the element of a composite attribute that a key path names.
  private static func leaf(
    _ path: String, _ layout: PropertyLayout
  ) -> (PropertyRecord, CompositeLeaf)? {
    for record in layout.properties where record.kind == .composite {
      if let leaf = record.leaves.first(where: { $0.keyPath(in: record) == path }) {
        return (record, leaf)
      }
    }
    return nil
  }

  private static func element(
    _ leaf: CompositeLeaf, of record: PropertyRecord, value: Any, layout: PropertyLayout
  ) throws -> BatchAssignment {
    if let expression = value as? NSExpression, constant(expression) == nil {
      return BatchAssignment(slots: [leaf.slot], destination: nil, inverseSlot: nil) {
        let result = try BatchRowReader(row: $0, layout: layout).value(of: expression)
        let values = try BatchValue.element(leaf, value: result, of: record, layout)
        CompositeCoding.store(values, leaves: [leaf], in: $1)
      }
    }
    let values = try BatchValue.element(
      leaf, value: constant(value) ?? value, of: record, layout)
    return BatchAssignment(slots: [leaf.slot], destination: nil, inverseSlot: nil) {
      CompositeCoding.store(values, leaves: [leaf], in: $1)
    }
  }

  // MARK: - Relationships

  /// A to-one relationship set to an object, by ID, or cleared. The position in an ordered inverse
  /// is lost with the owner.
  private static func relationship(
    _ record: PropertyRecord, value: Any, layout: PropertyLayout,
    coordinator: NSPersistentStoreCoordinator
  ) throws -> BatchAssignment {
    let id = try objectID(
      PropertyValue.present(constant(value) ?? value), record: record, layout: layout)
    let key = id.flatMap(coordinator.key(of:))
    if let id, key == nil || !record.destinations.contains(UInt32(id.key.entity)) {
      throw invalid("'\(record.name)' of \(layout.schema.name) cannot lead to \(id).")
    }
    if key == nil, !record.isOptional { throw BatchValue.missing(record, layout) }
    let inverse = inverseSlot(of: record, coordinator)
    if inverse != nil, key != nil {
      throw invalid(
        "'\(record.name)' of \(layout.schema.name) is one-to-one: a batch update can only clear it."
      )
    }
    let order = coordinator.schema.entities[layout.index].toOnes[record.column].orderSlot
    let slots = [record.slot] + (order.map { [$0] } ?? [])
    return BatchAssignment(slots: slots, destination: key, inverseSlot: inverse) { _, assembler in
      guard let key else { return }
      assembler.setReference(number: key.number, entity: key.entity, record.slot)
    }
  }

  private static func objectID(
    _ value: Any?, record: PropertyRecord, layout: PropertyLayout
  ) throws -> NSManagedObjectID? {
    guard let value else { return nil }
    guard let id = value as? NSManagedObjectID ?? (value as? NSManagedObject)?.currentID,
      !id.isTemporaryID
    else {
      throw invalid(
        "'\(record.name)' of \(layout.schema.name) is a relationship: a batch update sets it to the "
          + "ID of a stored object, or clears it.")
    }
    return id
  }

  /// Returns the slot of the inverse when that is a to-one itself.
  private static func inverseSlot(
    of record: PropertyRecord, _ coordinator: NSPersistentStoreCoordinator
  ) -> Int? {
    guard record.inverse >= 0, record.destination >= 0 else { return nil }
    let inverse = coordinator.entities[record.destination].frozenLayoutOrFail
      .properties[record.inverse]
    return inverse.kind == .toOne && inverse.slot >= 0 ? inverse.slot : nil
  }
}
