// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// A value of a row that lies in the row's own slots, so that it can be read at the row's address.
struct FlatColumn {
  /// -1 for the object itself.
  let slot: Int
  /// Nil for a reference and for the object itself.
  let type: AttributeType?

  /// Nil for what is computed or lies elsewhere: in another row, or in a file.
  init?(_ operand: CompiledOperand) {
    switch operand {
    case .attribute(let hops, let slot, let type):
      guard hops.isEmpty, type.slotKind != .bytes else { return nil }
      (self.slot, self.type) = (slot, type)
    case .reference(let hops, let slot):
      guard hops.isEmpty else { return nil }
      (self.slot, type) = (slot, nil)
    case .key: (slot, type) = (-1, nil)
    case .value, .count, .aggregate, .function, .conditional: return nil
    }
  }

  var kind: SlotKind { type?.slotKind ?? .reference }

  /// True if a value is eight bytes, of which equal ones are equal but for the zeros and
  /// not-a-numbers.
  var isWord: Bool { kind == .integer || kind == .double }

  /// Only zero bits can be a null's, so most rows never touch the bitmap.
  @inline(__always)
  func isNull(_ row: RawRow) -> Bool { slot >= 0 && row.bits(slot) == 0 && row.isNull(slot) }

  /// The value as it is where rows have been copied.
  func value(_ row: RawRow, _ key: ObjectKey) -> AttributeValue {
    if slot < 0 { return .reference(key) }
    if isNull(row) { return .null }
    let bits = row.bits(slot)
    switch type {
    case nil: return .reference(row.destination(slot))
    case .integer16, .integer32, .integer64, .boolean: return .integer(Int64(bitPattern: bits))
    case .double, .float: return .double(Double(bitPattern: bits))
    case .date: return .date(Double(bitPattern: bits))
    case .decimal:
      return .decimal(DecimalCoding.decimal(String(decoding: row.bytes(bits), as: UTF8.self)))
    case .string, .uri: return .string(String(decoding: row.bytes(bits), as: UTF8.self))
    case .uuid: return .uuid(UUID(uuid: row.bytes(bits).loadUnaligned(as: uuid_t.self)))
    case .binaryData, .transformable: return .data(Data(row.bytes(bits)))
    }
  }
}
