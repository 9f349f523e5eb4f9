// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RawLMDB

/// A key of one, two or three numbers, on the stack.
struct RawKey: Comparable {
  private var first: UInt64
  private var second: UInt64
  private var third: UInt64
  private let count: Int

  init(_ first: Int64) {
    (self.first, second, third, count) = (RawKey.bytes(first), 0, 0, 8)
  }

  init(_ first: Int64, _ second: Int64) {
    (self.first, self.second) = (RawKey.bytes(first), RawKey.bytes(second))
    (third, count) = (0, 16)
  }

  init(_ first: Int64, _ second: Int64, _ third: Int64) {
    (self.first, self.second) = (RawKey.bytes(first), RawKey.bytes(second))
    (self.third, count) = (RawKey.bytes(third), 24)
  }

  @inline(__always)
  func withValue<Result>(_ body: (inout MDB_val) throws -> Result) rethrows -> Result {
    try withUnsafeBytes(of: self) { bytes in
      var value = MDB_val(
        mv_size: count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
      return try body(&value)
    }
  }

  /// One of the numbers of a key.
  @inline(__always)
  static func number(_ index: Int, of key: UnsafeRawBufferPointer) -> Int64 {
    Int64(UInt64(bigEndian: key.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self)))
  }

  static func < (left: RawKey, right: RawKey) -> Bool {
    (left.first.byteSwapped, left.second.byteSwapped, left.third.byteSwapped)
      < (right.first.byteSwapped, right.second.byteSwapped, right.third.byteSwapped)
  }

  private static func bytes(_ number: Int64) -> UInt64 { UInt64(number).bigEndian }
}
