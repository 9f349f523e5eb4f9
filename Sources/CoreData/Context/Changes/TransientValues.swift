// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Transient values of changed objects as they were when these were clean: no row has them, and a
/// rollback puts them back (R-CTX-660).
struct TransientValues {
  private struct Entry {
    let object: NSManagedObject
    /// By property; those without a value of their own are not listed.
    let cells: [Int: PropertyValue]
  }

  private var entries: [ObjectIdentifier: Entry] = [:]

  /// Keeps the values of a clean object that is about to be changed, unless they are kept already.
  /// O(properties).
  mutating func keep(_ object: NSManagedObject) {
    guard !object.cells.isEmpty, entries[ObjectIdentifier(object)] == nil else { return }
    var cells: [Int: PropertyValue] = [:]
    for access in object.layout.accesses
    where access.isTransient && access.kind != .fetched && access.kind != .toMany {
      let cell = object.cells[Int(access.index)]
      if !cell.isUnset { cells[Int(access.index)] = cell }
    }
    guard !cells.isEmpty else { return }
    entries[ObjectIdentifier(object)] = Entry(object: object, cells: cells)
  }

  func value(_ index: Int, of object: NSManagedObject) -> PropertyValue {
    entries[ObjectIdentifier(object)]?.cells[index] ?? .unset
  }

  /// Forgets objects that are clean.
  mutating func prune() {
    guard !entries.isEmpty else { return }
    entries = entries.filter { $0.value.object.flags.hasPendingChanges }
  }

  mutating func forget(_ object: NSManagedObject) {
    if !entries.isEmpty { entries[ObjectIdentifier(object)] = nil }
  }

  mutating func removeAll() {
    if !entries.isEmpty { entries = [:] }
  }
}

/// The values that clean objects were given by primitive access: no changes by themselves, they are saved
/// with the next change of the object (R-CTX-208). Those of an object that has lost its values since, as by
/// a refresh, do not count: it has lost its flag as well.
struct PrimitiveWrites {
  private var indexes: [ObjectIdentifier: SlotSet] = [:]

  mutating func note(_ object: NSManagedObject, _ index: Int) {
    let id = ObjectIdentifier(object)
    // What is listed of an object without the flag is an earlier one's, or was refreshed away.
    var written = object.flags.contains(.written) ? indexes[id] ?? SlotSet() : SlotSet()
    written.insert(index)
    indexes[id] = written
    object.state.markWritten(true)
  }

  /// Puts back what was written before a save that has failed; what was written in it stays.
  mutating func restore(_ former: PrimitiveWrites) {
    indexes.merge(former.indexes) { $1 }
  }

  /// Counts as changed what was written, of an object that changes.
  mutating func count(_ object: NSManagedObject) {
    object.state.markWritten(false)
    indexes.removeValue(forKey: ObjectIdentifier(object))?.forEach { object.state.noteChange($0) }
  }
}
