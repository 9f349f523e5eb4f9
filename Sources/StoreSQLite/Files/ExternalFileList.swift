// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface

/// The list of external files that one database may not need any more: those that it is writing, and
/// those that its rows named before.
///
/// It lies beside their folder, under the database's full name, so that what a process leaves behind
/// is known to be this database's and no other's. Nothing depends on it: a name too many is found
/// to be in use, for a lost one a file stays. So it is not written out to the disk. Several
/// processes may change it.
struct ExternalFileList: Sendable {
  let path: String

  var exists: Bool { DatabaseFile.size(path) != nil }

  var names: Set<String> {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    flock(descriptor, LOCK_SH)
    return content(descriptor)
  }

  /// Adds names, before there are such files or while rows name them.
  func add(_ names: [String]) throws(StoreError) {
    guard !names.isEmpty else { return }
    let lines = names.map { $0 + "\n" }.joined()
    let isDone = locked(O_CREAT) { descriptor in
      lseek(descriptor, 0, SEEK_END)
      return put(lines, descriptor)
    }
    guard isDone == true else {
      throw StoreFileMove.failure(errno, path: path, what: "cannot be written to")
    }
  }

  /// Removes names; with the last one the list.
  func remove(_ names: Set<String>) {
    guard !names.isEmpty, exists else { return }
    _ = locked(0) { descriptor in
      let rest = content(descriptor).subtracting(names)
      if rest.isEmpty { return unlink(path) == 0 }
      lseek(descriptor, 0, SEEK_SET)
      let lines = rest.sorted().map { $0 + "\n" }.joined()
      return put(lines, descriptor) && ftruncate(descriptor, lines.utf8.count) == 0
    }
  }

  /// Runs a block with the list while nobody else changes it; nil when there is none.
  private func locked<T>(_ flags: Int32, _ body: (Int32) -> T) -> T? {
    while true {
      let descriptor = open(path, O_RDWR | O_CLOEXEC | flags, 0o600)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      flock(descriptor, LOCK_EX)
      var status = stat()
      // Somebody has removed it meanwhile: the next one is another file.
      if fstat(descriptor, &status) == 0, status.st_nlink == 0 { continue }
      return body(descriptor)
    }
  }

  private func content(_ descriptor: Int32) -> Set<String> {
    lseek(descriptor, 0, SEEK_SET)
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    let data = (try? file.readToEnd()) ?? Data()  // unreadable: what it lists stays
    return Set(
      String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
        .filter { UUID(uuidString: $0) != nil })
  }

  private func put(_ text: String, _ descriptor: Int32) -> Bool {
    var text = text
    return text.withUTF8 { write(descriptor, $0.baseAddress, $0.count) == $0.count }
  }
}
#endif
