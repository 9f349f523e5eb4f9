// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface

/// The kind of value that a piece of SQL yields.
enum OperandKind: Int64, Sendable {
  case integer = 0
  /// A FLOAT column: numbers and ``SpecialDouble`` texts.
  case double
  case date
  case decimal
  case text
  case bytes
  /// Binary data behind a tag.
  case external
  case uuid
  /// A number of a hierarchy.
  case reference
  /// A ``GeneralValue``.
  case general

  init(_ attribute: AttributeSchema) {
    switch attribute.type {
    case .integer16, .integer32, .integer64, .boolean: self = .integer
    case .double, .float: self = .double
    case .date: self = .date
    case .decimal: self = .decimal
    case .string, .uri: self = .text
    case .binaryData, .transformable: self = attribute.allowsExternalStorage ? .external : .bytes
    case .uuid: self = .uuid
    }
  }

  /// Returns a constant as a column of the kind holds it; nil when SQLite's own comparison with
  /// such a column is not what the contract says.
  func plain(_ value: AttributeValue, _ options: StringOptions) -> SQLValue? {
    switch (self, value) {
    case (.integer, .integer(let value)): .integer(value)
    case (.integer, .double(let value)): value.isNaN ? nil : .real(value)
    case (.date, .date(let value)): value.isNaN ? nil : .real(value)
    case (.text, .string(let value)):
      options.isEmpty || options.contains(.normalized) ? .text(value) : nil
    case (.bytes, .data(let value)): .blob(value)
    case (.uuid, .uuid(let value)):
      .blob(withUnsafeBytes(of: value.uuid) { .init($0) })
    default: nil
    }
  }

  /// True if SQLite compares two columns of this kind as the contract says.
  var isPlain: Bool {
    switch self {
    case .integer, .date, .text, .bytes, .uuid, .reference: true
    case .double, .decimal, .external, .general: false
    }
  }
}
#endif
