// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// How an attribute is stored. Raw values are those of the model format.
@usableFromInline
package enum AttributeType: UInt, Sendable, CaseIterable, Codable {
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
  /// Bytes made by a value transformer; stores treat them as binary data.
  case transformable = 1800

  /// The kind of value in the eight bytes of the attribute's slot.
  @inlinable
  package var slotKind: SlotKind {
    switch self {
    case .integer16, .integer32, .integer64, .boolean: .integer
    case .double, .float, .date: .double
    case .decimal: .decimal
    case .string, .uri: .text
    case .binaryData, .transformable: .bytes
    case .uuid: .uuid
    }
  }
}

/// The shape of a slot of a ``Row``.
@usableFromInline
package enum SlotKind: Sendable {
  /// A two's complement integer; Booleans are 0 and 1.
  case integer
  /// An IEEE double; dates are seconds since 2001-01-01 00:00 UTC.
  case double
  /// UTF-8 in the row's variable part.
  case text
  /// Bytes in the row's variable part.
  case bytes
  /// Sixteen bytes in the row's variable part.
  case uuid
  /// A ``DecimalCoding`` text in the row's variable part.
  case decimal
  /// The number of a to-one destination; the next slot holds its entity index.
  case reference
}
