// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface

/// The one path of a file. The engine names its lock file after the path that it is given, so two
/// processes protect each other only if both give the same (R-PSC-850).
enum FilePath {
  private static let longestChain = 40

  /// Returns a path without symbolic links, also of a file that is not there yet: a link that leads
  /// nowhere means the file that it names, if its folder is there.
  static func resolved(_ path: String) throws(StoreError) -> String {
    var current = path
    for _ in 0..<longestChain {
      if let real = realpath(current, nil) {
        defer { free(real) }
        return String(cString: real)
      }
      guard errno == ENOENT || errno == ENOTDIR else { throw failure(errno, path) }
      guard let next = destination(current) else {
        if current != path { try requireFolder(of: current, link: path) }
        return plain(current)
      }
      current = next
    }
    throw failure(ELOOP, path)
  }

  /// Where a symbolic link leads; nil for what is none.
  private static func destination(_ path: String) -> String? {
    guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path)  // no link
    else { return nil }
    return next.hasPrefix("/") ? next : (folder(path) as NSString).appendingPathComponent(next)
  }

  private static func requireFolder(of path: String, link: String) throws(StoreError) {
    guard access(folder(path), F_OK) != 0 else { return }
    throw StoreError(
      .missingFile, store: link,
      message: "the symbolic link leads to \(path), and there is no such folder")
  }

  /// Returns the path of a file that is missing, by what there is of its folders.
  private static func plain(_ path: String) -> String {
    let (parent, name) = (folder(path), (path as NSString).lastPathComponent)
    guard parent != path, !name.isEmpty, ![".", ".."].contains(name) else {
      return URL(fileURLWithPath: path).standardizedFileURL.path
    }
    if let real = realpath(parent, nil) {
      defer { free(real) }
      return (String(cString: real) as NSString).appendingPathComponent(name)
    }
    return (plain(parent) as NSString).appendingPathComponent(name)
  }

  private static func folder(_ path: String) -> String {
    let folder = (path as NSString).deletingLastPathComponent
    return folder.isEmpty ? "." : folder
  }

  private static func failure(_ code: Int32, _ path: String) -> StoreError {
    code == ELOOP
      ? StoreError(
        .cannotOpen, store: path, message: "its symbolic links lead in a circle", engineCode: code)
      : ReturnCode.error(code, store: path, "finding the file")
  }
}
#endif
