// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Makes of an archive's objects the values that programs have for them: texts, numbers as
/// `NSNumber`, dates, data, UUIDs, URLs, arrays, sets and dictionaries of these.
package enum FoundationValue {
  /// How deep collections may be nested.
  private static let greatestDepth = 64
  /// How many values may be made of one object: members may be shared to make much of little.
  private static let greatestCount = 100_000

  /// Returns the value; nil for an object of another class, or a collection that has one.
  package static func of(_ object: ArchivedObject) -> Any? {
    var allowance = greatestCount
    return value(object, depth: greatestDepth, &allowance)
  }

  private static func value(
    _ object: ArchivedObject, depth: Int, _ allowance: inout Int
  ) -> Any? {
    allowance -= 1
    guard depth > 0, allowance > 0 else { return nil }
    if let value = object.value { return plain(value) }
    if let text = object.text { return text }
    if let data = object.data { return data }
    return collection(object, depth: depth - 1, &allowance) ?? single(object)
  }

  private static func plain(_ value: ArchivedValue) -> Any {
    switch value {
    case .boolean(let boolean): NSNumber(value: boolean)
    case .integer(let integer): NSNumber(value: integer)
    case .real(let real): NSNumber(value: real)
    case .text(let text): text
    case .data(let data): data
    case .date(let date): date
    }
  }

  // MARK: - Collections

  private static func collection(
    _ object: ArchivedObject, depth: Int, _ allowance: inout Int
  ) -> Any? {
    if object.isKind(of: "NSArray") { return members(object, depth: depth, &allowance) }
    if object.isKind(of: "NSSet") {
      return members(object, depth: depth, &allowance).map { NSSet(array: $0) }
    }
    if object.isKind(of: "NSOrderedSet") {
      return members(object, depth: depth, &allowance).map { NSOrderedSet(array: $0) }
    }
    guard object.isKind(of: "NSDictionary") || object.has("searchMapping") else { return nil }
    return dictionary(object, depth: depth, &allowance)
  }

  private static func members(
    _ object: ArchivedObject, depth: Int, _ allowance: inout Int
  ) -> [Any]? {
    var result: [Any] = []
    for member in object.members {
      guard let value = value(member, depth: depth, &allowance) else { return nil }
      result.append(value)
    }
    return result
  }

  private static func dictionary(
    _ object: ArchivedObject, depth: Int, _ allowance: inout Int
  ) -> [AnyHashable: Any]? {
    var result: [AnyHashable: Any] = [:]
    for (key, value) in object.entries {
      guard let name = self.value(key, depth: depth, &allowance) as? AnyHashable,
        let value = self.value(value, depth: depth, &allowance)
      else { return nil }
      result[name] = value
    }
    return result
  }

  // MARK: - Single values

  private static func single(_ object: ArchivedObject) -> Any? {
    if object.isKind(of: "NSNull") { return NSNull() }
    if object.isKind(of: "NSDate") { return date(object) }
    if object.isKind(of: "NSUUID") { return uuid(object) }
    if object.isKind(of: "NSURL") { return url(object) }
    if object.isKind(of: "NSDecimalNumber") { return DecimalArchive.number(of: object) }
    return nil
  }

  private static func date(_ object: ArchivedObject) -> Date? {
    switch object.value("NS.time") {
    case .real(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
    case .integer(let seconds): Date(timeIntervalSinceReferenceDate: Double(seconds))
    default: nil
    }
  }

  private static func uuid(_ object: ArchivedObject) -> UUID? {
    guard let bytes = object.data("NS.uuidbytes"), bytes.count == 16 else { return nil }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  private static func url(_ object: ArchivedObject) -> URL? {
    guard let text = object.text("NS.relative") else { return nil }
    let base = object.object("NS.base")?.text("NS.relative").flatMap { URL(string: $0) }
    return URL(string: text, relativeTo: base)
  }
}
