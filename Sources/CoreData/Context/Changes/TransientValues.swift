// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

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

  mutating func removeAll() {
    if !entries.isEmpty { entries = [:] }
  }
}
