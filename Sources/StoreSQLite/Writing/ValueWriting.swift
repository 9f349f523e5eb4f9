// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite

/// Where a value of a row goes: a parameter of a statement, or a column of a virtual table.
protocol ValueTarget {
  func write(double: Double)
  /// Bytes that outlive the statement's run.
  func write(text: UnsafeRawBufferPointer)
  func write(blob: UnsafeRawBufferPointer)
  /// A text that is copied.
  func write(copying text: String)
}

/// The parameter of a statement.
struct ParameterTarget: ValueTarget {
  let statement: OpaquePointer
  let index: Int32

  @inline(__always)
  func write(double: Double) { sqlite3_bind_double(statement, index, double) }

  @inline(__always)
  func write(text: UnsafeRawBufferPointer) {
    sqlite3_bind_text(
      statement, index, text.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(text.count),
      nil)
  }

  @inline(__always)
  func write(blob: UnsafeRawBufferPointer) {
    sqlite3_bind_blob64(statement, index, blob.baseAddress, sqlite3_uint64(blob.count), nil)
  }

  func write(copying text: String) {
    sqlite3_bind_text(statement, index, text, -1, csqlite_transient())
  }
}

/// The current column of a virtual table's row.
struct ResultTarget: ValueTarget {
  let context: OpaquePointer?

  @inline(__always)
  func write(double: Double) { sqlite3_result_double(context, double) }

  @inline(__always)
  func write(text: UnsafeRawBufferPointer) {
    sqlite3_result_text(
      context, text.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(text.count), nil)
  }

  @inline(__always)
  func write(blob: UnsafeRawBufferPointer) {
    sqlite3_result_blob64(context, blob.baseAddress, sqlite3_uint64(blob.count), nil)
  }

  func write(copying text: String) {
    sqlite3_result_text(context, text, -1, csqlite_transient())
  }
}

/// How values of rows stand in the file.
enum ValueWriting {
  /// Values that SQLite cannot hold as numbers become texts: see ``SpecialDouble``.
  @inline(__always)
  static func write(double: Double, to target: some ValueTarget) {
    if double == 0 || double.isNaN, let text = SpecialDouble.text(double) {
      target.write(copying: text)
    } else {
      target.write(double: double)
    }
  }

  /// A value of the variable part of a row.
  @inline(__always)
  static func write(
    _ bytes: UnsafeRawBufferPointer, _ kind: RowCell.Kind, to target: some ValueTarget
  ) {
    switch kind {
    case .text: target.write(text: bytes)
    case .decimal: write(decimal: bytes, to: target)
    default: target.write(blob: bytes)
    }
  }

  private static func write(decimal: UnsafeRawBufferPointer, to target: some ValueTarget) {
    if DecimalColumn.isExactInSQLite(decimal) {
      target.write(text: decimal)
    } else if decimal.elementsEqual("NaN".utf8) {
      target.write(copying: "NaN")
    } else {
      target.write(blob: decimal)
    }
  }
}
#endif
