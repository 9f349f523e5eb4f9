// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
import Foundation
import StoreInterface

/// LMDB's result codes as store errors.
enum ReturnCode {
  /// Returns the error for a code. `attempt` completes the sentence "… failed".
  static func error(_ code: Int32, store: String, _ attempt: String) -> StoreError {
    let reason = mdb_strerror(code).map { String(cString: $0) } ?? "unknown error"
    return StoreError(
      kind(of: code), store: store, message: "\(attempt) failed: \(reason)", engineCode: code)
  }

  /// Throws unless the code says success.
  static func check(
    _ code: Int32, store: @autoclosure () -> String, _ attempt: @autoclosure () -> String
  ) throws(StoreError) {
    guard code != MDB_SUCCESS else { return }
    throw error(code, store: store(), attempt())
  }

  private static func kind(of code: Int32) -> StoreError.Kind {
    switch code {
    case ENOENT, ENOTDIR: .missingFile
    case EACCES, EPERM: .notPermitted
    case EROFS: .readOnly
    case ENOSPC, EDQUOT, EFBIG, MDB_MAP_FULL: .diskFull
    case EIO: .inputOutput
    case EISDIR, EAGAIN, EBUSY, MDB_READERS_FULL, MDB_DBS_FULL: .cannotOpen
    case MDB_CORRUPTED, MDB_PAGE_NOTFOUND, MDB_INVALID, MDB_VERSION_MISMATCH, MDB_INCOMPATIBLE:
      .corrupt
    default: .engine
    }
  }
}
#endif
