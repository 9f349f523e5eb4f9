// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The state of one object before an event. What its to-many relationships gain and lose from here
/// on they note themselves, so that no list is copied.
final class FormerState {
  let object: NSManagedObject
  let flags: ObjectFlags
  /// The properties that had changes.
  let changed: SlotSet
  private let row: Row?
  private let cells: [PropertyValue]

  /// Takes down an object that has its values. O(properties).
  init(_ object: NSManagedObject) {
    self.object = object
    flags = object.flags
    changed = object.changed
    row = object.row
    cells = object.cells.isEmpty ? [] : (0..<object.layout.count).map { object.cells[$0] }
    for case .toMany(let value) in cells { value.beginEvent() }
  }

  /// Returns the cell of an attribute or to-one relationship, read from the row when it was not
  /// set.
  func cell(_ index: Int) -> PropertyValue {
    object.settledCell(at: index, cell: cells.isEmpty ? .unset : cells[index], row: row)
  }

  /// The event is over: to-many relationships stop noting.
  func end() {
    guard object.layout.hasToManys, !object.cells.isEmpty else { return }
    for index in object.layout.relationships {
      if case .toMany(let value) = object.cells[index] { value.endEvent() }
    }
  }
}

extension NSManagedObject {
  /// Returns the present cell of an attribute or to-one relationship, read from the row when it is
  /// not set.
  final func settledCell(_ index: Int) -> PropertyValue {
    settledCell(at: index, cell: loadedOrUnset(index), row: row)
  }

  /// Returns the cell as committed.
  final func committedCell(_ index: Int) -> PropertyValue {
    settledCell(at: index, cell: .unset, row: row)
  }

  /// Returns a cell, or the value in a row if it is unset.
  final func settledCell(at index: Int, cell: PropertyValue, row: Row?) -> PropertyValue {
    guard cell.isUnset else { return cell }
    let record = layout.properties[index]
    guard let row, record.kind == .composite || record.slot >= 0 else {
      return record.kind == .attribute ? record.transientDefault : .null
    }
    switch record.kind {
    case .toOne: return destination(record, row)
    case .composite:
      let values = CompositeCoding.dictionary(row, leaves: record.leaves)
      return values.map { .boxed(ValueBox($0)) } ?? .null
    case .attribute: return attribute(record, row)
    case .toMany, .fetched: return .null
    }
  }

  private final func destination(_ record: PropertyRecord, _ row: Row) -> PropertyValue {
    guard let context, let destination = row.destination(record.slot, from: rowStore) else {
      return .null
    }
    return .toOne(context.materialise(destination))
  }

  private final func attribute(_ record: PropertyRecord, _ row: Row) -> PropertyValue {
    guard record.type == .transformable else {
      if record.type == .binaryData {
        return storedData(record, row).map { .boxed(ValueBox($0)) } ?? .null
      }
      return record.type.map { PropertyValue(row, slot: record.slot, type: $0) } ?? .null
    }
    let value = storedData(record, row).flatMap {
      TransformableCoding.value($0, of: record.description, for: self)
    }
    return value.map { .boxed(ValueBox($0)) } ?? .null
  }
}

extension PropertyValue {
  /// Returns true if two settled cells hold the same value or object.
  func isSame(as other: PropertyValue) -> Bool {
    switch (self, other) {
    case (.unset, .unset), (.null, .null): true
    case (.integer(let a), .integer(let b)): a == b
    case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.boxed(let a), .boxed(let b)): a === b || ContentEquality.equal(a.value, b.value)
    case (.toOne(let a), .toOne(let b)): a === b
    default: false
    }
  }
}
