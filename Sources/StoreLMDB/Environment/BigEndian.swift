// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
/// A number as it stands in keys: big-endian, so that bytes compare as numbers do.
struct BigEndian {
  private let word: UInt64

  init(_ number: Int64) { word = UInt64(bitPattern: number).bigEndian }

  /// Returns the number at the beginning of bytes.
  static func number(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0) -> Int64 {
    let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    return Int64(bitPattern: UInt64(bigEndian: word))
  }
}
#endif
