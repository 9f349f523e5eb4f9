// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface

/// The value of a deleted object in a history: as the object's column had it (R-REQ-163).
enum TombstoneValue {
  /// Binary data is kept within, wherever the object's was.
  static func kind(_ attribute: AttributeSchema) -> OperandKind {
    let kind = OperandKind(attribute)
    if case .external = kind { return .bytes }
    return kind
  }

  static func stored(_ value: AttributeValue, of attribute: AttributeSchema) -> SQLValue {
    switch value {
    case .null, .reference: .null
    case .integer(let number): .integer(number)
    case .double(let number): SpecialDouble.text(number).map(SQLValue.text) ?? .real(number)
    case .decimal(let number): .text(DecimalCoding.text(number))
    case .string(let text): .text(text)
    case .date(let moment): SpecialDouble.text(moment).map(SQLValue.text) ?? .real(moment)
    case .data(let data): .blob(data)
    case .uuid(let uuid): .blob(withUnsafeBytes(of: uuid.uuid) { Data($0) })
    }
  }
}
#endif
