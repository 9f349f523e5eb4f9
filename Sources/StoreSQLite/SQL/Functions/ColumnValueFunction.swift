// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
import RowEngine
import StoreInterface

/// Reads a column's value as a row would hold it.
enum ColumnValueFunction {
  /// `(column, kind[, entity])`
  static func run(
    _ context: OpaquePointer?, count: Int32, arguments: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    guard count >= 2, let arguments, sqlite3_value_type(arguments[0]) != SQLITE_NULL,
      let kind = OperandKind(rawValue: sqlite3_value_int64(arguments[1]))
    else { return sqlite3_result_null(context) }
    let entity = count > 2 ? Int(sqlite3_value_int64(arguments[2])) : 0
    guard let value = value(of: arguments[0], kind: kind, entity: entity, context: context) else {
      return sqlite3_result_error(context, "external binary data cannot be read", -1)
    }
    GeneralValue.setResult(value, context)
  }

  private static func value(
    of column: OpaquePointer?, kind: OperandKind, entity: Int, context: OpaquePointer?
  ) -> AttributeValue? {
    switch kind {
    case .general, .integer, .text: return GeneralValue.value(column)
    case .double: return .double(double(column))
    case .date: return .date(double(column))
    case .decimal: return .decimal(DecimalCoding.decimal(decimalText(column)))
    case .bytes: return .data(Data(GeneralValue.bytes(column)))
    case .uuid:
      let bytes = GeneralValue.bytes(column)
      return bytes.count == 16 ? .uuid(UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))) : .null
    case .reference:
      return .reference(ObjectKey(entity: entity, number: sqlite3_value_int64(column)))
    case .external: return external(column, context)
    }
  }

  private static func double(_ column: OpaquePointer?) -> Double {
    sqlite3_value_type(column) == SQLITE_TEXT
      ? SpecialDouble.value(GeneralValue.bytes(column)) : sqlite3_value_double(column)
  }

  private static func decimalText(_ column: OpaquePointer?) -> String {
    sqlite3_value_type(column) == SQLITE_FLOAT
      ? DecimalColumn.of(sqlite3_value_double(column)) : GeneralValue.text(column)
  }

  private static func external(
    _ column: OpaquePointer?, _ context: OpaquePointer?
  ) -> AttributeValue? {
    let stored = GeneralValue.bytes(column)
    switch ExternalFiles.read(stored) {
    case .inline(let content): return .data(Data(content))
    // It becomes an error of the statement.
    case .damaged: return nil
    case .file(let name): return content(of: name, context)
    }
  }

  /// A file that is not there makes the value null, as it does for objects.
  private static func content(of name: String, _ context: OpaquePointer?) -> AttributeValue {
    let path = sqlite3_db_filename(sqlite3_context_db_handle(context), "main")
      .map { String(cString: $0) }
    let files = path.flatMap { $0.isEmpty ? nil : ExternalFiles(database: $0) }
    // An unreadable file makes the value null, as it does for objects.
    let data = files.flatMap { try? Data(contentsOf: URL(fileURLWithPath: $0.path(name))) }
    return data.map(AttributeValue.data) ?? .null
  }

  /// `(decimal)`
  static func decimalKey(
    _ context: OpaquePointer?, count: Int32, arguments: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    guard count == 1, let arguments, sqlite3_value_type(arguments[0]) != SQLITE_NULL else {
      return sqlite3_result_null(context)
    }
    var key = SortableKey()
    var text = decimalText(arguments[0])
    text.withUTF8 { key.appendDecimal(UnsafeRawBufferPointer($0), ascending: true) }
    key.bytes.withUnsafeBytes {
      sqlite3_result_blob(context, $0.baseAddress, Int32($0.count), csqlite_transient())
    }
  }
}
#endif
