// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A SHA-256 digest of bytes that come in parts, in constant memory.
package typealias SHA256Stream = SHA2Stream<UInt32>

/// A digest of bytes that come in parts, in constant memory: SHA-256 with words of 32 bits, SHA-512
/// with words of 64.
package struct SHA2Stream<Word: SHA2Word> {
  private static var wordSize: Int { MemoryLayout<Word>.size }
  private static var blockSize: Int { 16 * wordSize }

  private var state = Word.initial
  /// The bytes behind the last whole block.
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  package init() {}

  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    let blockSize = SHA2Stream.blockSize
    count += UInt64(bytes.count)
    var bytes = bytes
    if !rest.isEmpty {
      let missing = min(blockSize - rest.count, bytes.count)
      rest += bytes[..<missing]
      bytes = UnsafeRawBufferPointer(rebasing: bytes[missing...])
      guard rest.count == blockSize else { return }
      let block = rest
      rest = []
      block.withUnsafeBytes { mix($0) }
    }
    let whole = bytes.count / blockSize * blockSize
    mix(UnsafeRawBufferPointer(rebasing: bytes[..<whole]))
    rest += bytes[whole...]
  }

  /// The digest of what was added so far: 8 words, the highest byte of each first.
  package var digest: [UInt8] {
    var last = self
    padding.withUnsafeBytes { last.add($0) }
    let words = last.state.map(\.bigEndian)
    return words.withUnsafeBytes { Array($0) }
  }

  /// A set bit, zeros, and the length in bits as two words, filling whole blocks.
  private var padding: [UInt8] {
    let (block, length) = (SHA2Stream.blockSize, 2 * SHA2Stream.wordSize)
    let zeros = block - 1 - (rest.count + length) % block
    var padding = [UInt8](repeating: 0, count: 1 + zeros + length - 8)
    padding[0] = 0x80
    withUnsafeBytes(of: (count * 8).bigEndian) { padding += $0 }
    return padding
  }

  private mutating func mix(_ blocks: UnsafeRawBufferPointer) {
    guard let first = blocks.baseAddress, !blocks.isEmpty else { return }
    let constants = Word.constants
    withUnsafeTemporaryAllocation(of: Word.self, capacity: constants.count) { schedule in
      guard let schedule = schedule.baseAddress else { return }
      for start in stride(from: 0, to: blocks.count, by: SHA2Stream.blockSize) {
        Word.mix(first + start, into: &state, schedule: schedule, constants: constants)
      }
    }
  }
}
