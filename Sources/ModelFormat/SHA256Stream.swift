// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A SHA-256 digest of bytes that come in parts, in constant memory.
package struct SHA256Stream {
  private static let constants = SHA2.cubeRoots.prefix(64).map { UInt32($0 >> 32) }
  private static let blockSize = 64

  private var state = SHA2.roots.map { UInt32($0 >> 32) }
  /// The bytes behind the last whole block.
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  package init() {}

  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    count += UInt64(bytes.count)
    var bytes = bytes
    if !rest.isEmpty {
      let missing = min(SHA256Stream.blockSize - rest.count, bytes.count)
      rest += bytes[..<missing]
      bytes = UnsafeRawBufferPointer(rebasing: bytes[missing...])
      guard rest.count == SHA256Stream.blockSize else { return }
      let block = rest
      rest = []
      block.withUnsafeBytes { compress($0) }
    }
    let whole = bytes.count / SHA256Stream.blockSize * SHA256Stream.blockSize
    compress(UnsafeRawBufferPointer(rebasing: bytes[..<whole]))
    rest += bytes[whole...]
  }

  /// The 32 bytes of the digest of what was added so far.
  package var digest: [UInt8] {
    var last = self
    let length = (0..<8).map { UInt8(truncatingIfNeeded: (count * 8) >> UInt64(56 - 8 * $0)) }
    let zeros = (119 - rest.count) % SHA256Stream.blockSize
    let padding = [0x80] + [UInt8](repeating: 0, count: zeros) + length
    padding.withUnsafeBytes { last.add($0) }
    return last.state.flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * $0)) }
    }
  }

  // MARK: - Blocks

  private mutating func compress(_ blocks: UnsafeRawBufferPointer) {
    guard !blocks.isEmpty else { return }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
      SHA256Stream.constants.withUnsafeBufferPointer { constants in
        state.withUnsafeMutableBufferPointer { state in
          for start in stride(from: 0, to: blocks.count, by: SHA256Stream.blockSize) {
            SHA256Stream.fill(schedule, with: blocks, from: start)
            SHA256Stream.compress(into: state, schedule, constants: constants)
          }
        }
      }
    }
  }

  private static func fill(
    _ schedule: UnsafeMutableBufferPointer<UInt32>, with bytes: UnsafeRawBufferPointer,
    from start: Int
  ) {
    for index in 0..<16 {
      schedule[index] = UInt32(
        bigEndian: bytes.loadUnaligned(fromByteOffset: start + 4 * index, as: UInt32.self))
    }
    for index in 16..<64 {
      let (early, late) = (schedule[index - 15], schedule[index - 2])
      let mix0 = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
      let mix1 = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
      schedule[index] = schedule[index - 16] &+ mix0 &+ schedule[index - 7] &+ mix1
    }
  }

  private static func compress(
    into state: UnsafeMutableBufferPointer<UInt32>,
    _ schedule: UnsafeMutableBufferPointer<UInt32>, constants: UnsafeBufferPointer<UInt32>
  ) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
      let first = h &+ sum1 &+ ((e & f) ^ (~e & g)) &+ constants[index] &+ schedule[index]
      let sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ sum0 &+ majority)
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }

  @inline(__always)
  private static func rotated(_ word: UInt32, _ distance: UInt32) -> UInt32 {
    word >> distance | word << (32 - distance)
  }
}
