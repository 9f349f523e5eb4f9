// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Harness
import RawSQLite

/// A statement that is run once per row, with the texts of the row side by side in a buffer of its
/// own: SQLite needs neither to copy nor to free them.
final class RowStatement {
  let statement: RawStatement
  private let texts = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 18)
  private var used = 0

  init(_ connection: RawConnection, _ sql: String) throws {
    statement = try connection.prepare(sql)
  }

  deinit {
    statement.finalize()
    texts.deallocate()
  }

  @inline(__always) func bind(_ index: Int32, _ value: Int64) { statement.bind(index, value) }
  @inline(__always) func bind(_ index: Int32, _ value: Double) { statement.bind(index, value) }
  func bindNull(_ index: Int32) { sqlite3_bind_null(statement.handle, index) }

  /// Binds a text, or null.
  func bind(_ index: Int32, _ text: String?) {
    guard var text else { return bindNull(index) }
    let count = Int32(text.utf8.count)
    let start = text.withUTF8 { copy($0) }
    sqlite3_bind_text(statement.handle, index, start, count, nil)
  }

  /// Binds bytes, or null.
  func bind(_ index: Int32, _ bytes: [UInt8]?) {
    guard let bytes else { return bindNull(index) }
    let start = bytes.withUnsafeBufferPointer { copy($0) }
    sqlite3_bind_blob(statement.handle, index, start, Int32(bytes.count), nil)
  }

  /// Runs a statement without rows.
  func run() throws {
    try statement.run()
    used = 0
  }

  /// Passes every row on, then makes ready for the next.
  func forEachRow(_ body: (RawStatement) throws -> Void) rethrows {
    defer {
      statement.reset()
      used = 0
    }
    while statement.step() { try body(statement) }
  }

  private func copy(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafePointer<CChar>? {
    precondition(used + bytes.count <= texts.count, "A row's texts are longer than 256 KiB.")
    let start = texts.baseAddress.map { $0 + used }
    if let source = bytes.baseAddress { start?.update(from: source, count: bytes.count) }
    used += bytes.count
    return start.map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) }
  }
}

extension RawStatement {
  /// The text of a column as a string; empty for null.
  func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}
