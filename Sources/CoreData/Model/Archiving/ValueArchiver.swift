// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import KeyedArchives

/// Archives values: defaults, constants, user information.
enum ValueArchiver {
  private static let greatestDepth = 64

  /// The archive of a value; nil of nil. Throws for one of another class than attributes and property
  /// lists have.
  static func node(of value: Any?, depth: Int = 0) throws(Unarchivable) -> ArchiveNode? {
    guard let value else { return nil }
    guard depth < greatestDepth else { throw Unarchivable("a value that is nested too deeply") }
    if let plain = plain(value) { return plain }
    if let collection = try collection(value, depth: depth + 1) { return collection }
    throw Unarchivable("a value of the class \(type(of: value))")
  }

  /// The archive of user information, without what cannot be archived.
  static func userInfo(_ info: [AnyHashable: Any], place: String) -> ArchiveNode {
    let pairs = info.compactMap { entry -> (name: String, key: ArchiveNode, value: ArchiveNode)? in
      Unarchivable.reported("the user information '\(entry.key)' of \(place)") {
        () throws(Unarchivable) in
        guard let key = try node(of: entry.key.base), let value = try node(of: entry.value) else {
          throw Unarchivable("nil")
        }
        return ("\(entry.key)", key, value)
      }
    }
    let sorted = pairs.sorted { ModelNames.precedes($0.name, $1.name) }
    return .dictionary(sorted.map { (key: $0.key, value: $0.value) }, class: "NSDictionary")
  }

  // MARK: - Plain values

  private static func plain(_ value: Any) -> ArchiveNode? {
    switch value {
    case let text as String: ArchiveNode(.text(text))
    case let flag as Bool where type(of: value) == Bool.self: ArchiveNode(.boolean(flag))
    case let decimal as NSDecimalNumber: node(of: decimal.decimalValue)
    case let decimal as Decimal: node(of: decimal)
    case let number as NSNumber: node(of: number)
    case let date as Date:
      node("NSDate", key: "NS.time", .real(date.timeIntervalSinceReferenceDate))
    case let data as Data: node("NSData", key: "NS.data", .data(data))
    case let uuid as UUID: node("NSUUID", key: "NS.uuidbytes", .data(bytes(of: uuid)))
    case let url as URL: node(of: url)
    case is NSNull: ArchiveNode(class: "NSNull")
    default: nil
    }
  }

  private static func node(
    _ className: String, key: String, _ field: ArchiveNode.Field
  ) -> ArchiveNode {
    let node = ArchiveNode(class: className)
    node.add(key, field)
    return node
  }

  private static func bytes(of uuid: UUID) -> Data {
    withUnsafeBytes(of: uuid.uuid) { Data($0) }
  }

  private static func node(of number: NSNumber) -> ArchiveNode {
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "d"), UInt8(ascii: "f"): ArchiveNode(.real(number.doubleValue))
    case UInt8(ascii: "Q") where number.uint64Value > UInt64(Int64.max):
      node(of: Decimal(number.uint64Value))
    // Foundation has one type of number for truth values and for bytes.
    case UInt8(ascii: "c") where (0...1).contains(number.int64Value):
      ArchiveNode(.boolean(number.boolValue))
    default: ArchiveNode(.integer(number.int64Value))
    }
  }

  private static func node(of url: URL) -> ArchiveNode {
    let node = ArchiveNode(class: "NSURL")
    node.add("NS.base", .node(url.baseURL.map { self.node(of: $0) }))
    node.add("NS.relative", text: url.relativeString)
    return node
  }

  /// The parts of the number: a whole one in words of 16 bits, a power of ten and a sign. Not a number
  /// has a sign and no words.
  private static func node(of decimal: Decimal) -> ArchiveNode {
    let digits = decimal.isNaN ? 0 : UInt128("\(decimal.significand.magnitude)") ?? 0
    let words = (0..<8).map { UInt16(truncatingIfNeeded: digits >> (16 * UInt128($0))) }
    let node = ArchiveNode(class: "NSDecimalNumberPlaceholder")
    node.add("NS.exponent", .integer(decimal.exponent))
    node.add("NS.length", .integer((words.lastIndex { $0 != 0 } ?? -1) + 1))
    node.add("NS.negative", .boolean(decimal.isNaN || decimal.isSignMinus))
    node.add("NS.compact", .boolean(false))
    node.add("NS.mantissa.bo", .integer(1))
    node.add("NS.mantissa", .data(Data(words.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })))
    return node
  }

  // MARK: - Collections

  private static func collection(_ value: Any, depth: Int) throws(Unarchivable) -> ArchiveNode? {
    switch value {
    case let list as [Any]: return try collection(list, class: "NSArray", depth)
    case let list as NSOrderedSet: return try collection(list.array, class: "NSOrderedSet", depth)
    case let list as NSSet: return try collection(list.allObjects, class: "NSSet", depth)
    case let dictionary as [AnyHashable: Any]: return try node(of: dictionary, depth)
    default: return nil
    }
  }

  private static func collection(
    _ members: [Any], class name: String, _ depth: Int
  ) throws(Unarchivable) -> ArchiveNode {
    var nodes: [ArchiveNode] = []
    for member in members {
      nodes.append(try node(of: member, depth: depth) ?? ArchiveNode(class: "NSNull"))
    }
    return .collection(nodes, class: name)
  }

  private static func node(
    of dictionary: [AnyHashable: Any], _ depth: Int
  ) throws(Unarchivable) -> ArchiveNode {
    var pairs: [(key: ArchiveNode, value: ArchiveNode)] = []
    for (key, value) in dictionary.sorted(by: { ModelNames.precedes("\($0.key)", "\($1.key)") }) {
      guard let key = try node(of: key.base, depth: depth),
        let value = try node(of: value, depth: depth)
      else { continue }
      pairs.append((key, value))
    }
    return .dictionary(pairs, class: "NSDictionary")
  }
}

/// The reason why a part of a model is left out of its archive.
struct Unarchivable: Error {
  private let reason: String

  init(_ reason: String) { self.reason = reason }

  /// Returns what a part archives as; nil, and a warning, for one that cannot be archived.
  static func reported<Result>(
    _ place: String, _ body: () throws(Unarchivable) -> Result?
  ) -> Result? {
    do throws(Unarchivable) { return try body() } catch {
      Log.warningOnce(
        "The model that is kept with a store lacks \(place): it is \(error.reason).")
      return nil
    }
  }
}
