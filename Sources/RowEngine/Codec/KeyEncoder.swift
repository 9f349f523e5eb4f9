// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
package import StoreInterface

/// The columns of an index, compiled: writes the ``SortableKey`` of a row straight into memory.
///
/// The bytes are exactly those of ``SortableKey``, which defines them. Reads rows at any address,
/// aligned or not.
package struct KeyEncoder: Sendable {
  package struct Field: Sendable {
    /// -1 for the object itself.
    package let slot: Int
    package let kind: SlotKind
    package let isAscending: Bool

    package init(slot: Int, kind: SlotKind, isAscending: Bool) {
      self.slot = slot
      self.kind = kind
      self.isAscending = isAscending
    }
  }

  private let fields: [Field]

  package init(_ fields: [Field]) { self.fields = fields }

  /// Appends the values of a row image. `number` is the row's own.
  package func append(_ row: UnsafeRawPointer, number: Int64, to buffer: KeyBuffer) {
    for field in fields {
      guard field.slot >= 0 else {
        KeyEncoder.append(SortableKey.word(number), of: field, to: buffer)
        continue
      }
      let bits = row.loadUnaligned(
        fromByteOffset: Row.headerSize + 8 * field.slot, as: UInt64.self)
      if bits == 0, KeyEncoder.isNull(row, field.slot) {
        let tag = field.isAscending ? SortableKey.nullTag : ~SortableKey.nullTag
        buffer.extend(by: 1).storeBytes(of: tag, as: UInt8.self)
        continue
      }
      switch field.kind {
      case .integer, .reference:
        KeyEncoder.append(bits ^ (1 << 63), of: field, to: buffer)
      case .double:
        KeyEncoder.append(SortableKey.word(Double(bitPattern: bits)), of: field, to: buffer)
      case .text, .bytes, .uuid, .decimal:
        let bytes = UnsafeRawBufferPointer(
          start: row + Int(bits & 0xFFFF_FFFF), count: Int(bits >> 32))
        KeyEncoder.append(bytes, of: field, to: buffer)
      }
    }
  }

  /// Returns true if a column's value is null.
  package func hasNull(_ row: UnsafeRawPointer) -> Bool {
    fields.contains { $0.slot >= 0 && KeyEncoder.isNull(row, $0.slot) }
  }

  private static func isNull(_ row: UnsafeRawPointer, _ slot: Int) -> Bool {
    let slots = Int(row.loadUnaligned(fromByteOffset: 16, as: UInt32.self))
    let word = row.loadUnaligned(
      fromByteOffset: Row.headerSize + 8 * (slots + (slot >> 6)), as: UInt64.self)
    return word & (1 << (slot & 63)) != 0
  }

  // MARK: - Fields

  @inline(__always)
  private static func append(_ word: UInt64, of field: Field, to buffer: KeyBuffer) {
    let target = buffer.extend(by: 9)
    let tag = field.isAscending ? SortableKey.valueTag : ~SortableKey.valueTag
    target.storeBytes(of: tag, as: UInt8.self)
    let word = field.isAscending ? word : ~word
    target.storeBytes(of: word.bigEndian, toByteOffset: 1, as: UInt64.self)
  }

  private static func append(
    _ bytes: UnsafeRawBufferPointer, of field: Field, to buffer: KeyBuffer
  ) {
    let start = buffer.count
    buffer.extend(by: 1).storeBytes(of: SortableKey.valueTag, as: UInt8.self)
    switch field.kind {
    case .decimal:
      var key = SortableKey()
      key.appendDecimal(bytes, ascending: true)
      key.bytes.withUnsafeBytes { buffer.append(UnsafeRawBufferPointer(rebasing: $0[1...])) }
    case .uuid: buffer.append(bytes)
    default:
      appendEscaped(bytes, buffer)
      buffer.extend(by: 2).storeBytes(of: 0, as: UInt16.self)
    }
    guard !field.isAscending else { return }
    for offset in start..<buffer.count {
      let byte = buffer.base.load(fromByteOffset: offset, as: UInt8.self)
      buffer.base.storeBytes(of: ~byte, toByteOffset: offset, as: UInt8.self)
    }
  }

  private static func appendEscaped(_ bytes: UnsafeRawBufferPointer, _ buffer: KeyBuffer) {
    var rest = bytes
    while let start = rest.baseAddress, let zero = memchr(start, 0, rest.count) {
      let count = UnsafeRawPointer(zero) - start + 1
      buffer.append(UnsafeRawBufferPointer(start: start, count: count))
      buffer.extend(by: 1).storeBytes(of: 0xFF, as: UInt8.self)
      rest = UnsafeRawBufferPointer(start: start + count, count: rest.count - count)
    }
    buffer.append(rest)
  }
}
