// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import StoreInterface

/// Turns SQLite's result codes into the kinds of store errors.
enum ResultCode {
  static func kind(_ code: Int32) -> StoreError.Kind {
    switch code & 0xFF {
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: .corrupt
    case SQLITE_CANTOPEN: .cannotOpen
    case SQLITE_PERM, SQLITE_AUTH: .notPermitted
    case SQLITE_READONLY: .readOnly
    case SQLITE_BUSY, SQLITE_LOCKED: .timeout
    case SQLITE_FULL: .diskFull
    case SQLITE_IOERR: .inputOutput
    default: .engine
    }
  }

  /// An error with SQLite's own text for the code.
  static func error(_ code: Int32, store: String, doing: String) -> StoreError {
    let text = sqlite3_errstr(code).map { String(cString: $0) } ?? "unknown error"
    return StoreError(kind(code), store: store, message: "\(doing): \(text)", engineCode: code)
  }
}
#endif
