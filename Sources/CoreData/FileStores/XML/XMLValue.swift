// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Attribute values as the text of an XML store.
enum XMLValue {
  /// Returns the name of a type in the file; nil for one that is not stored. Those of UUIDs and
  /// URIs are not known from Apple's files.
  static func typeName(_ type: NSAttributeDescription.AttributeType) -> String? {
    switch type {
    case .integer16: "int16"
    case .integer32: "int32"
    case .integer64: "int64"
    case .decimal: "decimal"
    case .double: "double"
    case .float: "float"
    case .string: "string"
    case .boolean: "bool"
    case .date: "date"
    case .binaryData: "binary"
    case .uuid: "uuid"
    case .uri: "uri"
    case .transformable: "transformable"
    default: nil
    }
  }

  /// Returns the text of a value, not escaped; nil for one that cannot be stored.
  static func text(_ value: Any, of attribute: NSAttributeDescription) -> String? {
    switch attribute.type {
    case .integer16, .integer32, .integer64: (value as? NSNumber).map { "\($0.int64Value)" }
    case .boolean: (value as? NSNumber).map { $0.boolValue ? "1" : "0" }
    case .decimal: (value as? NSNumber).map { DecimalText.text($0.decimalValue) }
    case .double: (value as? NSNumber).map { text($0.doubleValue) }
    case .float: (value as? NSNumber).map { text($0.floatValue) }
    case .date: (value as? Date).map { text($0.timeIntervalSinceReferenceDate) }
    case .string: value as? String
    case .binaryData: (value as? Data)?.base64EncodedString()
    case .uuid: (value as? UUID)?.uuidString
    case .uri: (value as? URL)?.absoluteString
    case .transformable:
      TransformedValue.data(value, of: attribute)?.base64EncodedString()
    default: nil
    }
  }

  /// Returns a whole number without `.0`, as Apple writes it.
  private static func text(_ value: some BinaryFloatingPoint & LosslessStringConvertible)
    -> String
  {
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Returns the value that a text stands for; nil for none.
  static func value(
    _ text: String, of attribute: NSAttributeDescription, escaped form: XMLEscaping.Form
  ) -> Any? {
    if attribute.type == .string { return XMLEscaping.unescaped(text, form) }
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    switch attribute.type {
    case .integer16: return Int16(text).map(NSNumber.init(value:))
    case .integer32: return Int32(text).map(NSNumber.init(value:))
    case .integer64: return Int64(text).map(NSNumber.init(value:))
    case .boolean: return boolean(text).map(NSNumber.init(value:))
    case .decimal: return DecimalText.decimal(text).map(NSDecimalNumber.init(decimal:))
    case .double: return Double(text).map(NSNumber.init(value:))
    case .float: return Float(text).map(NSNumber.init(value:))
    case .date: return Double(text).map(Date.init(timeIntervalSinceReferenceDate:))
    case .uuid: return UUID(uuidString: text)
    case .uri: return URL(string: XMLEscaping.unescaped(text, form))
    case .binaryData: return data(text)
    case .transformable: return data(text).flatMap { TransformedValue.value($0, of: attribute) }
    default: return nil
    }
  }

  private static func boolean(_ text: String) -> Bool? {
    switch text {
    case "1", "true", "YES": true
    case "0", "false", "NO": false
    default: nil
    }
  }

  /// Lines may be broken anywhere.
  private static func data(_ text: String) -> Data? {
    guard text.utf8.contains(where: { $0 <= 0x20 }) else { return Data(base64Encoded: text) }
    return Data(base64Encoded: String(text.filter { !$0.isWhitespace }))
  }
}
