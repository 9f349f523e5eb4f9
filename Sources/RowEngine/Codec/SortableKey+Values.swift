// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
package import StoreInterface

extension SortableKey {
  /// Appends a column of a row. `key` is the row's own, for the column `.key`.
  package mutating func append(
    _ column: Column, of row: Row, _ key: ObjectKey, entity: EntitySchema, ascending: Bool = true
  ) {
    guard column != .key else { return appendInteger(key.number, ascending: ascending) }
    append(slot: entity.slot(of: column), kind: entity.kind(of: column), of: row, ascending)
  }

  /// Appends a slot of a row.
  package mutating func append(slot: Int, kind: SlotKind, of row: Row, _ ascending: Bool = true) {
    guard !row.isNull(slot) else { return appendNull(ascending: ascending) }
    switch kind {
    case .integer, .reference: appendInteger(row.integer(slot), ascending: ascending)
    case .double: appendDouble(row.double(slot), ascending: ascending)
    case .text, .bytes: appendBytes(row.bytes(slot), ascending: ascending)
    case .uuid: appendUUID(row.bytes(slot), ascending: ascending)
    case .decimal: appendDecimal(row.bytes(slot), ascending: ascending)
    }
  }

  /// Appends a constant as a column of the kind would hold it. False, and nothing appended, when
  /// no such column can hold exactly that value.
  package mutating func append(
    _ value: AttributeValue, kind: SlotKind, ascending: Bool = true
  ) -> Bool {
    switch (value, kind) {
    case (.null, _): appendNull(ascending: ascending)
    case (.integer(let value), .integer): appendInteger(value, ascending: ascending)
    case (.double(let value), .integer):
      guard let exact = Int64(exactly: value) else { return false }
      appendInteger(exact, ascending: ascending)
    case (.double(let value), .double), (.date(let value), .double):
      appendDouble(value, ascending: ascending)
    case (.integer(let value), .double):
      guard let exact = Double(exactly: value) else { return false }
      appendDouble(exact, ascending: ascending)
    case (.reference(let key), .reference): appendInteger(key.number, ascending: ascending)
    case (.string(let value), .text): appendString(value, ascending: ascending)
    default: return appendVariable(value, kind: kind, ascending: ascending)
    }
    return true
  }

  private mutating func appendVariable(
    _ value: AttributeValue, kind: SlotKind, ascending: Bool
  ) -> Bool {
    switch (value, kind) {
    case (.data(let value), .bytes):
      value.withUnsafeBytes { appendBytes($0, ascending: ascending) }
    case (.uuid(let value), .uuid):
      withUnsafeBytes(of: value.uuid) { appendUUID($0, ascending: ascending) }
    case (.decimal(let value), .decimal):
      var text = DecimalCoding.text(value)
      text.withUTF8 { appendDecimal(UnsafeRawBufferPointer($0), ascending: ascending) }
    case (.integer(let value), .decimal):
      var text = String(value)
      text.withUTF8 { appendDecimal(UnsafeRawBufferPointer($0), ascending: ascending) }
    default: return false
    }
    return true
  }
}
