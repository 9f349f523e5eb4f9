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

  /// SQLite calls a schema malformed that it could not read to the end, and names the reason last.
  /// Only what is damaged is damaged: programs throw such files away.
  static func kind(_ code: Int32, _ text: String) -> StoreError.Kind {
    let kind = kind(code)
    guard kind == .corrupt else { return kind }
    let reasons = [SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_FULL, SQLITE_NOMEM]
    let reason = reasons.first { reason in
      sqlite3_errstr(reason).map { text.hasSuffix(" - " + String(cString: $0)) } == true
    }
    return reason.map(Self.kind) ?? kind
  }

  /// Returns an error with SQLite's own text for the code.
  static func error(_ code: Int32, store: String, doing: String) -> StoreError {
    let text = sqlite3_errstr(code).map { String(cString: $0) } ?? "unknown error"
    return StoreError(kind(code), store: store, message: "\(doing): \(text)", engineCode: code)
  }
}

extension StoreError {
  /// The error of a file that has another content: what SQLite would say of it, which is not asked.
  static func notADatabase(_ store: String) -> StoreError {
    StoreError(
      .corrupt, store: store, message: "the file is no SQLite database", engineCode: SQLITE_NOTADB)
  }
}
#endif
