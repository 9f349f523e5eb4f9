// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CDispatch
import Foundation
import StoreInterface

/// Questions about a file at a path.
enum LMDBFile {
  /// Throws when the path cannot become or be an LMDB store.
  static func checkContent(_ path: String, isReadOnly: Bool) throws(StoreError) {
    switch try EnvironmentContent(path: path) {
    case .environment: break
    case .missing where !isReadOnly, .empty where !isReadOnly, .unfinished where !isReadOnly:
      break
    case .missing:
      throw StoreError(.missingFile, store: path, message: "the file does not exist")
    case .empty, .unfinished:
      throw StoreError(
        .missingStore, store: path, message: "a new store cannot be made for reading only")
    case .sqlite:
      throw StoreError(.wrongType, store: path, message: "the file is a SQLite database")
    case .foreign:
      throw StoreError(.corrupt, store: path, message: "the file is no LMDB environment")
    }
  }

  /// Returns the bytes that a file takes.
  static func byteCount(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}
#endif
