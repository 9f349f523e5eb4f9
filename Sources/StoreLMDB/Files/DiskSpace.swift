// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation

/// The check that a file can grow.
enum DiskSpace {
  /// Returns the code that says why a file cannot grow, or nil if it can. It may be a little longer
  /// afterwards, which LMDB does not mind.
  static func shortage(of descriptor: Int32) -> Int32? {
    let end = lseek(descriptor, 0, SEEK_END)
    guard end >= 0 else { return nil }
    let code = posix_fallocate(descriptor, end, step)
    return [ENOSPC, EDQUOT, EFBIG].contains(code) ? code : nil
  }

  /// More than a block of common file systems.
  private static let step = 65_536
}
#endif
