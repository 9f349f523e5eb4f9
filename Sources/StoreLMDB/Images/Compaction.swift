// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
import Foundation
import StoreInterface

/// Replaces a file that nobody has open by one without unused pages.
struct Compaction {
  private let path: String

  init(of path: String) { self.path = path }

  func run() throws(StoreError) {
    let compact = path + ".compact"
    defer { unlink(compact) }
    try write(to: compact)
    guard rename(compact, path) == 0 else {
      throw StoreFileMove.failure(errno, path: path, what: "cannot be replaced")
    }
  }

  private func write(to compact: String) throws(StoreError) {
    var environment: OpaquePointer?
    try ReturnCode.check(mdb_env_create(&environment), store: path, "making an environment")
    defer { mdb_env_close(environment) }
    // Nobody else has the file: no lock file is needed.
    let flags = UInt32(MDB_NOSUBDIR | MDB_RDONLY | MDB_NOLOCK)
    try ReturnCode.check(
      mdb_env_open(environment, path, flags, 0o600), store: path, "opening the file")
    try ReturnCode.check(
      mdb_env_copy2(environment, compact, UInt32(MDB_CP_COMPACT)), store: path,
      "copying what is in use")
  }
}
#endif
