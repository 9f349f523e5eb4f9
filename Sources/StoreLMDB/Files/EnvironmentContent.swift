// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CDispatch
import Foundation
import StoreInterface

/// The content of a path, judged by its first bytes without the engine.
///
/// Reading is harmless while the process has the environment open: LMDB's record locks are on the
/// lock file, and the writer's lock belongs to the environment's own descriptor.
enum EnvironmentContent {
  case missing
  case empty
  /// An environment in which nothing was ever stored, or the beginning of one: its creation was
  /// interrupted, or is under way.
  case unfinished
  case environment
  case sqlite
  case foreign

  init(path: String) throws(StoreError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      self = try EnvironmentContent.failure(path)
      return
    }
    try EnvironmentContent.requireFile(status, path)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      self = try EnvironmentContent.failure(path)
      return
    }
    defer { close(descriptor) }
    let head = try EnvironmentContent.read(descriptor, at: 0, path)
    self = EnvironmentContent(head: head)
    guard case .environment = self else { return }
    if try EnvironmentContent.isUnfinished(head, descriptor: descriptor, path: path) {
      self = .unfinished
    }
  }

  private init(head: [UInt8]) {
    if head.isEmpty {
      self = .empty
    } else if head.starts(with: Array("SQLite format 3\0".utf8)) {
      self = .sqlite
    } else if head.count >= 20, head[16..<20].elementsEqual(MetaPage.start[16..<20]) {
      self = .environment
    } else {
      self = .foreign
    }
  }

  private static func isUnfinished(
    _ head: [UInt8], descriptor: Int32, path: String
  ) throws(StoreError) -> Bool {
    guard head.count == MetaPage.byteCount else { return true }
    guard let first = head.withUnsafeBytes(MetaPage.init) else { return false }
    let next = try read(descriptor, at: first.pageSize, path)
    guard next.count == MetaPage.byteCount else { return first.transaction == 0 && first.isUnused }
    guard let second = next.withUnsafeBytes(MetaPage.init) else { return false }
    return (second.transaction > first.transaction ? second : first).isUnused
  }

  private static func read(
    _ descriptor: Int32, at offset: Int, _ path: String
  ) throws(StoreError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: MetaPage.byteCount)
    var count = -1
    repeat {
      count = pread(descriptor, &bytes, bytes.count, off_t(offset))
    } while count < 0 && errno == EINTR
    guard count >= 0 else { throw ReturnCode.error(errno, store: path, "reading the file") }
    return Array(bytes.prefix(count))
  }

  private static func failure(_ path: String) throws(StoreError) -> EnvironmentContent {
    guard errno != ENOENT, errno != ENOTDIR else { return .missing }
    throw ReturnCode.error(errno, store: path, "opening the file")
  }

  private static func requireFile(_ status: stat, _ path: String) throws(StoreError) {
    let what: String
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: what = "a folder"
    case S_IFIFO: what = "a pipe"
    case S_IFSOCK: what = "a socket"
    default: what = "a device"
    }
    throw StoreError(.cannotOpen, store: path, message: "there is \(what), not a file")
  }
}
#endif
