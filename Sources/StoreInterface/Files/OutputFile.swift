// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A new file that is written at given places. Only its owner may read it.
package final class OutputFile {
  private let path: String
  private let descriptor: Int32

  /// Makes the file, or empties the one that is there.
  package init(_ path: String) throws(StoreError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw StoreFileMove.failure(errno, path: path, what: "cannot be made")
    }
  }

  deinit { close(descriptor) }

  package func write(_ bytes: UnsafeRawBufferPointer, at place: Int) throws(StoreError) {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(place + done))
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        throw StoreFileMove.failure(errno, path: path, what: "cannot be written to")
      }
      done += count
    }
  }
}
