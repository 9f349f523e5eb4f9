// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface

/// What a path holds, judged by its first bytes without the engine.
///
/// Reading is harmless while the process has the environment open: LMDB's record locks are on the
/// lock file, and the writer's lock belongs to the environment's own descriptor.
enum FileContent {
  case missing
  case empty
  case environment
  case sqlite
  case foreign

  init(path: String) throws(StoreError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      guard errno != ENOENT, errno != ENOTDIR else {
        self = .missing
        return
      }
      throw ReturnCode.error(errno, store: path, "opening the file")
    }
    defer { close(descriptor) }
    var head = [UInt8](repeating: 0, count: 152)
    let count = read(descriptor, &head, head.count)
    guard count >= 0 else { throw ReturnCode.error(errno, store: path, "reading the file") }
    self = FileContent(head: head[..<count])
  }

  /// A meta page has a page header of 16 bytes, its flag for "meta", then the magic number.
  private init(head: ArraySlice<UInt8>) {
    if head.isEmpty {
      self = .empty
    } else if head.starts(with: Array("SQLite format 3\0".utf8)) {
      self = .sqlite
    } else if head.count >= 24, head[16..<20].elementsEqual([0xDE, 0xC0, 0xEF, 0xBE]) {
      self = .environment
    } else {
      self = .foreign
    }
  }
}
#endif
