// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The string operators of predicates: the one definition for memory, rows and SQL functions.
///
/// Without options strings compare as UTF-8 bytes, which is the order of their Unicode scalars and
/// what `memcmp` and SQLite's BINARY collation give. With `c` and `d` they compare as their folded,
/// precomposed forms. All functions may be called on any thread.
package enum StringMatching {
  /// `==`.
  package static func areEqual(
    _ left: String, _ right: String, options: ComparisonOptions = []
  ) -> Bool {
    if options.isLiteral { return withBytes(left, right) { areEqual($0, $1) } }
    if options.contains(.localeSensitive) {
      return StringCollation.localizedOrder(left, right, options: options) == .orderedSame
    }
    return withFolded(left, right, options: options) { areEqual($0, $1) }
  }

  /// `<`, `>` and the others.
  package static func order(
    _ left: String, _ right: String, options: ComparisonOptions = []
  ) -> ComparisonResult {
    if options.isLiteral { return withBytes(left, right) { order($0, $1) } }
    if options.contains(.localeSensitive) {
      return StringCollation.localizedOrder(left, right, options: options)
    }
    return withFolded(left, right, options: options) { order($0, $1) }
  }

  /// `CONTAINS`, and `IN` with a string on its right. False for an empty needle.
  package static func contains(
    _ text: String, _ needle: String, options: ComparisonOptions = []
  ) -> Bool {
    withFolded(text, needle, options: options) { contains($0, $1) }
  }

  /// `BEGINSWITH`. False for an empty prefix.
  package static func begins(
    _ text: String, with prefix: String, _ options: ComparisonOptions = []
  ) -> Bool {
    withFolded(text, prefix, options: options) { begins($0, with: $1) }
  }

  /// `ENDSWITH`. False for an empty suffix.
  package static func ends(
    _ text: String, with suffix: String, _ options: ComparisonOptions = []
  ) -> Bool {
    withFolded(text, suffix, options: options) { ends($0, with: $1) }
  }

  /// `LIKE`. The pattern is compiled once and cached.
  package static func isLike(
    _ text: String, _ pattern: String, options: ComparisonOptions = []
  ) -> Bool {
    PatternCache.wildcard(pattern, options).matches(text)
  }

  /// `MATCHES`. The expression is compiled once and cached.
  package static func matches(
    _ text: String, _ pattern: String, options: ComparisonOptions = []
  ) throws(EvaluationError) -> Bool {
    try PatternCache.expression(pattern, options).matches(text)
  }

  // MARK: - Bytes

  /// Returns true if two byte strings are the same.
  package static func areEqual(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard left.count == right.count else { return false }
    guard let one = left.baseAddress, let other = right.baseAddress else { return true }
    return memcmp(one, other, left.count) == 0
  }

  /// Returns the order of two byte strings; a prefix comes first.
  package static func order(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> ComparisonResult {
    if let one = left.baseAddress, let other = right.baseAddress {
      let difference = memcmp(one, other, min(left.count, right.count))
      if difference != 0 { return difference < 0 ? .orderedAscending : .orderedDescending }
    }
    return .of(left.count, right.count)
  }

  /// Returns true if one byte string lies in another; false for an empty needle.
  ///
  /// - Parameter anchor: the place in the needle of the byte that is looked for first.
  package static func contains(
    _ text: UnsafeBufferPointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>, anchor: Int = 0
  ) -> Bool {
    guard let base = text.baseAddress, let other = needle.baseAddress else { return false }
    guard !needle.isEmpty, needle.count <= text.count else { return false }
    let (last, wanted) = (text.count - needle.count, Int32(needle[anchor]))
    var start = 0
    while start <= last, let found = memchr(base + start + anchor, wanted, last - start + 1) {
      start = UnsafeRawPointer(found) - UnsafeRawPointer(base) - anchor
      if memcmp(base + start, other, needle.count) == 0 { return true }
      start += 1
    }
    return false
  }

  /// Returns the place of the byte of a needle that texts have least often: the search stops there
  /// only. Small letters by how often they are in English, after all other bytes.
  package static func anchor(of needle: some Collection<UInt8>) -> Int {
    var (best, rank) = (0, Int.max)
    for (place, byte) in needle.enumerated() {
      let own = often.firstIndex(of: byte).map { often.count - $0 } ?? 0
      if own < rank { (best, rank) = (place, own) }
    }
    return best
  }

  private static let often = Array(" etaoinsrhldcumfpgwybvkxjqz".utf8)

  /// Returns true if a byte string begins with another; false for an empty prefix (R-PRED-178).
  package static func begins(
    _ text: UnsafeBufferPointer<UInt8>, with prefix: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard !prefix.isEmpty, prefix.count <= text.count else { return false }
    return areEqual(UnsafeBufferPointer(rebasing: text[..<prefix.count]), prefix)
  }

  /// Returns true if a byte string ends with another; false for an empty suffix (R-PRED-178).
  package static func ends(
    _ text: UnsafeBufferPointer<UInt8>, with suffix: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard !suffix.isEmpty, suffix.count <= text.count else { return false }
    let start = text.count - suffix.count
    return areEqual(UnsafeBufferPointer(rebasing: text[start...]), suffix)
  }

  /// Lends the UTF-8 of two strings, without a copy when they are native.
  static func withBytes<Result>(
    _ left: String, _ right: String,
    body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    var left = left
    var right = right
    return left.withUTF8 { left in right.withUTF8 { right in body(left, right) } }
  }

  private static func withFolded<Result>(
    _ left: String, _ right: String, options: ComparisonOptions,
    body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    withBytes(StringFolding.fold(left, options), StringFolding.fold(right, options), body: body)
  }
}
