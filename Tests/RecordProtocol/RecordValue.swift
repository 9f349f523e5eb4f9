// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A value as it travels between a store and its server.
public enum RecordValue: Codable, Hashable, Sendable {
  case null
  case flag(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  /// The keys of related records.
  case keys([Int])
  case map([String: RecordValue])

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {  // each kind is tried in turn
      self = .flag(flag)
    } else if let integer = try? container.decode(Int64.self) {
      self = .integer(integer)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let keys = try? container.decode([Int].self) {
      self = .keys(keys)
    } else {
      self = .map(try container.decode([String: RecordValue].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .flag(let flag): try container.encode(flag)
    case .integer(let integer): try container.encode(integer)
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .keys(let keys): try container.encode(keys)
    case .map(let map): try container.encode(map)
    }
  }

  /// Ascending order; nothing comes first. Kinds that have no order are equal.
  public static func isAscending(_ a: RecordValue, _ b: RecordValue) -> Bool {
    switch (a, b) {
    case (.null, .null): false
    case (.null, _): true
    case (.flag(let a), .flag(let b)): !a && b
    case (.text(let a), .text(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
    case (.integer(let a), .integer(let b)): a < b
    default: (a.double ?? 0) < (b.double ?? 0) && a.double != nil && b.double != nil
    }
  }

  /// Whether two values count as one in a query.
  public static func isSame(_ a: RecordValue, _ b: RecordValue) -> Bool {
    if case .text(let a) = a, case .text(let b) = b { return a.utf8.elementsEqual(b.utf8) }
    if a == b { return true }
    guard let a = a.double, let b = b.double else { return false }
    return a == b
  }

  private var double: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }
}
