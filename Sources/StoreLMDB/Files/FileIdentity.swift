// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CDispatch
import Foundation
import StoreInterface

/// Which file a path leads to: one environment may exist for it in a process (R-PSC-850).
struct FileIdentity: Hashable {
  let device: UInt64
  let inode: UInt64

  init(path: String) throws(StoreError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw ReturnCode.error(errno, store: path, "reading the file's identity")
    }
    self.init(status)
  }

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// Nil when there is no such file.
  init?(existing path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}
#endif
