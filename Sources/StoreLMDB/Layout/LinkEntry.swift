// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import StoreInterface

/// One direction of a pair as it is stored.
struct LinkEntry {
  static let keyCount = 16

  var owner: Int64
  var member: Int64
  /// The member's entity, by the file's number.
  var entity: UInt32
  /// The position of the member; nil for an unordered side.
  var order: Int64?

  init(owner: Int64, member: Int64, entity: UInt32, order: Int64?) {
    self.owner = owner
    self.member = member
    self.entity = entity
    self.order = order
  }

  /// Nil when the bytes are no entry.
  init?(key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
    guard key.count == LinkEntry.keyCount, value.count >= 4 else { return nil }
    owner = BigEndian.number(key)
    member = BigEndian.number(key, at: 8)
    entity = value.loadUnaligned(as: UInt32.self)
    order = value.count >= 12 ? value.loadUnaligned(fromByteOffset: 4, as: Int64.self) : nil
  }

  /// Calls `body` with the key's and the value's bytes.
  func withBytes<T>(
    _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws(StoreError) -> T
  ) throws(StoreError) -> T {
    var bytes = (BigEndian(owner), BigEndian(member), UInt64(0), UInt32(0))
    return try withUnsafeMutableBytes(of: &bytes) { buffer throws(StoreError) in
      // The order key follows the entity without a gap.
      buffer.storeBytes(of: entity, toByteOffset: 16, as: UInt32.self)
      if let order { buffer.storeBytes(of: order, toByteOffset: 20, as: Int64.self) }
      let count = order == nil ? 4 : 12
      return try body(
        UnsafeRawBufferPointer(rebasing: buffer[..<16]),
        UnsafeRawBufferPointer(rebasing: buffer[16..<16 + count]))
    }
  }
}
#endif
