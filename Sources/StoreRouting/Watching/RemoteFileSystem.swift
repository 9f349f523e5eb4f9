// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// File systems on other machines: what others write there raises no events here.
enum RemoteFileSystem {
  private static let kinds = [
    "nfs", "cifs", "smb", "9p", "fuse", "afs", "ceph", "coda", "virtiofs",
  ]

  /// Returns true if a file is, or would be, on such a file system. What cannot be found out is local.
  static func holds(_ path: String) -> Bool {
    var status = stat()
    let folder = (path as NSString).deletingLastPathComponent
    guard stat(path, &status) == 0 || stat(folder, &status) == 0 else { return false }
    let device = numbers(of: UInt64(status.st_dev))
    // Without the table of what is mounted, events are trusted.
    guard let table = try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8) else {
      return false
    }
    return table.split(separator: "\n").contains { line in
      guard let kind = kind(mountedAs: line, device) else { return false }
      return kinds.contains(where: kind.hasPrefix)
    }
  }

  /// Returns the major and minor number of a device, as in makedev(3).
  private static func numbers(of device: UInt64) -> String {
    let major = (device >> 8 & 0xFFF) | (device >> 32 & ~0xFFF)
    let minor = (device & 0xFF) | (device >> 12 & ~0xFF)
    return "\(major):\(minor)"
  }

  /// Returns the type of the file system that a line is about, if it is that of a device, see
  /// proc_pid_mountinfo(5).
  private static func kind(mountedAs line: Substring, _ device: String) -> Substring? {
    let words = line.split(separator: " ")
    guard words.count > 2, words[2] == device, let end = words.firstIndex(of: "-"),
      end + 1 < words.count
    else { return nil }
    return words[end + 1]
  }
}
