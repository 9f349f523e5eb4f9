// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The declared type of an attribute. The raw values are those of `NSAttributeType`: they enter
/// version hashes and archives.
package enum AttributeKind: UInt, Codable, Sendable, CaseIterable {
  case undefined = 0
  case integer16 = 100
  case integer32 = 200
  case integer64 = 300
  case decimal = 400
  case double = 500
  case float = 600
  case string = 700
  case boolean = 800
  case date = 900
  case binaryData = 1000
  case uuid = 1100
  case uri = 1200
  case transformable = 1800
  case objectID = 2000
  case composite = 2100

  /// The text of `attributeType` in a model file; `nil` for types that have none.
  package var xmlName: String? {
    switch self {
    case .undefined, .objectID: nil
    case .integer16: "Integer 16"
    case .integer32: "Integer 32"
    case .integer64: "Integer 64"
    case .decimal: "Decimal"
    case .double: "Double"
    case .float: "Float"
    case .string: "String"
    case .boolean: "Boolean"
    case .date: "Date"
    case .binaryData: "Binary"
    case .uuid: "UUID"
    case .uri: "URI"
    case .transformable: "Transformable"
    case .composite: "Composite"
    }
  }

  /// The type named by an `attributeType` text.
  package init?(xmlName: String) {
    guard let kind = Self.allCases.first(where: { $0.xmlName == xmlName }) else { return nil }
    self = kind
  }

  /// True if values are whole numbers.
  package var isInteger: Bool {
    self == .integer16 || self == .integer32 || self == .integer64
  }

  /// True if minimum and maximum bound the value itself, as numbers do.
  package var isNumeric: Bool {
    isInteger || self == .decimal || self == .double || self == .float
  }
}
