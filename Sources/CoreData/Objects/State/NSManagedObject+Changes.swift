// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The differences from the stored state.
extension NSManagedObject {
  /// Returns the indexes of stored properties whose current value differs from the row.
  final func persistentChanges() -> [Int] { persistentChangeSet().slots }

  /// The same as a set.
  final func persistentChangeSet() -> SlotSet {
    var result = SlotSet()
    guard !cells.isEmpty else { return result }
    changed.forEach { if layout.access[$0].isPersistent, differs($0) { result.insert($0) } }
    return result
  }

  /// Returns true if a changed property's value differs from the committed one.
  final func differs(_ index: Int) -> Bool {
    let slot = Int(layout.access[index].slot)
    switch cells[index] {
    case .unset: return false
    case .toMany(let value): return value.hasChanges
    case .toOne(let object):
      guard slot >= 0, let stored = row?.destination(slot, from: rowStore) else { return true }
      guard object.key.number != stored.number || object.key.store != stored.store
      else { return false }
      // A child may know it by its other key.
      return !stored.isTemporary && !object.key.isTemporary
        || context?.registered(stored) !== object
    case .null where slot >= 0: return !(row?.isNull(slot) ?? true)
    case .null where layout.access[index].kind == .toOne: return true
    case let cell where layout.access[index].kind == .composite:
      let values = cell.clientValue(type: nil) as? [String: Any] ?? [:]
      let leaves = layout.properties[index].leaves
      return !(row.map { CompositeCoding.holds($0, values, leaves: leaves) } ?? values.isEmpty)
    default: return attributeDiffers(index, slot)
    }
  }

  private final func attributeDiffers(_ index: Int, _ slot: Int) -> Bool {
    guard let row, slot >= 0, !layout.access[index].isTransformable, !row.isNull(slot) else {
      return true
    }
    switch cells[index] {
    case .integer(let value): return row.integer(slot) != value
    case .double(let value): return row.double(slot).bitPattern != value.bitPattern
    case .string(var value): return value.withUTF8 { !row.holds(UnsafeRawBufferPointer($0), slot) }
    case .boxed(let box):
      guard let type = layout.properties[index].type else { return true }
      if let data = box.value as? Data { return !row.holds(data, slot) }
      return row.value(slot, type) != StorableValue.of(box.value)
    default: return true
    }
  }

  final func changedDictionary() -> [String: Any] {
    guard context != nil else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: persistentChanges().map {
        (layout.properties[$0].name, propertyValue($0) ?? NSNull())
      })
  }

  final func committedDictionary(_ names: [String]?) -> [String: Any] {
    guard context != nil, !flags.contains(.inserted) else { return [:] }
    realise()
    let wanted = names ?? layout.properties.map(\.name)
    return wanted.reduce(into: [:]) { result, name in
      guard let record = layout.record(named: name), record.isPersistent else { return }
      result[name] = committedValue(record) ?? NSNull()
    }
  }

  /// Returns the stored value of a property: of a relationship, the object or objects.
  final func committedValue(_ record: PropertyRecord) -> Any? {
    guard let row else { return nil }
    switch record.kind {
    case .toOne:
      guard let destination = row.destination(record.slot, from: rowStore), let context
      else { return nil }
      return context.materialise(destination)
    case .toMany:
      let value = loadedToMany(record.index)
      return RelationshipValue.client(
        value.committedMembers ?? [], isOrdered: record.isOrdered)
    case .composite: return CompositeCoding.dictionary(row, leaves: record.leaves)
    case .attribute:
      guard let type = record.type, record.slot >= 0 else { return nil }
      if type == .binaryData { return storedData(record, row) }
      guard type == .transformable else {
        return clientValue(of: PropertyValue(row, slot: record.slot, type: type), record)
      }
      return storedData(record, row).flatMap {
        TransformableCoding.value($0, of: record.description, for: self)
      }
    case .fetched: return nil
    }
  }

  /// The values a row holds, as snapshots in conflicts show them (R-CTX-284).
  static func snapshot(
    _ row: Row, layout: PropertyLayout, store: Int, coordinator: NSPersistentStoreCoordinator
  ) -> [String: Any] {
    layout.properties.reduce(into: [:]) { result, record in
      guard record.isPersistent, record.kind != .toMany else { return }
      switch record.kind {
      case .toOne:
        let key = row.destination(record.slot, from: store)
        result[record.name] = key.map(coordinator.objectID(for:)) ?? NSNull()
      case .composite:
        result[record.name] = CompositeCoding.dictionary(row, leaves: record.leaves) ?? NSNull()
      default:
        guard let type = record.type, record.slot >= 0 else { return }
        let cell = PropertyValue(row, slot: record.slot, type: type)
        result[record.name] = cell.clientValue(type: type) ?? NSNull()
      }
    }
  }
}
