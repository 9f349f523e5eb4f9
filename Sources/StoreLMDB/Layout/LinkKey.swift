// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import StoreInterface

/// The key of a pair: both numbers, big-endian.
struct LinkKey {
  private let words: (UInt64, UInt64)

  init(_ owner: Int64, _ member: Int64) {
    words = (UInt64(bitPattern: owner).bigEndian, UInt64(bitPattern: member).bigEndian)
  }

  @inline(__always)
  func withBytes<T>(
    _ body: (UnsafeRawBufferPointer) throws(StoreError) -> T
  ) throws(StoreError) -> T {
    try withUnsafeBytes(of: words, body)
  }
}
#endif
