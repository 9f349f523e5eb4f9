// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A file beside another, whose place it is to take. It is locked while its writer lives: by that,
/// what a process that died has left behind is told from a file that is being written.
struct TemporaryFile {
  private static let suffix = ".saving"

  let path: String
  /// -1 if the file cannot be made. To be closed by the owner, which ends the lock.
  let descriptor: Int32

  init(beside target: String) {
    while true {
      let path = TemporaryFile.prefix(target) + UUID().uuidString + TemporaryFile.suffix
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      guard descriptor < 0 || TemporaryFile.isOurs(descriptor) else {
        close(descriptor)
        continue
      }
      (self.path, self.descriptor) = (path, descriptor)
      return
    }
  }

  /// Takes the lock; false if somebody has taken the new file for an abandoned one meanwhile. Where
  /// there are no locks nobody removes anything.
  private static func isOurs(_ descriptor: Int32) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0 { return errno != EWOULDBLOCK }
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_nlink > 0
  }

  /// Removes the files of processes that died while they wrote. Reads the folder.
  static func removeAbandoned(beside target: String) {
    let start = URL(fileURLWithPath: prefix(target))
    let (folder, begin) = (start.deletingLastPathComponent().path, start.lastPathComponent)
    // A folder that cannot be read has nothing that could be removed.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where name.hasPrefix(begin) && name.hasSuffix(suffix) {
      let middle = name.dropFirst(begin.count).dropLast(suffix.count)
      guard middle.count == 36, UUID(uuidString: String(middle)) != nil else { continue }
      remove("\(folder)/\(name)")
    }
  }

  private static func remove(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
  }

  private static func prefix(_ target: String) -> String {
    let place = URL(fileURLWithPath: target)
    return "\(place.deletingLastPathComponent().path)/.\(place.lastPathComponent)."
  }
}
