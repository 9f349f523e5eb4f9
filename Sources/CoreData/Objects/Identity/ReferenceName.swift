// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A client store's name for an object, with the text that stands for it in URIs (R-PSC-407).
///
/// Strings, numbers and UUIDs are their own text. Other kinds have a text that says all there is
/// about them, or their description; values that only have the same description are not the same
/// name.
struct ReferenceName {
  let value: Any
  let text: String
  /// True if values of the same text are the same.
  private let isExact: Bool

  init(_ value: Any) {
    self.value = value
    if let text = ReferenceName.exact(value) {
      (self.text, isExact) = (text, true)
    } else {
      (text, isExact) = (ReferenceName.described(value), false)
    }
  }

  /// True if it is what an integer text stands for by itself.
  var isNumber: Bool { value is NSNumber || value is any BinaryInteger }

  /// Stops the program if another value of the same text is another name. A string or a number is
  /// whatever its text says: such are made of URIs.
  func requireSame(as former: Any) {
    if value is String || former is String || isNumber { return }
    if isExact, type(of: former) == type(of: value) { return }
    let other = ReferenceName(former)
    if isExact && other.isExact || other.isNumber { return }
    guard let known = former as? AnyHashable, let new = value as? AnyHashable, known != new else {
      return
    }
    raise(
      .invalidArgument,
      "Two different references have one text, '\(text)': a \(type(of: former)) and a "
        + "\(type(of: value)). A store names its objects by strings, numbers or UUIDs, or by values "
        + "whose description tells them apart.")
  }

  // MARK: - Texts

  /// Returns the text of a kind of value that is told by it.
  private static func exact(_ value: Any) -> String? {
    switch value {
    case let text as String: text
    case let uuid as UUID: uuid.uuidString
    case let number as NSNumber: number.stringValue
    case let number as any BinaryInteger: "\(number)"
    case let number as any BinaryFloatingPoint: "\(number)"
    case let number as Decimal: "\(number)"
    case let flag as Bool: "\(flag)"
    case let uuid as NSUUID: uuid.uuidString
    case let data as Data: "data:;base64," + data.base64EncodedString()
    case let date as Date: "date:\(date.timeIntervalSinceReferenceDate)"
    case let url as URL: url.absoluteString
    case let id as NSManagedObjectID: uri(id)
    default: nil
    }
  }

  private static func uri(_ id: NSManagedObjectID) -> String {
    guard !id.isTemporaryID else {
      raise(
        .invalidArgument,
        "The ID of an object that is not saved yet cannot be the name of another: it will change. "
          + "Obtain a permanent ID first.")
    }
    return id.uriRepresentation().absoluteString
  }

  /// Returns the text of other values. Sets and dictionaries have theirs in order.
  private static func described(_ value: Any) -> String {
    switch value {
    case let list as [Any]: return "[" + list.map(element).joined(separator: ", ") + "]"
    case let set as Set<AnyHashable>:
      return "{" + set.map { element($0.base) }.sorted().joined(separator: ", ") + "}"
    case let dictionary as [AnyHashable: Any]:
      let pairs = dictionary.map { "\(element($0.key.base)): \(element($0.value))" }
      return "[" + pairs.sorted().joined(separator: ", ") + "]"
    default: return description(of: value)
    }
  }

  /// Strings in quotes, so that they end where they end.
  private static func element(_ value: Any) -> String {
    if let text = value as? String { return text.debugDescription }
    return exact(value) ?? described(value)
  }

  private static func description(of value: Any) -> String {
    let text = "\(value)"
    guard value is AnyHashable, !isOfIdentity(value, text) else {
      raise(
        .invalidArgument,
        "A \(type(of: value)) cannot be what a store calls an object: it must be Hashable and have a "
          + "description that says which one it is, also in another process. Use a string, a number "
          + "or a UUID.")
    }
    return text
  }

  /// Returns true if a description only says that it is this instance, or that it is some.
  private static func isOfIdentity(_ value: Any, _ text: String) -> Bool {
    guard type(of: value) is AnyClass else { return false }
    let address = String(UInt(bitPattern: ObjectIdentifier(value as AnyObject)), radix: 16)
    return !(value is any CustomStringConvertible) || text.lowercased().contains(address)
  }
}
