// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Strings made from bytes, each only once.
///
/// An index names `libc6` twenty thousand times; looked up by its bytes, it is one string.
struct TextPool {
  private var texts: [String] = []
  /// Positions in `texts` plus one, by hash; 0 is free. Its count is a power of two.
  private var table: [Int32]

  init() { table = Array(repeating: 0, count: 1 << 12) }

  mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    var slot = hash(bytes) & (table.count - 1)
    while table[slot] != 0 {
      let text = texts[Int(table[slot]) - 1]
      if isEqual(text, bytes) { return text }
      slot = (slot + 1) & (table.count - 1)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    texts.append(text)
    table[slot] = Int32(texts.count)
    if texts.count * 2 > table.count { grow() }
    return text
  }

  private func isEqual(_ text: String, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    text.utf8.count == bytes.count && text.utf8.elementsEqual(bytes)
  }

  /// FNV-1a: texts are short, and nobody chooses them against us.
  private func hash(_ bytes: some Sequence<UInt8>) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: hash ^ (hash >> 32))
  }

  private mutating func grow() {
    table = Array(repeating: 0, count: table.count * 2)
    for (index, text) in texts.enumerated() {
      var slot = hash(text.utf8) & (table.count - 1)
      while table[slot] != 0 { slot = (slot + 1) & (table.count - 1) }
      table[slot] = Int32(index + 1)
    }
  }
}
