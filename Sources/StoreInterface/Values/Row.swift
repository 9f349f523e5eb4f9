// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// One immutable packed row: the representation of an object's stored values everywhere.
///
/// Layout, little-endian, 8-byte aligned:
///
///     0   UInt32  byte count of the row        4   UInt32  entity index
///     8   Int64   version (from 1)             16  UInt32  slot count, 20 UInt32 zero
///     24  slots, 8 bytes each                  …   null bitmap, one bit a slot, in 8-byte words
///     …   variable part: text, bytes, UUIDs, decimals
///
/// A variable slot holds the offset of its bytes from the row's start in the low and their length
/// in the high 32 bits; bytes may lie in a file, whose path stands there then (bit 31, see
/// ``isExternal(_:)``), so that no row is longer than 2 GiB. The slot of a null is zero, so that scalar reads need not ask the bitmap.
/// To-one relationships take two slots (number, entity index) and, when the inverse is ordered, a
/// third (the order key). Copying a row retains its chunk; reads are a few loads.
@usableFromInline
package struct Row: Sendable {
  @inlinable package static var headerSize: Int { 24 }
  /// The format's version, for stores that persist the bytes.
  @inlinable package static var formatVersion: UInt8 { 1 }

  @usableFromInline package let chunk: RowChunk
  @usableFromInline package let offset: UInt32

  @inlinable
  package init(chunk: RowChunk, offset: Int) {
    self.chunk = chunk
    self.offset = UInt32(truncatingIfNeeded: offset)
  }

  /// The first byte of the row. Valid while the row is alive.
  @inlinable
  package var start: UnsafeRawPointer { UnsafeRawPointer(chunk.base + Int(offset)) }

  @inlinable
  package var byteCount: Int { Int(start.load(as: UInt32.self)) }
  /// The index of the concrete entity.
  @inlinable
  package var entity: Int { Int(start.load(fromByteOffset: 4, as: UInt32.self)) }
  /// The optimistic-lock version, from 1.
  @inlinable
  package var version: Int64 { start.load(fromByteOffset: 8, as: Int64.self) }
  /// The version after a change. The highest one, which only damaged files have, is followed by 1.
  @inlinable
  package var nextVersion: Int64 { version < .max ? version + 1 : 1 }
  @inlinable
  package var slotCount: Int { Int(start.load(fromByteOffset: 16, as: UInt32.self)) }

  @inlinable
  package func isNull(_ slot: Int) -> Bool { Row.isNull(at: start, slot) }

  /// The same for a row given by its first byte, whose chunk the caller keeps.
  @inlinable
  package static func isNull(at start: UnsafeRawPointer, _ slot: Int) -> Bool {
    let slotCount = Int(start.load(fromByteOffset: 16, as: UInt32.self))
    let bitmap = start + Row.headerSize + 8 * slotCount
    return bitmap.load(fromByteOffset: (slot >> 6) * 8, as: UInt64.self) & (1 << (slot & 63)) != 0
  }

  /// Returns the raw eight bytes of a slot; zero for null.
  @inlinable
  package func bits(_ slot: Int) -> UInt64 {
    start.load(fromByteOffset: Row.headerSize + 8 * slot, as: UInt64.self)
  }

  /// Returns an integer or Boolean slot; zero for null.
  @inlinable
  package func integer(_ slot: Int) -> Int64 {
    start.load(fromByteOffset: Row.headerSize + 8 * slot, as: Int64.self)
  }

  /// Returns a double, float or date slot; zero for null.
  @inlinable
  package func double(_ slot: Int) -> Double {
    start.load(fromByteOffset: Row.headerSize + 8 * slot, as: Double.self)
  }

  /// Returns the bytes of a variable slot; empty for null; the path of one that names a file. Valid
  /// while the row is alive.
  @inlinable
  package func bytes(_ slot: Int) -> UnsafeRawBufferPointer {
    let bits = bits(slot)
    let position = Int(bits & (Row.externalBit - 1))
    return UnsafeRawBufferPointer(start: start + position, count: Int(bits >> 32))
  }

  /// Returns true if a variable slot holds just these bytes.
  @usableFromInline
  package func holds(_ other: UnsafeRawBufferPointer, _ slot: Int) -> Bool {
    let own = bytes(slot)
    guard own.count == other.count else { return false }
    guard let a = own.baseAddress, let b = other.baseAddress else { return true }
    return memcmp(a, b, own.count) == 0
  }

  /// Returns the text of a slot, or nil for null. Costs one string; nothing is cached.
  package func string(_ slot: Int) -> String? {
    isNull(slot) ? nil : String(decoding: bytes(slot), as: UTF8.self)
  }

  /// The same for a row given by its first byte, whose chunk the caller keeps.
  @inlinable
  package static func string(at start: UnsafeRawPointer, _ slot: Int) -> String? {
    let bits = start.load(fromByteOffset: headerSize + 8 * slot, as: UInt64.self)
    if bits == 0 { return nil }  // a text that is there has an offset
    let bytes = UnsafeRawBufferPointer(
      start: start + Int(bits & 0xFFFF_FFFF), count: Int(bits >> 32))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the bytes of a slot, read from their file if they lie in one; nil for null, and when
  /// there is no such file. Large ones are not copied: they share the row's memory.
  package func data(_ slot: Int) -> Data? {
    if isNull(slot) { return nil }
    return isExternal(slot) ? externalContent(slot) : chunk.data(bytes(slot))
  }

  package func uuid(_ slot: Int) -> UUID? {
    isNull(slot) ? nil : UUID(uuid: bytes(slot).loadUnaligned(as: uuid_t.self))
  }

  package func decimal(_ slot: Int) -> Decimal? {
    string(slot).map(DecimalCoding.decimal)
  }

  /// Returns a to-one destination (its store ordinal zero), or nil.
  @inlinable
  package func reference(_ slot: Int) -> ObjectKey? {
    isNull(slot) ? nil : ObjectKey(entity: Int(bits(slot + 1)), number: integer(slot))
  }

  /// Returns a to-one destination, or nil: in the store of the row's object, unless the slot names
  /// another (see ``RowAssembler/setReference(to:from:_:)``).
  @inlinable
  package func destination(_ slot: Int, from store: Int) -> ObjectKey? {
    guard !isNull(slot) else { return nil }
    let word = bits(slot + 1)
    let isNamed = word & Row.namesStore != 0
    return ObjectKey(
      entity: Int(word & (Row.namesStore - 1)), number: integer(slot),
      store: isNamed ? Int(word >> 32) : store)
  }

  /// The bit of a reference's entity word that tells that a store stands above it.
  @inlinable package static var namesStore: UInt64 { 1 << 31 }

  /// Returns the value of a slot of a given kind. For single reads; hot paths read the slot itself.
  package func value(_ slot: Int, _ type: AttributeType) -> AttributeValue {
    guard !isNull(slot) else { return .null }
    switch type {
    case .integer16, .integer32, .integer64, .boolean: return .integer(integer(slot))
    case .double, .float: return .double(double(slot))
    case .date: return .date(double(slot))
    case .decimal: return decimal(slot).map(AttributeValue.decimal) ?? .null
    case .string, .uri: return .string(String(decoding: bytes(slot), as: UTF8.self))
    case .binaryData, .transformable: return data(slot).map(AttributeValue.data) ?? .null
    case .uuid: return uuid(slot).map(AttributeValue.uuid) ?? .null
    }
  }

  /// Returns true if two rows hold the same value in a slot that takes one slot (not a reference).
  package func isEqual(_ slot: Int, to other: Row, kind: SlotKind) -> Bool {
    let null = isNull(slot)
    guard null == other.isNull(slot) else { return false }
    guard !null else { return true }
    switch kind {
    case .integer, .double: return bits(slot) == other.bits(slot)
    case .reference: return bits(slot) == other.bits(slot) && bits(slot + 1) == other.bits(slot + 1)
    case .bytes: return isSameContent(slot, as: other)
    case .text, .uuid: return holds(other.bytes(slot), slot)
    case .decimal: return decimal(slot) == other.decimal(slot)
    }
  }

  /// Returns the row's own bytes, for stores that persist them. Valid within `body`.
  package func withBytes<T>(_ body: (UnsafeRawBufferPointer) throws -> T) rethrows -> T {
    try withExtendedLifetime(chunk) {
      try body(UnsafeRawBufferPointer(start: start, count: byteCount))
    }
  }
}
