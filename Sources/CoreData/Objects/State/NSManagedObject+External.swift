// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Values that lie in files beside their store: a row only names the file, which is read when
/// somebody asks for the value.
extension NSManagedObject {
  /// Returns the value of a binary attribute whose row names a file; kept in its cell from then on.
  final func externalCell(_ index: Int, _ row: Row) -> PropertyValue {
    guard let data = externalData(layout.properties[index], row) else { return .null }
    let value = PropertyValue.boxed(ValueBox(data))
    place(value, index)
    return value
  }

  /// Returns the bytes of an attribute in a row, wherever they lie; nil when there are none.
  final func storedData(_ record: PropertyRecord, _ row: Row) -> Data? {
    guard !row.isNull(record.slot), row.isExternal(record.slot) else {
      return row.data(record.slot)
    }
    return externalData(record, row)
  }

  /// Returns the content of the file that a row names. Rows of this process keep their files; if
  /// another process has dropped the value since the row was read, it is the present one. A file
  /// that is missing makes the value nil, and nothing else.
  private final func externalData(_ record: PropertyRecord, _ row: Row) -> Data? {
    var row = row
    // Each time round somebody has replaced the value between two lines of this.
    for _ in 0..<8 {
      if let content = row.externalContent(record.slot) { return content }
      guard let fresh = newestRow, fresh.entity == row.entity, !fresh.isNull(record.slot) else {
        break
      }
      guard fresh.isExternal(record.slot) else { return fresh.data(record.slot) }
      if fresh.externalPath(record.slot) == row.externalPath(record.slot) { break }
      row = fresh
    }
    Log.warningOnce(
      "\(layout.schema.name).\(record.name) of \(currentID.uriRepresentation()) is nil: its file "
        + "\(row.externalPath(record.slot) ?? "") cannot be read.")
    return nil
  }

  /// Returns true if a value that nobody has touched lies in a file that is missing: the reference
  /// to it is not to be overwritten, since the file may come back.
  final func keepsMissingFile(_ record: PropertyRecord) -> Bool {
    guard record.kind == .attribute, record.slot >= 0, record.type?.slotKind == .bytes, let row,
      row.isExternal(record.slot), !changed.contains(record.index)
    else { return false }
    return storedData(record, row) == nil
  }

  /// The object's row as it is stored now, whatever its context sees.
  private final var newestRow: Row? {
    guard var root = context else { return nil }
    let known = key.isTemporary ? root.identityMap.family.counterpart(of: key) : key
    while let parent = root.parentContext { root = parent }
    guard let known, let coordinator = root.coordinator else { return nil }
    return try? coordinator.row(for: known)  // a store that cannot be read has no newer row
  }
}
