// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A file beside another, whose place it is to take. It is locked while its writer lives: by that,
/// what a process that died has left behind is told from a file that is being written.
struct TemporaryFile {
  /// The purpose of the file; the end of its name.
  enum Purpose: String {
    /// It is what is going to take the place.
    case saving = ".saving"
    /// It stands for the files of a copy that is going to take the place, whose names begin with
    /// its own, but for this end.
    case copying = ".copying"
  }

  let path: String
  /// -1 if the file cannot be made. To be closed by the owner, which ends the lock.
  let descriptor: Int32

  init(beside target: String, for purpose: Purpose = .saving) {
    var path = ""
    var descriptor: Int32 = -1
    var attempts = 0
    repeat {
      if descriptor >= 0 { close(descriptor) }
      path = TemporaryFile.prefix(target) + UUID().uuidString + purpose.rawValue
      descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      attempts += 1
      // A file system that never tells a file by its number must not keep us here.
    } while descriptor >= 0 && !TemporaryFile.isOurs(descriptor, path) && attempts < 16
    (self.path, self.descriptor) = (path, descriptor)
  }

  /// Takes the lock; false if somebody has taken the new file for an abandoned one meanwhile. Where
  /// there are no locks nobody removes anything.
  private static func isOurs(_ descriptor: Int32, _ path: String) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0 { return errno != EWOULDBLOCK }
    var (opened, there) = (stat(), stat())
    guard fstat(descriptor, &opened) == 0, stat(path, &there) == 0 else { return false }
    return opened.st_dev == there.st_dev && opened.st_ino == there.st_ino
  }

  /// Removes the files of processes that died while they wrote. Reads the folder.
  ///
  /// - Returns: how many files are left, of processes that write or that could not be removed; one for a
  ///   folder that cannot be read.
  @discardableResult
  static func removeAbandoned(beside target: String, for purpose: Purpose = .saving) -> Int {
    let (folder, begin) = start(beside: target)
    let end = purpose.rawValue
    guard let names = names(in: folder, containing: begin) else { return 1 }
    var left = 0
    for name in names where name.hasPrefix(begin) && name.hasSuffix(end) {
      let middle = name.dropFirst(begin.count).dropLast(end.count)
      guard middle.count == 36, UUID(uuidString: String(middle)) != nil else { continue }
      let isRemoved = remove("\(folder)/\(name)") {
        guard purpose == .copying else { return }
        let own = String(name.dropLast(end.count))
        for other in names where other != name && belongs(other, to: own) {
          try? FileManager.default.removeItem(atPath: "\(folder)/\(other)")  // next time
        }
      }
      if !isRemoved { left += 1 }
    }
    return left
  }

  /// A log, a lock file, a folder of external files or a file being saved are named after theirs.
  private static func belongs(_ name: String, to own: String) -> Bool {
    name.hasPrefix(own + ".") || name.hasPrefix("." + own + ".")
      || name.hasPrefix("." + own + "_")
  }

  /// The names that a folder has, of those that may matter; nil for one that cannot be read.
  private static func names(in folder: String, containing part: String) -> [String]? {
    guard let entries = opendir(folder) else { return nil }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { name in
          name[0] == CChar(UInt8(ascii: ".")) && strstr(name, part) != nil
            ? String(cString: name) : nil
        }
      }
      if let name { names.append(name) }
    }
    return names
  }

  /// Removes a file that nobody has locked, after what belongs to it; false if it is still there.
  private static func remove(_ path: String, _ companions: () -> Void) -> Bool {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return errno == ENOENT }
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return false }
    companions()
    return unlink(path) == 0 || errno == ENOENT
  }

  /// How the paths of files beside a target begin.
  static func prefix(_ target: String) -> String {
    let (folder, begin) = start(beside: target)
    return "\(folder)/\(begin)"
  }

  /// The folder, and how the names of files beside the target begin.
  private static func start(beside target: String) -> (folder: String, begin: String) {
    guard target.hasPrefix("/"), let slash = target.lastIndex(of: "/"),
      target.index(after: slash) < target.endIndex
    else {
      let place = URL(fileURLWithPath: target)
      return (place.deletingLastPathComponent().path, ".\(place.lastPathComponent).")
    }
    return (String(target[..<slash]), ".\(target[slash...].dropFirst()).")
  }
}
