// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The most memory that this process has had in use at a time.
enum PeakMemory {
  /// In bytes; mapped files that were looked at count too. 0 where the system does not tell. What
  /// `getrusage` tells counts the process that started this one.
  static var bytes: Int {
    // Other systems have no such file.
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap {
      Int($0)
    }
    return (kilobytes ?? 0) * 1024
  }
}
