// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Reading and writing cells: the hot path of property access.
extension NSManagedObject {
  /// Loads the values if the object is a fault. One flag test when it is not.
  @inline(__always)
  final func realise() {
    if !flags.isReadable { fire(property: nil) }
  }

  /// The same for who reads a property, which is noted if somebody wants to know. One flag test else.
  @inline(__always)
  final func realise(reading index: Int) {
    if !flags.isReadable { noteRead(index) }
  }

  private final func noteRead(_ index: Int) {
    if flags.contains(.tracked) { ReadTracking.noteRead(of: index, self) }
    fire(property: nil)
  }

  /// Returns the cell of a property, without loading relationships. Loads a fault.
  final func cell(_ index: Int) -> PropertyValue {
    realise(reading: index)
    return loadedCell(index)
  }

  /// Returns the cell of a property of an object whose values are loaded.
  final func loadedCell(_ index: Int) -> PropertyValue {
    if !cells.isEmpty, !cells[index].isUnset { return cells[index] }
    let slot = Int(layout.access[index].slot)
    guard slot >= 0, let row, layout.access[index].kind == .attribute,
      let type = layout.properties[index].type
    else { return flags.contains(.orphan) ? .null : layout.properties[index].transientDefault }
    if type == .binaryData { return dataCell(index, row) }
    return PropertyValue(row, slot: slot, type: type)
  }

  /// Bytes in a row are copied for whoever reads them: so many, that the copy is kept for the next one.
  private static let keptDataSize = 4096

  private final func dataCell(_ index: Int, _ row: Row) -> PropertyValue {
    let slot = Int(layout.access[index].slot)
    if row.isExternal(slot) { return externalCell(index, row) }
    let value = PropertyValue(row, slot: slot, type: .binaryData)
    // A fault that could not be fired has an old row: what comes of it is not kept.
    if flags.contains(.realised), !row.isNull(slot), row.bytes(slot).count >= Self.keptDataSize {
      place(value, index)
    }
    return value
  }

  /// Puts a value into a cell: no tracking.
  @inline(__always)
  final func place(_ value: PropertyValue, _ index: Int) {
    if cells.isEmpty { state.allocateCells(layout.count) }
    state.replace(value, index)
  }

  /// A tracked change of an attribute.
  @inline(__always)
  final func change(_ index: Int, to value: PropertyValue) {
    prepareChange(of: index)
    place(value, index)
    noteChange(index)
  }

  /// Marks a property as changed and tells the context, unless it knows that the object changed.
  @inline(__always)
  final func noteChange(_ index: Int) {
    state.noteChange(index)
    if !flags.isKnownToHaveChanged { noteFirstChange() }
  }

  private final func noteFirstChange() {
    if flags.isDisjoint(with: .untracked), let context { context.tracker.noteChange(of: self) }
  }

  // MARK: - To-one

  /// Returns the destination of a to-one relationship; registers it when the row names one.
  final func toOne(_ index: Int) -> NSManagedObject? {
    realise(reading: index)
    return heldToOne(index)
  }

  /// The same as the row has it, of an object that stays a fault if it is one.
  @inline(__always)
  final func heldToOne(_ index: Int) -> NSManagedObject? {
    if !cells.isEmpty {
      switch cells[index] {
      case .toOne(let object): return object
      case .null: return nil
      default: break
      }
    }
    guard let row, let context, case let slot = Int(layout.access[index].slot), slot >= 0,
      let destination = row.destination(slot, from: rowStore)
    else { return nil }
    let object = context.materialise(destination)
    place(.toOne(object), index)
    return object
  }

  // MARK: - To-many

  /// Returns the value of a to-many relationship, possibly a fault.
  final func toMany(_ index: Int) -> ToManyValue {
    realise(reading: index)
    return heldToMany(index)
  }

  /// The same of an object that stays a fault if it is one.
  @inline(__always)
  final func heldToMany(_ index: Int) -> ToManyValue {
    if !cells.isEmpty, case .toMany(let value) = cells[index] { return value }
    let access = layout.access[index]
    let value = ToManyValue(
      isFault: access.isStored && isStoredElsewhere, isOrdered: access.isOrdered)
    place(.toMany(value), index)
    return value
  }

  /// Returns the value of a to-many relationship with its members loaded; an empty one in its place
  /// if they cannot be read.
  final func loadedToMany(_ index: Int) -> ToManyValue {
    let value = toMany(index)
    guard value.isFault else { return value }
    guard let context else {
      value.fulfil([])
      return value
    }
    return context.fulfil(self, index) ? value : .placeholder(isOrdered: value.isOrdered)
  }

  /// Returns the members of a to-many relationship in its order.
  final func members(_ index: Int) -> [NSManagedObject] { loadedToMany(index).members }
}
