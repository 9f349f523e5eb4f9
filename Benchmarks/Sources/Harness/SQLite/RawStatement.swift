// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RawSQLite

/// A prepared statement; the names are SQLite's.
package struct RawStatement {
  package let handle: OpaquePointer

  @inline(__always) package func bind(_ index: Int32, _ value: Int64) {
    sqlite3_bind_int64(handle, index, value)
  }

  @inline(__always) package func bind(_ index: Int32, _ value: Double) {
    sqlite3_bind_double(handle, index, value)
  }

  /// Binds text that stays where it is until the statement has run.
  @inline(__always) package func bind(_ index: Int32, _ text: UnsafeBufferPointer<UInt8>?) {
    guard let text else {
      sqlite3_bind_null(handle, index)
      return
    }
    let start = UnsafeRawPointer(text.baseAddress)?.assumingMemoryBound(to: CChar.self)
    sqlite3_bind_text(handle, index, start, Int32(text.count), nil)
  }

  /// Whether there is a row.
  @inline(__always) package func step() -> Bool { sqlite3_step(handle) == SQLITE_ROW }

  /// Runs a statement that has no rows.
  @inline(__always) package func run() throws {
    let code = sqlite3_step(handle)
    guard code == SQLITE_DONE else { throw BenchmarkFailure("SQLite: error \(code) in a step.") }
    sqlite3_reset(handle)
  }

  @inline(__always) package func reset() { sqlite3_reset(handle) }
  package func finalize() { sqlite3_finalize(handle) }

  @inline(__always) package func integer(_ column: Int32) -> Int64 {
    sqlite3_column_int64(handle, column)
  }
  @inline(__always) package func double(_ column: Int32) -> Double {
    sqlite3_column_double(handle, column)
  }

  /// Bytes of a text, which is made available but not copied; 0 for null.
  @inline(__always) package func textBytes(_ column: Int32) -> Int64 {
    guard sqlite3_column_text(handle, column) != nil else { return 0 }
    return Int64(sqlite3_column_bytes(handle, column))
  }
}
