// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Attribute values as the plain values of a binary store. Floating point numbers and dates are
/// the bits of doubles, since property lists do not keep all of them apart.
enum BinaryValue {
  /// Nil for what cannot be stored.
  static func plain(_ value: Any, of attribute: NSAttributeDescription) -> Any? {
    switch attribute.type {
    case .integer16, .integer32, .integer64: (value as? NSNumber)?.int64Value
    case .boolean: (value as? NSNumber)?.boolValue
    case .decimal: (value as? NSNumber).map { DecimalText.text($0.decimalValue) }
    case .double: (value as? NSNumber).map { bits($0.doubleValue) }
    case .float: (value as? NSNumber).map { Int64($0.floatValue.bitPattern) }
    case .date: (value as? Date).map { bits($0.timeIntervalSinceReferenceDate) }
    case .string: value as? String
    case .binaryData: value as? Data
    case .uuid: (value as? UUID)?.uuidString
    case .uri: (value as? URL)?.absoluteString
    case .transformable: TransformedValue.data(value, of: attribute, isSecure: true)
    default: nil
    }
  }

  private static func bits(_ value: Double) -> Int64 { Int64(bitPattern: value.bitPattern) }

  /// Returns the value that a plain one stands for; nil for none. Throws what keeps archived
  /// classes from being decoded.
  static func value(
    _ plain: Any, of attribute: NSAttributeDescription, _ classes: DecodingClasses
  ) throws -> Any? {
    switch attribute.type {
    case .integer16: integer(plain).flatMap { Int16(exactly: $0) }.map(NSNumber.init(value:))
    case .integer32: integer(plain).flatMap { Int32(exactly: $0) }.map(NSNumber.init(value:))
    case .integer64: integer(plain).map(NSNumber.init(value:))
    case .boolean: (plain as? Bool).map(NSNumber.init(value:))
    case .decimal:
      (plain as? String).flatMap(DecimalText.decimal).map(NSDecimalNumber.init(decimal:))
    case .double: double(plain).map(NSNumber.init(value:))
    case .float:
      integer(plain).flatMap { UInt32(exactly: $0) }
        .map { NSNumber(value: Float(bitPattern: $0)) }
    case .date: double(plain).map(Date.init(timeIntervalSinceReferenceDate:))
    case .string: plain as? String
    case .binaryData: plain as? Data
    case .uuid: (plain as? String).flatMap(UUID.init(uuidString:))
    case .uri: (plain as? String).flatMap { URL(string: $0) }
    case .transformable:
      try (plain as? Data).flatMap { try TransformedValue.value($0, of: attribute, classes) }
    default: nil
    }
  }

  static func integer(_ plain: Any) -> Int64? {
    guard let number = plain as? NSNumber, !(plain is String) else { return nil }
    return plain as? Int64 ?? number as? Int64
  }

  private static func double(_ plain: Any) -> Double? {
    integer(plain).map { Double(bitPattern: UInt64(bitPattern: $0)) }
  }
}

/// The classes that archives in a binary store's file may hold beyond those that transformers allow
/// (R-PSC-371).
struct DecodingClasses {
  let classes: [AnyClass]
  /// True if any class is decoded.
  let isEvery: Bool

  init(_ options: [AnyHashable: Any]) {
    let option = NSBinaryStoreInsecureDecodingCompatibilityOption
    isEvery = (options[option] as? NSNumber)?.boolValue ?? false
    classes = options[NSBinaryStoreSecureDecodingClasses].map(DecodingClasses.classes) ?? []
  }

  /// Returns a set or an array of classes; anything else is logged and ignored.
  private static func classes(_ value: Any) -> [AnyClass] {
    let members = (value as? NSSet)?.allObjects ?? (value as? [Any]) ?? [value]
    return members.compactMap { member in
      if let known = member as? AnyClass { return known }
      Log.warning(
        "The option \(NSBinaryStoreSecureDecodingClasses) takes classes; \(member) is ignored.")
      return nil
    }
  }
}
