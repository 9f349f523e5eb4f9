// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
package import StoreInterface

/// Values of a type that a test tries one by one.
package enum SampleValues {
  /// The ends of a type's range and what lies awkwardly in between. All are exact in every store.
  package static func extremes(of type: AttributeType) -> [AttributeValue] {
    switch type {
    case .integer16: integers(Int64(Int16.min), Int64(Int16.max))
    case .integer32: integers(Int64(Int32.min), Int64(Int32.max))
    case .integer64: integers(.min, .max) + [.integer(1 << 53 + 1), .integer(-(1 << 53) - 1)]
    case .boolean: [.integer(0), .integer(1)]
    case .double: doubles
    case .float: floats
    case .date: dates
    case .decimal: decimals
    case .string: strings
    case .uri: ["", "https://example.org/ä?q=1#z", "x-coredata:///Entity/p1"].map { .string($0) }
    case .binaryData, .transformable: blobs
    case .uuid: uuids
    }
  }

  /// Those that a store keeps: a client store gets URIs as objects have them, encoded.
  package static func extremes(
    of type: AttributeType, in store: StoreUnderTest
  ) -> [AttributeValue] {
    guard type == .uri, !store.capabilities.contains(.verbatim) else { return extremes(of: type) }
    return extremes(of: type).filter { ofObject($0) == $0 }
  }

  /// A URI as an object has it: encoded, and none that is empty.
  static func ofObject(_ uri: AttributeValue) -> AttributeValue? {
    guard case .string(let text) = uri else { return uri }
    return URL(string: text).map { .string($0.absoluteString) }
  }

  /// Few, small, comparable values: equal ones occur often among random rows.
  package static func ordinary(of type: AttributeType) -> [AttributeValue] {
    switch type {
    case .integer16, .integer32, .integer64: [-3, 0, 1, 2, 7, 100].map { .integer($0) }
    case .boolean: [.integer(0), .integer(1)]
    case .double, .float: [-2.5, 0, 0.5, 1, 7, 1e6].map { .double($0) }
    case .date: [-1e9, -0.5, 0, 1, 86_400, 7e8].map { .date($0) }
    case .decimal: ["-1.5", "0", "0.1", "2", "7", "1000000"].map { decimal($0) }
    case .string:
      ["", "a", "A", "ä", "b", "ab", "Abc", "abc", "e\u{301}te", "éte", "a10", "a9", "50%", "a_b"]
        .map { .string($0) }
    case .uri: ["https://a.example/", "https://b.example/", "urn:x"].map { .string($0) }
    case .binaryData, .transformable:
      [Data(), Data([0]), Data([0, 1]), Data([255]), Data("abc".utf8)].map { .data($0) }
    case .uuid: uuids
    }
  }

  private static func integers(_ low: Int64, _ high: Int64) -> [AttributeValue] {
    [low, low + 1, -1, 0, 1, high - 1, high].map { .integer($0) }
  }

  private static let doubles: [AttributeValue] = [
    0, 1, -1, 0.1, 1e300, -1e300, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
    .leastNormalMagnitude, .leastNonzeroMagnitude, .infinity, -.infinity, 9_007_199_254_740_994,
    1e15, .pi,
  ].map { .double($0) }

  private static let floats: [AttributeValue] = [
    0, 1, -1, Float(0.1), .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity, -.infinity,
  ].map { .double(Double($0)) }

  /// Before 1970, before the common era, the reference date, fractions of a second.
  private static let dates: [AttributeValue] = [
    -63_114_076_800, -978_307_200, -978_307_200.25, -1e9, 0, 0.001, 1, 777_777_777.123_456, 1e12,
  ].map { .date($0) }

  private static let decimals: [AttributeValue] = [
    "0", "1", "-1", "0.1", "-0.000001", "123456789012345678901234567890.12345678",
    "99999999999999999999999999999999999999", "-12345678901234567890123456789012345678",
    "0.00000000000000000000000000000000000001", "100000000000000000000", "3.14159265358979323846",
  ].map(decimal)

  private static let strings: [AttributeValue] = [
    "", " ", "a", "nul\u{0}inside", "\u{0}", "🦊👩‍👩‍👧‍👦🇩🇪", "e\u{301}", "\u{E9}", "\u{FEFF}bom",
    "line\r\nbreak", "'quote\"%_*?\\", "日本語", String(repeating: "long ä ", count: 5_000),
  ].map { .string($0) }

  private static let blobs: [AttributeValue] = [
    Data(), Data([0]), Data(0...255), Data(repeating: 7, count: 100_000),
  ].map { .data($0) }

  private static let uuids: [AttributeValue] = [
    "00000000-0000-0000-0000-000000000000", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
    "01234567-89AB-CDEF-0123-456789ABCDEF", "00000000-0000-0000-0000-000000000001",
  ].compactMap(UUID.init(uuidString:)).map { .uuid($0) }

  private static func decimal(_ text: String) -> AttributeValue {
    .decimal(DecimalCoding.decimal(text))
  }
}
