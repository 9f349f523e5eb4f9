// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Looks whether stored bytes are a value of their attribute's type.
enum ValueCheck {
  /// Returns what is wrong with a value that is there; nil when nothing is.
  static func problem(of record: PropertyRecord, in row: Row) -> String? {
    guard let type = record.type else { return nil }
    switch type {
    case .string: return isText(row.bytes(record.slot)) ? nil : "is no UTF-8 text"
    case .uri: return row.string(record.slot).flatMap(URL.init) == nil ? "is no URI" : nil
    case .uuid: return row.bytes(record.slot).count == 16 ? nil : "is no UUID"
    case .decimal:
      let text = row.string(record.slot) ?? ""
      return text != "NaN" && DecimalCoding.decimal(text).isNaN ? "is no decimal number" : nil
    case .transformable: return transformable(record, row)
    case .integer16, .integer32, .integer64, .double, .float, .boolean, .date, .binaryData:
      return nil
    }
  }

  private static func isText(_ bytes: UnsafeRawBufferPointer) -> Bool {
    String(validating: bytes, as: UTF8.self) != nil
  }

  /// Without its transformer nobody can tell.
  private static func transformable(_ record: PropertyRecord, _ row: Row) -> String? {
    guard TransformableCoding.transformer(of: record.description) != nil,
      // A file that is missing is another matter.
      let data = row.data(record.slot)
    else { return nil }
    return TransformableCoding.value(data, of: record.description) == nil
      ? "cannot be made a value by its transformer" : nil
  }
}
