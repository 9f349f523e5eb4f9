// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// Builds packed rows, one after the other, into shared chunks.
///
/// `begin`, then any number of `set…` in any order, then `finish`. A slot that is not set is null.
/// Reuse one assembler for a whole query or change set; it is a class so that stores can keep it
/// beside their cursor. Not thread-safe.
@usableFromInline
package final class RowAssembler {
  // Nothing here calls out while it writes, so overlapping access cannot be and is not checked.
  @exclusivity(unchecked) @usableFromInline var chunk: RowChunk
  @exclusivity(unchecked) @usableFromInline var rowStart = 0
  @exclusivity(unchecked) @usableFromInline var used = 0
  @exclusivity(unchecked) @usableFromInline var slotCount = 0
  @usableFromInline let chunkCapacity: Int
  @exclusivity(unchecked) private var chunks: ChunkSource

  /// - Parameter chunkCapacity: bytes per chunk. Pass a small figure for single rows that live long.
  package init(chunkCapacity: Int = RowChunk.standardCapacity) {
    self.chunkCapacity = chunkCapacity
    chunks = ChunkSource(first: chunkCapacity, longest: chunkCapacity)
    chunk = chunks.next(chunkCapacity)
  }

  /// Starts a row with every slot null.
  @inlinable
  package func begin(entity: Int, slotCount: Int, version: Int64) {
    let fixed = Row.headerSize + 8 * slotCount + 8 * ((slotCount + 63) >> 6)
    rowStart = (rowStart + used + 7) & ~7
    used = 0
    reserve(fixed)
    self.slotCount = slotCount
    let start = chunk.base + rowStart
    start.storeBytes(of: UInt32(truncatingIfNeeded: entity), toByteOffset: 4, as: UInt32.self)
    start.storeBytes(of: version, toByteOffset: 8, as: Int64.self)
    start.storeBytes(of: UInt64(slotCount), toByteOffset: 16, as: UInt64.self)
    (start + Row.headerSize).initializeMemory(as: UInt64.self, repeating: 0, count: slotCount)
    let bitmap = start + Row.headerSize + 8 * slotCount
    bitmap.initializeMemory(as: UInt64.self, repeating: .max, count: (slotCount + 63) >> 6)
    used = fixed
  }

  /// Sets the raw bits of a slot and marks it as not null.
  @inlinable
  package func setBits(_ bits: UInt64, _ slot: Int) {
    assert(
      slot >= 0 && slot < slotCount, "A row with \(slotCount) slots has no slot \(slot).")
    let start = chunk.base + rowStart
    start.storeBytes(of: bits, toByteOffset: Row.headerSize + 8 * slot, as: UInt64.self)
    let word = start + Row.headerSize + 8 * slotCount + (slot >> 6) * 8
    word.storeBytes(of: word.load(as: UInt64.self) & ~(1 << (slot & 63)), as: UInt64.self)
  }

  @inlinable
  package func setInteger(_ value: Int64, _ slot: Int) { setBits(UInt64(bitPattern: value), slot) }

  @inlinable
  package func setDouble(_ value: Double, _ slot: Int) { setBits(value.bitPattern, slot) }

  /// Sets a to-one destination: its number and, in the next slot, its entity index.
  @inlinable
  package func setReference(number: Int64, entity: Int, _ slot: Int) {
    setBits(UInt64(bitPattern: number), slot)
    setBits(UInt64(entity), slot + 1)
  }

  /// A reference out of an object of some store to one of any, or of none yet. Rows with references
  /// that name a store are for contexts only; no store writes them.
  package func setReference(to key: ObjectKey, from store: Int, _ slot: Int) {
    let isSame = key.store == store && !key.isTemporary
    let named = Row.namesStore | UInt64(key.store) << 32
    setBits(UInt64(bitPattern: key.number), slot)
    setBits(UInt64(key.entity) | (isSame ? 0 : named), slot + 1)
  }

  /// Copies bytes into the variable part. The source may lie in another row of the same chunk.
  @inlinable
  package func setBytes(_ source: UnsafeRawBufferPointer, _ slot: Int) {
    let position = used
    reserve(source.count)
    if let address = source.baseAddress, source.count > 0 {
      (chunk.base + rowStart + position).copyMemory(from: address, byteCount: source.count)
    }
    used += source.count
    setBits(UInt64(position) | UInt64(source.count) << 32, slot)
  }

  @inlinable
  package func setString(_ value: String, _ slot: Int) {
    let done: Void? = value.utf8.withContiguousStorageIfAvailable {
      setBytes(UnsafeRawBufferPointer($0), slot)
    }
    if done == nil { setBytes(of: value, slot) }
  }

  @usableFromInline
  func setBytes(of value: String, _ slot: Int) {
    var value = value
    value.withUTF8 { setBytes(UnsafeRawBufferPointer($0), slot) }
  }

  package func setData(_ value: Data, _ slot: Int) {
    value.withUnsafeBytes { setBytes($0, slot) }
  }

  package func setUUID(_ value: UUID, _ slot: Int) {
    withUnsafeBytes(of: value.uuid) { setBytes($0, slot) }
  }

  package func setDecimal(_ value: Decimal, _ slot: Int) {
    setString(DecimalCoding.text(value), slot)
  }

  /// Sets a slot from a value of the matching kind; `.null` leaves it null.
  package func set(_ value: AttributeValue, _ slot: Int) {
    switch value {
    case .null: break
    case .integer(let integer): setInteger(integer, slot)
    case .double(let double), .date(let double): setDouble(double, slot)
    case .decimal(let decimal): setDecimal(decimal, slot)
    case .string(let string): setString(string, slot)
    case .data(let data): setData(data, slot)
    case .uuid(let uuid): setUUID(uuid, slot)
    case .reference(let key): setReference(number: key.number, entity: key.entity, slot)
    }
  }

  /// Copies one slot of another row, whatever its kind says lies behind it.
  @inlinable
  package func copy(_ slot: Int, kind: SlotKind, from row: Row) {
    withExtendedLifetime(row) { copy(slot, kind: kind, fromRowAt: row.start) }
  }

  /// The same for a row given by its first byte, whose chunk the caller keeps.
  @inlinable
  package func copy(_ slot: Int, kind: SlotKind, fromRowAt start: UnsafeRawPointer) {
    guard !Row.isNull(at: start, slot) else { return }
    let bits = start.load(fromByteOffset: Row.headerSize + 8 * slot, as: UInt64.self)
    switch kind {
    case .integer, .double: setBits(bits, slot)
    case .reference:
      let entity = start.load(fromByteOffset: Row.headerSize + 8 * (slot + 1), as: UInt64.self)
      setBits(bits, slot)
      setBits(entity, slot + 1)
    case .bytes where bits & Row.externalBit != 0:
      copyExternal(slot, fromRowAt: start, bits: bits)
    case .text, .bytes, .uuid, .decimal:
      setBytes(
        UnsafeRawBufferPointer(start: start + Int(bits & 0xFFFF_FFFF), count: Int(bits >> 32)), slot
      )
    }
  }

  /// Ends the row and hands it out.
  @inlinable
  package func finish() -> Row {
    let start = chunk.base + rowStart
    start.storeBytes(of: UInt32(truncatingIfNeeded: used), as: UInt32.self)
    checkInvariants(violation)
    return Row(chunk: chunk, offset: rowStart)
  }

  /// Takes a whole row image (as ``Row/withBytes(_:)`` gave it) and hands it out.
  /// The caller has verified the image: its slots, and that every length and offset lies inside.
  @inlinable
  package func append(image: UnsafeRawBufferPointer) -> Row {
    rowStart = (rowStart + used + 7) & ~7
    used = 0
    reserve(image.count)
    if let address = image.baseAddress {
      (chunk.base + rowStart).copyMemory(from: address, byteCount: image.count)
    }
    used = image.count
    checkInvariants(violation)
    return Row(chunk: chunk, offset: rowStart)
  }

  /// The first broken promise; nil when all hold: the row lies in its chunk, aligned.
  @inlinable
  package var violation: String? {
    if rowStart & 7 != 0 { return "A row begins at \(rowStart), which is not a multiple of 8." }
    if rowStart + used > chunk.capacity {
      return "A row of \(used) bytes at \(rowStart) leaves its chunk of \(chunk.capacity)."
    }
    if used < Row.headerSize { return "A row of \(used) bytes has no room for its header." }
    return nil
  }

  /// Makes room for more bytes of the current row, moving its beginning to a new chunk if need be.
  @inlinable
  func reserve(_ count: Int) {
    if rowStart + used + count > chunk.capacity { moveToNewChunk(count) }
  }

  @usableFromInline
  func moveToNewChunk(_ count: Int) {
    let needed = used + count
    let fresh = chunks.next(needed > chunkCapacity ? needed * 2 : needed)
    fresh.base.copyMemory(from: chunk.base + rowStart, byteCount: used)
    chunk.moveUses(ofRowAt: rowStart, to: fresh)
    chunk = fresh
    rowStart = 0
  }
}
