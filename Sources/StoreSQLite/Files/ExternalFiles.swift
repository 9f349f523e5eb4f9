// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface

/// Large binary values that lie beside the database, one file each.
///
/// A value of an attribute that allows it begins with a tag byte: 1 and the bytes themselves, or 2,
/// the file's name and a zero byte. A file is never written again: a new value gets a new one.
/// Databases whose names differ in the extension share the folder, and so does a copy of one: what a
/// database does not name may be another's.
struct ExternalFiles: Sendable {
  /// A stored value.
  enum Stored {
    case inline(UnsafeRawBufferPointer)
    /// The name of a file.
    case file(String)
    /// Bytes that are no value, and the reason.
    case damaged(String)
  }

  static let inlineTag: UInt8 = 1
  static let fileTag: UInt8 = 2
  /// Larger values go into files.
  static let threshold = 128 * 1024

  /// The folder's path, with a slash at its end.
  let folder: String
  /// The folder above, with a slash at its end.
  let support: String
  /// The list of files that may be of no more use, see ``ExternalFileList``.
  let list: ExternalFileList

  private let mode: mode_t

  /// The folder that belongs to a database file.
  init(database path: String, mode: mode_t = 0o600) {
    self.mode = mode
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    var name = path[slash...]
    if let dot = name.lastIndex(of: "."), dot != name.startIndex { name = name[..<dot] }
    support = "\(path[..<slash]).\(name)_SUPPORT/"
    folder = support + "_EXTERNAL_DATA/"
    list = ExternalFileList(path: "\(support)\(path[slash...])-unused")
  }

  func path(_ name: String) -> String { folder + name }

  // MARK: - Stored values

  static func read(_ stored: UnsafeRawBufferPointer) -> Stored {
    guard let tag = stored.first else { return .inline(stored) }
    switch tag {
    case inlineTag: return .inline(UnsafeRawBufferPointer(rebasing: stored.dropFirst()))
    case fileTag: return fileName(stored).map(Stored.file) ?? .damaged("names no external file")
    default: return .damaged("holds binary data with the unknown tag \(tag)")
    }
  }

  /// Returns the file that a stored value names; nil for inline values and for names that are no
  /// UUID.
  static func fileName(_ stored: UnsafeRawBufferPointer) -> String? {
    guard stored.first == fileTag else { return nil }
    var name = stored.dropFirst()
    if name.last == 0 { name = name.dropLast() }
    let text = String(decoding: name, as: UTF8.self)
    return UUID(uuidString: text) == nil ? nil : text
  }

  /// Returns the bytes that are stored in place of a file.
  static func stored(_ name: String) -> Data { Data([fileTag]) + Data(name.utf8) + Data([0]) }

  // MARK: - Writing

  /// Writes a value into a new file, out to the disk, and returns the file's name. The folder is
  /// written out by ``synchronise()``.
  func write(_ content: UnsafeRawBufferPointer) throws(StoreError) -> String {
    try makeFile { descriptor throws(StoreError) in
      try put(content, to: descriptor)
    }
  }

  /// Takes the content of another file under a new name, which is returned; nil when there is no
  /// such file. Where the file system can, both are one file.
  func adopt(_ other: String) throws(StoreError) -> String? {
    guard DatabaseFile.size(other) != nil else { return nil }
    let name = UUID().uuidString
    try makeFolder()
    try list.add([name])
    if link(other, path(name)) == 0 { return name }
    list.remove([name])
    let source = open(other, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else {
      throw StoreFileMove.failure(errno, path: other, what: "cannot be opened")
    }
    defer { close(source) }
    return try makeFile { target throws(StoreError) in
      try copy(source, other, to: target)
    }
  }

  /// Takes a file of another database under the name that it has there; false when there is none.
  /// Where the file system can, both are one file, which is never written again. For a database that
  /// nobody uses yet: nothing is put on the list.
  func share(_ name: String, of other: ExternalFiles) throws(StoreError) -> Bool {
    let path = other.path(name)
    guard DatabaseFile.size(path) != nil else { return false }
    try makeFolder()
    if link(path, self.path(name)) == 0 { return true }
    let source = open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else {
      throw StoreFileMove.failure(errno, path: path, what: "cannot be opened")
    }
    defer { close(source) }
    try makeFile(name) { target throws(StoreError) in try copy(source, path, to: target) }
    return true
  }

  /// Makes the names of new files durable.
  func synchronise() throws(StoreError) { try StoreFileMove.synchronise(folder) }

  func remove(_ names: some Sequence<String>) {
    // One that stays is still on the list, or was removed by somebody else.
    for name in names { unlink(path(name)) }
  }

  private func makeFile(
    _ fill: (Int32) throws(StoreError) -> Void
  ) throws(StoreError) -> String {
    let name = UUID().uuidString
    try makeFolder()
    try list.add([name])
    try makeFile(name, fill)
    return name
  }

  private func makeFile(
    _ name: String, _ fill: (Int32) throws(StoreError) -> Void
  ) throws(StoreError) {
    let descriptor = open(path(name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw StoreFileMove.failure(errno, path: path(name), what: "cannot be made")
    }
    defer { close(descriptor) }
    if mode != 0o600 { fchmod(descriptor, mode) }
    do throws(StoreError) {
      try fill(descriptor)
      guard fsync(descriptor) == 0 else {
        throw StoreFileMove.failure(errno, path: path(name), what: "cannot be written out")
      }
    } catch {
      remove([name])
      throw error
    }
  }

  /// Folders that those may read and change who may the database.
  func makeFolder() throws(StoreError) {
    if DatabaseFile.size(folder) != nil { return }
    for path in [support, folder] {
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
        throw StoreFileMove.failure(errno, path: path, what: "cannot be made")
      }
      // Who may read a folder may go into it.
      if mode != 0o600 { chmod(path, mode | (mode & 0o444) >> 2) }
      try StoreFileMove.synchronise((path as NSString).deletingLastPathComponent)
    }
  }

  /// Removes the folders unless something is in them.
  func removeEmptyFolders() {
    for path in [folder, support] { rmdir(path) }
  }

  private func put(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(StoreError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let written = Foundation.write(descriptor, part.baseAddress, part.count)
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else {
        throw StoreFileMove.failure(errno, path: folder, what: "cannot be written to")
      }
      rest = rest.dropFirst(written)
    }
  }

  private func copy(
    _ source: Int32, _ path: String, to target: Int32
  ) throws(StoreError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = Foundation.read(source, buffer.baseAddress, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else {
        throw StoreFileMove.failure(errno, path: path, what: "cannot be read")
      }
      guard count > 0 else { return }
      try put(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: target)
    }
  }

  /// The files that are there, whosever they are.
  var names: [String] {
    // Without the folder, or where it cannot be read, there are no files to tell of.
    let found =
      DatabaseFile.size(folder) == nil
      ? nil : try? FileManager.default.contentsOfDirectory(atPath: folder)
    return (found ?? []).filter { UUID(uuidString: $0) != nil }
  }
}
#endif
