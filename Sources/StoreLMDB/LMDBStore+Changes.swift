// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
package import StoreInterface

/// How commits by others are noticed.
extension LMDBStore {
  /// The number of the transaction that a reader sees who begins now.
  package func changeCount() throws(StoreError) -> UInt64? {
    let snapshot = try read()
    defer { snapshot.end() }
    return UInt64(mdb_txn_id(try snapshot.current()))
  }

  package var writtenFiles: [String] { [environment.path] }
}
#endif
