// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Comparing the places of stores.
enum StoreLocation {
  /// Returns a URL whose equality means the same place: standardised, symbolic links resolved.
  static func standardised(_ url: URL) -> URL {
    url.isFileURL ? url.standardizedFileURL.resolvingSymlinksInPath() : url
  }

  /// Returns true if two URLs name the same file: by device and inode, or, where nothing is, by path
  /// (R-PSC-055). Two system calls for files that are there.
  static func isSame(_ a: URL, _ b: URL) -> Bool {
    if a == b { return true }
    guard a.isFileURL, b.isFileURL, !isMemory(a), !isMemory(b) else {
      return standardised(a) == standardised(b)
    }
    switch (FileNumber(a), FileNumber(b)) {
    case (let first?, let second?): return first == second
    // A path may lead through a folder that is not there, and out of it again.
    default: return standardised(a) == standardised(b)
    }
  }

  /// The numbers by which a file system knows a file.
  struct FileNumber: Equatable {
    private let device: UInt64
    private let inode: UInt64

    /// Nil where nothing is. Follows symbolic links.
    init?(_ url: URL) {
      var status = stat()
      guard url.isFileURL, stat(url.path, &status) == 0 else { return nil }
      (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }

    /// The same, also by a path that leads through a folder that is not there, and out of it again.
    init?(reaching url: URL) {
      guard let found = FileNumber(url) ?? FileNumber(StoreLocation.standardised(url)) else {
        return nil
      }
      self = found
    }
  }

  /// Returns true if a URL stands for memory: `/dev/null`, or a name beneath it.
  static func isMemory(_ url: URL) -> Bool {
    url.path == "/dev/null" || url.path.hasPrefix("/dev/null/")
  }

  /// Returns true if something (not merely an empty file) is at a file URL.
  static func hasContent(at url: URL) -> Bool {
    guard url.isFileURL, !isMemory(url) else { return false }
    var status = stat()  // of what a symbolic link leads to; missing: empty
    return stat(url.path, &status) == 0 && status.st_size > 0
  }

  /// Returns true if a store may be at a file URL: something but an empty file or an empty folder.
  static func hasStore(at url: URL) -> Bool {
    guard hasContent(at: url) else { return false }
    // What is no folder has no names.
    let names = try? FileManager.default.contentsOfDirectory(atPath: url.path)
    return names.map { !$0.isEmpty } ?? true
  }

  /// Returns a hidden place beside a file, for what is to take the file's place; nil for what is no
  /// file.
  static func neighbour(_ url: URL) -> URL? {
    let place = standardised(url)
    guard place.isFileURL, !isMemory(place) else { return nil }
    return place.deletingLastPathComponent()
      .appendingPathComponent(".\(place.lastPathComponent).\(UUID().uuidString)")
  }

  /// Returns the path of a hidden file beside a file, named after it with an ending. One system call,
  /// where the standardised path takes one for each folder on the way.
  static func companion(of url: URL, _ ending: String) -> String {
    let path = url.path
    var status = stat()
    // A link has its companions where it leads to.
    let isDirect = lstat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFLNK
    let place = isDirect ? path : standardised(url).path
    let slash = place.lastIndex(of: "/").map { place.index(after: $0) } ?? place.startIndex
    return "\(place[..<slash]).\(place[slash...])\(ending)"
  }

  /// Returns true for the place of a store that is made to take another's place; see
  /// ``TransferPlace`` and ``StoreMark``.
  static func isCopy(_ url: URL) -> Bool {
    url.pathExtension == "copy" && url.lastPathComponent.hasPrefix(".")
  }
}

extension StoreEngine {
  /// Returns true if a store of the engine (not merely an empty file) is at a URL.
  static func hasStore(at url: URL) -> Bool {
    needsLocation && StoreLocation.hasContent(at: url) && hasContent(at: url)
  }
}
