// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
import StoreInterface

/// Any ``AttributeValue`` as one SQLite value, for the conditions that SQLite itself cannot evaluate
/// as the contract wants: integers, doubles and strings as themselves, all else as a blob with a
/// tag. Columns are brought into this form by the SQL function ``SQLFunctions/valueName``.
enum GeneralValue {
  private enum Tag: UInt8 {
    case date = 1
    case decimal, data, uuid, reference, notANumber
  }

  // MARK: - To SQLite

  static func parameter(_ value: AttributeValue) -> SQLValue {
    switch value {
    case .null: return .null
    case .integer(let integer): return .integer(integer)
    case .double(let double): return double.isNaN ? .blob(blob(.notANumber)) : .real(double)
    case .string(let string): return .text(string)
    case .date(let date): return .blob(withUnsafeBytes(of: date) { blob(.date, $0) })
    case .data(let data): return .blob(data.withUnsafeBytes { blob(.data, $0) })
    case .uuid(let uuid): return .blob(withUnsafeBytes(of: uuid.uuid) { blob(.uuid, $0) })
    case .decimal(let decimal):
      var text = DecimalCoding.text(decimal)
      return .blob(text.withUTF8 { blob(.decimal, UnsafeRawBufferPointer($0)) })
    case .reference(let key):
      return .blob(
        withUnsafeBytes(of: (key.number, Int64(key.entity))) { blob(.reference, $0) })
    }
  }

  private static func blob(
    _ tag: Tag, _ payload: UnsafeRawBufferPointer = .init(start: nil, count: 0)
  )
    -> Data
  {
    var result = Data([tag.rawValue])
    result.append(contentsOf: payload)
    return result
  }

  static func setResult(_ value: AttributeValue, _ context: OpaquePointer?) {
    setResult(parameter(value), context)
  }

  static func setResult(_ value: SQLValue, _ context: OpaquePointer?) {
    switch value {
    case .null: sqlite3_result_null(context)
    case .integer(let integer): sqlite3_result_int64(context, integer)
    case .real(let double): sqlite3_result_double(context, double)
    case .text(let text):
      var text = text
      text.withUTF8 { bytes in
        UnsafeRawBufferPointer(bytes).withNonNullBase {
          sqlite3_result_text(
            context, $0.assumingMemoryBound(to: CChar.self), Int32(bytes.count),
            csqlite_transient())
        }
      }
    case .blob(let data):
      data.withUnsafeBytes { bytes in
        bytes.withNonNullBase {
          sqlite3_result_blob(context, $0, Int32(bytes.count), csqlite_transient())
        }
      }
    }
  }

  // MARK: - From SQLite

  static func value(_ value: OpaquePointer?) -> AttributeValue {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: .double(sqlite3_value_double(value))
    case SQLITE_TEXT: .string(text(value))
    case SQLITE_BLOB: tagged(bytes(value))
    default: .null
    }
  }

  static func bytes(_ value: OpaquePointer?) -> UnsafeRawBufferPointer {
    let start = sqlite3_value_blob(value)
    return UnsafeRawBufferPointer(
      start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value)))
  }

  static func text(_ value: OpaquePointer?) -> String {
    String(decoding: bytes(value), as: UTF8.self)
  }

  /// Returns the value of a blob with a tag.
  static func tagged(_ bytes: UnsafeRawBufferPointer) -> AttributeValue {
    guard let tag = bytes.first.flatMap(Tag.init(rawValue:)) else { return .null }
    let payload = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
    switch tag {
    case .date where payload.count == 8: return .date(payload.loadUnaligned(as: Double.self))
    case .decimal: return .decimal(DecimalCoding.decimal(String(decoding: payload, as: UTF8.self)))
    case .data: return .data(Data(payload))
    case .uuid where payload.count == 16:
      return .uuid(UUID(uuid: payload.loadUnaligned(as: uuid_t.self)))
    case .reference where payload.count == 16:
      return .reference(
        ObjectKey(
          entity: Int(payload.loadUnaligned(fromByteOffset: 8, as: Int64.self)),
          number: payload.loadUnaligned(as: Int64.self)))
    case .notANumber: return .double(.nan)
    default: return .null
    }
  }
}
#endif
