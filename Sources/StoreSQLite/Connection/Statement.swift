// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
import StoreInterface

/// A prepared statement. Belongs to one ``Connection`` and to whoever has borrowed it, which gives
/// it back by ``finish()``; it is finalized once, by the connection or, when not cached, at the end
/// of its own life.
final class Statement {
  let pointer: OpaquePointer
  let sql: String
  // The connection outlives its statements: it owns the cached ones, and borrowers hold it too.
  unowned let connection: Connection
  let isCached: Bool
  var isBorrowed = false
  var lastUse = 0
  private var isFinalized = false

  init(pointer: OpaquePointer, sql: String, connection: Connection, isCached: Bool) {
    self.pointer = pointer
    self.sql = sql
    self.connection = connection
    self.isCached = isCached
  }

  deinit { finalize() }

  func finalize() {
    guard !isFinalized else { return }
    isFinalized = true
    sqlite3_finalize(pointer)
  }

  /// Returns true if there is another row.
  func step() throws(StoreError) -> Bool {
    let code = sqlite3_step(pointer)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw connection.error("cannot run \(sql)")
  }

  /// Runs a statement that yields nothing, and makes it ready for the next run.
  func run() throws(StoreError) {
    let code = sqlite3_step(pointer)
    guard code == SQLITE_DONE || code == SQLITE_ROW else {
      let error = connection.error("cannot run \(sql)")
      sqlite3_reset(pointer)
      throw error
    }
    sqlite3_reset(pointer)
  }

  func reset() { if !isFinalized { sqlite3_reset(pointer) } }

  /// Gives the statement back to its connection, which may have been closed meanwhile.
  func finish() {
    guard !isFinalized else { return }
    sqlite3_reset(pointer)
    isBorrowed = false
    if !isCached { finalize() }
  }

  // MARK: - Parameters

  func bind(_ value: Int64, _ index: Int32) { sqlite3_bind_int64(pointer, index, value) }
  func bind(_ value: Int, _ index: Int32) { sqlite3_bind_int64(pointer, index, Int64(value)) }

  func bind(_ value: SQLValue, _ index: Int32) {
    switch value {
    case .null: sqlite3_bind_null(pointer, index)
    case .integer(let value): sqlite3_bind_int64(pointer, index, value)
    case .real(let value): sqlite3_bind_double(pointer, index, value)
    case .text(let value): bind(text: value, index)
    case .blob(let value): bind(blob: value, index)
    }
  }

  func bind(text: String, _ index: Int32) {
    var text = text
    text.withUTF8 { bytes in
      UnsafeRawBufferPointer(bytes).withNonNullBase { base in
        _ = sqlite3_bind_text(
          pointer, index, base.assumingMemoryBound(to: CChar.self), Int32(bytes.count),
          csqlite_transient())
      }
    }
  }

  func bind(blob: Data, _ index: Int32) {
    blob.withUnsafeBytes { bytes in
      bytes.withNonNullBase { base in
        _ = sqlite3_bind_blob64(
          pointer, index, base, sqlite3_uint64(bytes.count), csqlite_transient())
      }
    }
  }

  // MARK: - Columns

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

  func double(_ column: Int32) -> Double { sqlite3_column_double(pointer, column) }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_NULL }

  /// Returns the bytes of a text or blob; valid until the next step.
  func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_blob(pointer, column)
    return UnsafeRawBufferPointer(
      start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(pointer, column)))
  }

  func text(_ column: Int32) -> String? {
    isNull(column) ? nil : String(decoding: bytes(column), as: UTF8.self)
  }

  func blob(_ column: Int32) -> Data? { isNull(column) ? nil : Data(bytes(column)) }
}

extension UnsafeRawBufferPointer {
  /// A pointer that is not null even for no bytes: SQLite takes a null pointer as NULL.
  func withNonNullBase(_ body: (UnsafeRawPointer) -> Void) {
    if let baseAddress { return body(baseAddress) }
    Swift.withUnsafeBytes(of: UInt8(0)) { if let base = $0.baseAddress { body(base) } }
  }
}
#endif
