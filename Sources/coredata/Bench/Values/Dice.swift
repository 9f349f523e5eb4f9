// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Numbers that look random and depend on what they are for, not on when they are asked.
///
/// A value of the generated data is a function of seed, property and row: nothing is kept, and
/// every backend gets the same.
struct Dice: Sendable {
  let seed: UInt64

  init(seed: UInt64) { self.seed = seed }

  /// Dice for a part, such as one property.
  func named(_ name: String) -> Dice {
    Dice(seed: name.utf8.reduce(seed) { Self.mixed($0 ^ UInt64($1)) })
  }

  /// Returns the number of a row.
  func number(_ row: Int) -> UInt64 { Self.mixed(seed ^ UInt64(bitPattern: Int64(row))) }

  /// Returns a number below a limit; 0 when the limit is not positive.
  func number(_ row: Int, below limit: Int) -> Int {
    limit > 1 ? Int(number(row) % UInt64(limit)) : 0
  }

  /// At least 0 and below 1.
  func share(_ row: Int) -> Double { Double(number(row) >> 11) / 9_007_199_254_740_992 }

  /// One to one: different numbers stay different (the finaliser of SplitMix64).
  static func mixed(_ number: UInt64) -> UInt64 {
    var mixed = number &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
