// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A word of SHA-256 or of SHA-512, with all that the two do not have in common.
package protocol SHA2Word: FixedWidthInteger {
  /// The state before the first block: 8 words.
  static var initial: [Self] { get }
  /// One word for each round.
  static var constants: [Self] { get }
  /// Mixes a block of 16 words into the 8 of the state; `schedule` has room for as many words as
  /// there are rounds, and need not be initialised.
  static func mix(
    _ block: UnsafeRawPointer, into state: UnsafeMutablePointer<Self>,
    schedule: UnsafeMutablePointer<Self>, constants: UnsafePointer<Self>)
}

// The 32-bit constants are the upper halves of the 64-bit ones: both are the leading bits of the
// same irrational fractions.
extension UInt32: SHA2Word {
  package static let initial = SHA2Roots.square.map { UInt32($0 >> 32) }
  package static let constants = SHA2Roots.cube.prefix(64).map { UInt32($0 >> 32) }

  package static func mix(
    _ block: UnsafeRawPointer, into state: UnsafeMutablePointer<UInt32>,
    schedule: UnsafeMutablePointer<UInt32>, constants: UnsafePointer<UInt32>
  ) {
    SHA2Rounds(count: 64, schedule: schedule)
      .fill(from: block, early: (7, 18, 3), late: (17, 19, 10))
      .mix(into: state, constants, sum0: (2, 13, 22), sum1: (6, 11, 25))
  }
}

extension UInt64: SHA2Word {
  package static let initial = SHA2Roots.square
  package static let constants = SHA2Roots.cube

  package static func mix(
    _ block: UnsafeRawPointer, into state: UnsafeMutablePointer<UInt64>,
    schedule: UnsafeMutablePointer<UInt64>, constants: UnsafePointer<UInt64>
  ) {
    SHA2Rounds(count: 80, schedule: schedule)
      .fill(from: block, early: (1, 8, 7), late: (19, 61, 6))
      .mix(into: state, constants, sum0: (28, 34, 39), sum1: (14, 18, 41))
  }
}

// Opening a store needs the version hashes of its model, in debug builds too. There a generic function
// calls each shift and sum of its words through a table, 150 µs a block; a transparent one is made for
// the word it is used with, 3 µs a block, where its body stands in the file that uses it.

/// The rounds of one block, over words of any size.
private struct SHA2Rounds<Word: FixedWidthInteger> {
  typealias Distances = (Word, Word, Word)

  let count: Int
  let schedule: UnsafeMutablePointer<Word>

  @_transparent
  init(count: Int, schedule: UnsafeMutablePointer<Word>) {
    self.count = count
    self.schedule = schedule
  }

  /// Reads the 16 words of a block and makes those of the other rounds of them.
  @_transparent
  func fill(from block: UnsafeRawPointer, early: Distances, late: Distances) -> Self {
    var index = 0
    while index < 16 {
      let offset = index &* MemoryLayout<Word>.size
      schedule[index] = Word(
        bigEndian: block.loadUnaligned(fromByteOffset: offset, as: Word.self))
      index &+= 1
    }
    while index < count {
      let (first, second) = (schedule[index &- 15], schedule[index &- 2])
      let mix0 = rotated(first, early.0) ^ rotated(first, early.1) ^ first &>> early.2
      let mix1 = rotated(second, late.0) ^ rotated(second, late.1) ^ second &>> late.2
      schedule[index] = schedule[index &- 16] &+ mix0 &+ schedule[index &- 7] &+ mix1
      index &+= 1
    }
    return self
  }

  @_transparent
  func mix(
    into state: UnsafeMutablePointer<Word>, _ constants: UnsafePointer<Word>,
    sum0: Distances, sum1: Distances
  ) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    var index = 0
    while index < count {
      let mix1 = rotated(e, sum1.0) ^ rotated(e, sum1.1) ^ rotated(e, sum1.2)
      let first = h &+ mix1 &+ ((e & f) ^ (~e & g)) &+ constants[index] &+ schedule[index]
      let mix0 = rotated(a, sum0.0) ^ rotated(a, sum0.1) ^ rotated(a, sum0.2)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ mix0 &+ majority)
      index &+= 1
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

  @_transparent
  func rotated(_ word: Word, _ distance: Word) -> Word {
    word &>> distance | word &<< (0 &- distance)
  }
}

/// Leading bits of irrational roots.
private enum SHA2Roots {
  /// Fractions of the square roots of the first 8 primes.
  static let square: [UInt64] = [
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
  ]

  /// Fractions of the cube roots of the first 80 primes.
  static let cube: [UInt64] = [
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc,
    0x3956c25bf348b538, 0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118,
    0xd807aa98a3030242, 0x12835b0145706fbe, 0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2,
    0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235, 0xc19bf174cf692694,
    0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
    0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5,
    0x983e5152ee66dfab, 0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4,
    0xc6e00bf33da88fc2, 0xd5a79147930aa725, 0x06ca6351e003826f, 0x142929670a0e6e70,
    0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed, 0x53380d139d95b3df,
    0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
    0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30,
    0xd192e819d6ef5218, 0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8,
    0x19a4c116b8d2d0c8, 0x1e376c085141ab53, 0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8,
    0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373, 0x682e6ff3d6b2b8a3,
    0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b,
    0xca273eceea26619c, 0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178,
    0x06f067aa72176fba, 0x0a637dc5a2c898a6, 0x113f9804bef90dae, 0x1b710b35131c471b,
    0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc, 0x431d67c49c100d4c,
    0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817,
  ]
}
