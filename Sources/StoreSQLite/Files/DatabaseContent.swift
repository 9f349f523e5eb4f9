// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface

/// The kind of a file, by its first bytes.
enum DatabaseContent: Sendable {
  case missing
  case empty
  case sqlite
  /// Another known store type's.
  case otherStore
  case unknown

  /// Looks at a file without disturbing SQLite: see ``OpenFileRegistry``.
  static func of(path: String) throws(StoreError) -> DatabaseContent {
    let seen = try OpenFileRegistry.unlessOpen(path: path) {
      () throws(StoreError) -> DatabaseContent in
      try read(path: path)
    }
    // A process has died while it made the file: what is in it, only SQLite knows.
    if case .unknown? = seen, (DatabaseFile.size(path + "-journal") ?? 0) > 0 { return .sqlite }
    return seen ?? contentOfOpenFile(path: path)
  }

  /// A file that was removed and closed leaves its number to the next one, for a moment before it is
  /// registered no more: what is plainly another store's is none of SQLite's.
  private static func contentOfOpenFile(path: String) -> DatabaseContent {
    guard let file = OpenFileRegistry.FileID(path: path) else { return .sqlite }
    let header: [UInt8]? = OpenFileRegistry.withDescriptor(of: file, at: path) { descriptor in
      var header = [UInt8](repeating: 0, count: 64)
      let count = pread(descriptor, &header, header.count, 0)
      return count > 0 ? Array(header.prefix(count)) : nil
    }
    guard let header, case .otherStore = classify(header) else { return .sqlite }
    return .otherStore
  }

  private static func read(path: String) throws(StoreError) -> DatabaseContent {
    // A pipe would keep an opening waiting for its other end.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return try failure(path: path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return try failure(path: path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw StoreError(.cannotOpen, store: path, message: "is not a regular file")
    }
    var header = [UInt8](repeating: 0, count: 64)
    let count = pread(descriptor, &header, header.count, 0)
    guard count >= 0 else { return try failure(path: path) }
    return classify(Array(header.prefix(count)))
  }

  /// Returns true if a file that is not open may have tables, committed or in a log. Under the registry's
  /// lock.
  static func hasTables(path: String) -> Bool {
    if ["-wal", "-journal"].contains(where: { (DatabaseFile.size(path + $0) ?? 0) > 0 }) {
      return true
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return true }
    defer { close(descriptor) }
    // The header of the file, and of the page that lists the tables: its kind, and how many it lists.
    var header = [UInt8](repeating: 0, count: 105)
    let count = pread(descriptor, &header, header.count, 0)
    if count == 0 { return false }
    return count < header.count || header[100] != 13 || header[103] != 0 || header[104] != 0
  }

  private static func failure(path: String) throws(StoreError) -> DatabaseContent {
    let code = errno
    if code == ENOENT || code == ENOTDIR { return .missing }
    let kind: StoreError.Kind = code == EACCES || code == EPERM ? .notPermitted : .cannotOpen
    throw StoreError(kind, store: path, message: String(cString: strerror(code)), engineCode: code)
  }

  private static func classify(_ header: [UInt8]) -> DatabaseContent {
    if header.isEmpty { return .empty }
    if header.starts(with: Array("SQLite format 3".utf8) + [0]) { return .sqlite }
    if header.starts(with: Array("bplist".utf8)) || header.starts(with: Array("<?xml".utf8)) {
      return .otherStore
    }
    // An LMDB meta page: the magic number behind the page header.
    if header.count >= 20, Array(header[16..<20]) == [0xDE, 0xC0, 0xEF, 0xBE] {
      return .otherStore
    }
    return .unknown
  }
}
#endif
