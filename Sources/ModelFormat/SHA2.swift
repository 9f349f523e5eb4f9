// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// Version hashes are fingerprints of a model, compared for equality with what other programs wrote
// into their stores. No secret depends on them, so a cryptography package would be weight without
// use; Foundation on Linux has no hash function.

/// SHA-256 and SHA-512 of FIPS 180-4. Stateless; any thread; linear in the input.
package enum SHA2 {
  /// Returns the 32-byte digest.
  package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    digest(of: bytes, small)
  }

  /// Returns the 64-byte digest.
  package static func sha512(_ bytes: [UInt8]) -> [UInt8] {
    digest(of: bytes, large)
  }

  // MARK: - The common algorithm

  /// The parameters of the two functions: word size, constants, and rotation distances.
  private struct Parameters<Word: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
    let initial: [Word]
    let constants: [Word]
    let sum0, sum1, schedule0, schedule1: (Int, Int, Int)
  }

  private static func digest<Word>(of bytes: [UInt8], _ parameters: Parameters<Word>) -> [UInt8] {
    let wordBytes = Word.bitWidth / 8
    let blockBytes = 16 * wordBytes
    var state = parameters.initial
    let message = padded(bytes, blockBytes: blockBytes, lengthBytes: 2 * wordBytes)
    for start in stride(from: 0, to: message.count, by: blockBytes) {
      var schedule = words(in: message[start..<start + blockBytes], Word.self)
      extend(&schedule, parameters)
      compress(&state, schedule: schedule, parameters: parameters)
    }
    return state.flatMap { word in
      (0..<wordBytes).map { UInt8(truncatingIfNeeded: word >> Word(8 * (wordBytes - 1 - $0))) }
    }
  }

  /// The message, a set bit, zeros, and the length in bits, filling whole blocks.
  private static func padded(_ bytes: [UInt8], blockBytes: Int, lengthBytes: Int) -> [UInt8] {
    let zeros = blockBytes - 1 - (bytes.count + lengthBytes) % blockBytes
    let bits = UInt64(bytes.count) * 8
    let length = (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * $0)) }
    return bytes + [0x80] + Array(repeating: 0, count: zeros + lengthBytes - 8) + length
  }

  private static func words<Word: FixedWidthInteger>(
    in block: ArraySlice<UInt8>, _: Word.Type
  ) -> [Word] {
    stride(from: block.startIndex, to: block.endIndex, by: Word.bitWidth / 8).map { start in
      block[start..<start + Word.bitWidth / 8].reduce(0) { $0 << 8 | Word($1) }
    }
  }

  private static func extend<Word>(_ schedule: inout [Word], _ parameters: Parameters<Word>) {
    schedule.reserveCapacity(parameters.constants.count)
    let (s0, s1) = (parameters.schedule0, parameters.schedule1)
    for index in 16..<parameters.constants.count {
      let (early, late) = (schedule[index - 15], schedule[index - 2])
      let mix0 = rotated(early, s0.0) ^ rotated(early, s0.1) ^ (early >> Word(s0.2))
      let mix1 = rotated(late, s1.0) ^ rotated(late, s1.1) ^ (late >> Word(s1.2))
      schedule.append(schedule[index - 16] &+ mix0 &+ schedule[index - 7] &+ mix1)
    }
  }

  private static func compress<Word>(
    _ state: inout [Word], schedule: [Word], parameters: Parameters<Word>
  ) {
    let (r0, r1) = (parameters.sum0, parameters.sum1)
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for (constant, word) in zip(parameters.constants, schedule) {
      let sum1 = rotated(e, r1.0) ^ rotated(e, r1.1) ^ rotated(e, r1.2)
      let choice = (e & f) ^ (~e & g)
      let first = h &+ sum1 &+ choice &+ constant &+ word
      let sum0 = rotated(a, r0.0) ^ rotated(a, r0.1) ^ rotated(a, r0.2)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ sum0 &+ majority)
    }
    for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
  }

  private static func rotated<Word: FixedWidthInteger>(_ word: Word, _ distance: Int) -> Word {
    word >> Word(distance) | word << Word(Word.bitWidth - distance)
  }

  // MARK: - Constants

  // The 32-bit constants are the upper halves of the 64-bit ones: both are the leading bits of the
  // same irrational fractions.
  private static let small = Parameters<UInt32>(
    initial: roots.map { UInt32($0 >> 32) },
    constants: cubeRoots.prefix(64).map { UInt32($0 >> 32) },
    sum0: (2, 13, 22), sum1: (6, 11, 25), schedule0: (7, 18, 3), schedule1: (17, 19, 10))

  private static let large = Parameters<UInt64>(
    initial: roots, constants: cubeRoots,
    sum0: (28, 34, 39), sum1: (14, 18, 41), schedule0: (1, 8, 7), schedule1: (19, 61, 6))

  /// Fractions of the square roots of the first 8 primes.
  static let roots: [UInt64] = [
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
  ]

  /// Fractions of the cube roots of the first 80 primes.
  static let cubeRoots: [UInt64] = [
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
