// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
import StoreInterface

/// Binds values of packed rows to a statement's parameters, straight from the rows' bytes.
struct RowBinder {
  let statement: OpaquePointer
  let layout: StoreLayout

  /// Binds one cell of a row that stays alive until the statement has been stepped.
  /// - Returns: false for a value that only ``ExternalFiles`` can take.
  @inline(__always)
  func bind(_ cell: RowCell, of row: Row, at parameter: Int32, entityAt entityParameter: Int32) {
    let slot = Int(cell.slot)
    guard !row.isNull(slot) else { return bindNull(cell, parameter, entityParameter) }
    switch cell.kind {
    case .integer, .reference:
      sqlite3_bind_int64(statement, parameter, row.integer(slot))
    case .text:
      let bytes = row.bytes(slot)
      sqlite3_bind_text(
        statement, parameter, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
        Int32(bytes.count), nil)
    case .bytes, .uuid:
      let bytes = row.bytes(slot)
      sqlite3_bind_blob64(
        statement, parameter, bytes.baseAddress, sqlite3_uint64(bytes.count), nil)
    case .double: bindDouble(row.double(slot), parameter)
    case .decimal: bindDecimal(row.bytes(slot), parameter)
    case .polymorphicReference:
      sqlite3_bind_int64(statement, parameter, row.integer(slot))
      bindEntity(Int(row.bits(slot + 1) & 0xFFFF_FFFF), cell, entityParameter)
    case .external: break
    }
  }

  private func bindNull(_ cell: RowCell, _ parameter: Int32, _ entityParameter: Int32) {
    sqlite3_bind_null(statement, parameter)
    if cell.kind == .polymorphicReference { sqlite3_bind_null(statement, entityParameter) }
  }

  private func bindDouble(_ value: Double, _ parameter: Int32) {
    if value == 0 || value.isNaN, let text = SpecialDouble.text(value) {
      sqlite3_bind_text(statement, parameter, text, -1, csqlite_transient())
    } else {
      sqlite3_bind_double(statement, parameter, value)
    }
  }

  private func bindDecimal(_ text: UnsafeRawBufferPointer, _ parameter: Int32) {
    if DecimalText.isExactInSQLite(text) {
      sqlite3_bind_text(
        statement, parameter, text.baseAddress?.assumingMemoryBound(to: CChar.self),
        Int32(text.count), nil)
    } else if text.elementsEqual("NaN".utf8) {
      sqlite3_bind_text(statement, parameter, "NaN", -1, csqlite_transient())
    } else {
      sqlite3_bind_blob64(
        statement, parameter, text.baseAddress, sqlite3_uint64(text.count), nil)
    }
  }

  private func bindEntity(_ entity: Int, _ cell: RowCell, _ parameter: Int32) {
    let known = layout.entities.indices.contains(entity) ? layout.entities[entity] : nil
    let number = known ?? layout.entities[Int(cell.destination)]
    if let number {
      sqlite3_bind_int64(statement, parameter, number.number)
    } else {
      sqlite3_bind_null(statement, parameter)
    }
  }
}
#endif
