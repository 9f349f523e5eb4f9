// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The locale's order of strings made of ASCII letters, digits and single inner spaces.
///
/// Its functions return nil when a string holds anything else, and Foundation has to decide.
enum ASCIICollation {
  // These languages sort plain letters and digits as the root of the Unicode collation does.
  private static let languages: Set<String> = [
    "", "c", "de", "en", "fr", "it", "ja", "ko", "nl", "pt", "ru", "und", "zh",
  ]

  // Read once: a process keeps its locale, and asking costs more than comparing.
  static let suitsCurrentLocale: Bool = {
    let identifier = Locale.current.identifier
    guard !identifier.contains("@") else { return false }
    let language = identifier.prefix { $0 != "_" && $0 != "-" }
    return languages.contains(language.lowercased())
  }()

  /// Letters without case first, then small before capital.
  static func order(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> ComparisonResult? {
    guard let folded = caseInsensitiveOrder(left, right, lettersOnly: true) else { return nil }
    return folded == .orderedSame ? caseOrder(left, right) : folded
  }

  /// Without case. With `lettersOnly` nil unless both are letters and digits; else any ASCII.
  static func caseInsensitiveOrder(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>,
    lettersOnly: Bool = false
  ) -> ComparisonResult? {
    guard isPlain(left, lettersOnly), isPlain(right, lettersOnly) else { return nil }
    for index in 0..<min(left.count, right.count) {
      let one = small(left[index])
      let other = small(right[index])
      if one != other { return one < other ? .orderedAscending : .orderedDescending }
    }
    return .of(left.count, right.count)
  }

  /// As `order`, with runs of digits by their value.
  static func standardOrder(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> ComparisonResult? {
    guard isPlain(left, true), isPlain(right, true) else { return nil }
    var one = 0
    var other = 0
    while one < left.count, other < right.count {
      if isDigit(left[one]), isDigit(right[other]) {
        // Leading zeros are left to Foundation.
        if left[one] == 0x30 || right[other] == 0x30 { return nil }
        let order = numberOrder(left, at: &one, right, at: &other)
        if order != .orderedSame { return order }
      } else {
        let order = ComparisonResult.of(small(left[one]), small(right[other]))
        if order != .orderedSame { return order }
        one += 1
        other += 1
      }
    }
    if one < left.count { return .orderedDescending }
    return other < right.count ? .orderedAscending : caseOrder(left, right)
  }

  // Without leading zeros the longer run of digits is the larger number.
  private static func numberOrder(
    _ left: UnsafeBufferPointer<UInt8>, at one: inout Int,
    _ right: UnsafeBufferPointer<UInt8>, at other: inout Int
  ) -> ComparisonResult {
    var first = ComparisonResult.orderedSame
    while one < left.count, other < right.count, isDigit(left[one]), isDigit(right[other]) {
      if first == .orderedSame { first = .of(left[one], right[other]) }
      one += 1
      other += 1
    }
    if one < left.count, isDigit(left[one]) { return .orderedDescending }
    if other < right.count, isDigit(right[other]) { return .orderedAscending }
    return first
  }

  private static func caseOrder(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> ComparisonResult {
    for index in 0..<min(left.count, right.count) where left[index] != right[index] {
      return left[index] > right[index] ? .orderedAscending : .orderedDescending
    }
    return .orderedSame
  }

  private static func isPlain(_ text: UnsafeBufferPointer<UInt8>, _ lettersOnly: Bool) -> Bool {
    text.allSatisfy { lettersOnly ? isLetterOrDigit($0) : $0 < 0x80 }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || isDigit(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  private static func small(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }
}
