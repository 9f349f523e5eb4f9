// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// A row's address: what steps read, so that nothing is retained for a step. Valid while the row
/// that it was made from is alive; it need not be aligned, as rows in a store's file are not.
struct RawRow {
  let start: UnsafeRawPointer

  @inline(__always)
  init(_ row: borrowing Row) { start = row.start }

  @inline(__always)
  init(start: UnsafeRawPointer) { self.start = start }

  @inline(__always)

  var entity: Int { Int(start.loadUnaligned(fromByteOffset: 4, as: UInt32.self)) }

  @inline(__always)
  func bits(_ slot: Int) -> UInt64 {
    start.loadUnaligned(fromByteOffset: Row.headerSize + 8 * slot, as: UInt64.self)
  }

  @inline(__always)
  func isNull(_ slot: Int) -> Bool {
    let slotCount = Int(start.loadUnaligned(fromByteOffset: 16, as: UInt32.self))
    let word = start.loadUnaligned(
      fromByteOffset: Row.headerSize + 8 * (slotCount + (slot >> 6)), as: UInt64.self)
    return word & (1 << (slot & 63)) != 0
  }

  /// Returns the bytes that a variable slot's bits point to.
  @inline(__always)
  func bytes(_ bits: UInt64) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: start + Int(bits & 0xFFFF_FFFF), count: Int(bits >> 32))
  }

  /// Returns the destination of a reference slot that is not null.
  func destination(_ slot: Int) -> ObjectKey {
    let entity = bits(slot + 1)
    return ObjectKey(
      entity: Int(entity & 0xFFFF_FFFF), number: Int64(bitPattern: bits(slot)),
      store: Int(entity >> 32))
  }
}
