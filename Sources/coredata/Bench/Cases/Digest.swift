// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// One number for everything read, the same whatever the order and the backend.
enum Digest {
  /// Returns a value's share; adding shares makes a checksum.
  static func of(_ value: Any?) -> Int64 {
    switch value {
    case nil: 1
    case let text as String: of(text)
    case let decimal as NSDecimalNumber: ofCents(decimal.doubleValue * 100)
    case let number as NSNumber: of(number.doubleValue)
    case let date as Date: of(date.timeIntervalSinceReferenceDate)
    case let data as Data: of(data)
    case let uuid as UUID: Int64(uuid.uuid.0) << 8 | Int64(uuid.uuid.15)
    case let url as URL: of(url.absoluteString)
    case let values as [String: Any]: values.reduce(3) { $0 &+ of($1.key) &* of($1.value) }
    default: 2
    }
  }

  private static func of(_ text: String) -> Int64 {
    let bytes = text.utf8
    return Int64(bytes.count) &* 131 &+ Int64(bytes.first ?? 0) &+ Int64(bytes.last ?? 0) &* 17
  }

  private static func of(_ number: Double) -> Int64 {
    Int64(bitPattern: number.bitPattern) >> 8
  }

  /// Equal decimals may differ in their last binary digit.
  private static func ofCents(_ number: Double) -> Int64 {
    abs(number) < 9e15 ? Int64(number.rounded()) : 5
  }

  private static func of(_ data: Data) -> Int64 {
    Int64(data.count) &* 131 &+ Int64(data.first ?? 0) &+ Int64(data.last ?? 0) &* 17
  }
}
