// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
/// Numbers of one hierarchy that the file has set aside for this store and nobody has yet.
///
/// Who asks again and again for few numbers gets larger and larger blocks, so that saving objects
/// one by one does not cost a second transaction each. What is left over is given back when the
/// store closes, unless somebody has taken numbers meanwhile (R-PSC-330).
struct NumberBlock {
  /// How many numbers are set aside at most beyond what is asked for.
  private static let largest: Int64 = 128

  private(set) var range: Range<Int64> = 0..<0
  private var ahead: Int64 = 0

  /// Takes numbers if there are enough.
  mutating func take(_ count: Int) -> Int64? {
    guard range.count >= count else { return nil }
    let first = range.lowerBound
    range = first + Int64(count)..<range.upperBound
    return first
  }

  /// How many numbers to ask the file for.
  mutating func sizeOfRequest(_ count: Int, least: Int) -> Int64 {
    let size = max(Int64(count), Int64(least)) + (Int64(count) <= ahead ? ahead : 0)
    ahead = min(max(2 * ahead, 1), NumberBlock.largest)
    return size
  }

  /// Adds what the file gave and takes some of it, after what was left over if nobody else has
  /// numbers in between.
  mutating func add(_ more: Range<Int64>, taking count: Int) -> Int64 {
    let isNext = !range.isEmpty && range.upperBound == more.lowerBound
    let first = isNext ? range.lowerBound : more.lowerBound
    range = first + Int64(count)..<more.upperBound
    return first
  }
}
#endif
