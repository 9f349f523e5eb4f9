// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A 64-bit hash over words and bytes, the same in every process: each word is multiplied into the
/// state by a 128-bit product whose halves are folded.
struct ContentHash {
  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
  private static let salt: UInt64 = 0xD6E8_FEB8_6659_FD93

  private(set) var value: UInt64

  init(_ seed: UInt64) {
    value = ContentHash.salt
    add(seed)
  }

  mutating func add(_ word: UInt64) {
    let product = (value ^ word).multipliedFullWidth(by: ContentHash.factor)
    value = (product.high ^ product.low) &+ ContentHash.salt
  }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while offset + 8 <= bytes.count {
      add(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var rest: UInt64 = 0
    for place in offset..<bytes.count { rest = rest << 8 | UInt64(bytes[place]) }
    add(rest)
    add(UInt64(bytes.count))
  }
}
