// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Puts a finished file in the place of another, so that a crash leaves the one or the other whole.
package enum StoreFileMove {
  /// Writes a file out to the disk, renames it and writes its folder out. Both paths are of one
  /// folder; whatever is at `destination` is gone afterwards.
  package static func move(_ source: String, to destination: String) throws(StoreError) {
    try synchronise(source)
    guard rename(source, destination) == 0 else {
      throw failure(errno, path: destination, what: "cannot take the place of what is there")
    }
    try synchronise((destination as NSString).deletingLastPathComponent)
  }

  /// Removes files that may be there.
  package static func remove(_ paths: [String]) {
    for path in paths { unlink(path) }
  }

  /// Writes a file or a folder out to the disk.
  package static func synchronise(_ path: String) throws(StoreError) {
    let descriptor = open(path.isEmpty ? "." : path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(errno, path: path, what: "cannot be opened") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else {
      throw failure(errno, path: path, what: "cannot be written out")
    }
  }

  /// Returns the error for a system call that failed.
  package static func failure(_ code: Int32, path: String, what: String) -> StoreError {
    let kind: StoreError.Kind =
      switch code {
      case ENOSPC, EDQUOT: .diskFull
      case EACCES, EPERM, EROFS: .notPermitted
      default: .inputOutput
      }
    return StoreError(
      kind, store: path, message: "\(what): \(String(cString: strerror(code)))", engineCode: code)
  }
}
