// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// A value as the definition of requests sees it. Every number of the test's data is exact as a
/// double, so that one case does for all of them; averages are rounded.
enum OracleValue: Hashable {
  case none
  case number(Double)
  case text(String)
  case date(Double)
  case uuid(UUID)
  case data(Data)
  /// An object, by its serial number.
  case object(Int)

  /// The value that an object or a dictionary has.
  init(_ any: Any?) {
    switch any {
    case nil, is NSNull: self = .none
    case let text as String: self = .text(text)
    case let date as Date: self = .date(date.timeIntervalSinceReferenceDate)
    case let uuid as UUID: self = .uuid(uuid)
    case let data as Data: self = .data(data)
    case let number as NSNumber: self.init(rounding: number.doubleValue)
    case let decimal as Decimal: self.init(rounding: NSDecimalNumber(decimal: decimal).doubleValue)
    case let other?: self = .text("unexpected: \(other)")
    }
  }

  private init(rounding number: Double) { self = .number((number * 1e9).rounded() / 1e9) }

  /// Negative, zero or positive; nil sorts first. Nil for values of different kinds.
  func order(_ other: OracleValue) -> Int? {
    switch (self, other) {
    case (.none, .none): 0
    case (.none, _): -1
    case (_, .none): 1
    case (.number(let a), .number(let b)), (.date(let a), .date(let b)): a < b ? -1 : a == b ? 0 : 1
    case (.text(let a), .text(let b)): Self.order(Array(a.utf8), Array(b.utf8))
    case (.data(let a), .data(let b)): Self.order(Array(a), Array(b))
    case (.uuid(let a), .uuid(let b)):
      Self.order(withUnsafeBytes(of: a.uuid, Array.init), withUnsafeBytes(of: b.uuid, Array.init))
    default: nil
    }
  }

  func precedes(_ other: OracleValue) -> Bool { order(other).map { $0 < 0 } ?? false }

  private static func order(_ a: [UInt8], _ b: [UInt8]) -> Int {
    a == b ? 0 : a.lexicographicallyPrecedes(b) ? -1 : 1
  }

  /// The comparison as predicates make it; nil is unknown, where SQL's nulls count.
  func compared(_ comparison: String, _ other: OracleValue, inSQL: Bool) -> Bool? {
    if self == .none || other == .none {
      if inSQL { return nil }
      return switch comparison {
      case "==": self == other
      case "!=": self != other
      default: false
      }
    }
    guard let order = order(other) else { return comparison == "!=" }
    return switch comparison {
    case "==": order == 0
    case "!=": order != 0
    case "<": order < 0
    case "<=": order <= 0
    case ">": order > 0
    default: order >= 0
    }
  }
}
