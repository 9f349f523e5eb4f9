// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
package import Foundation
package import StoreInterface

extension LMDBStore {
  /// Settings for filling a new file that is of no use before it is complete.
  package static let bulkSettings = ["sync": "none"]

  /// Puts a closed store's file in the place of another in the same folder. A crash leaves the old
  /// store or the new one. Who has the old file open goes on with it, and it vanishes afterwards.
  package static func moveFile(at source: URL, to destination: URL) throws(StoreError) {
    try StoreFileMove.move(source.path, to: destination.path)
    // The lock file of an environment that may still be open must not serve the other.
    StoreFileMove.remove([source.path + "-lock", destination.path + "-lock"])
  }

  package static func isInUse(at url: URL) throws(StoreError) -> Bool {
    let overwriting = FileOverwriting(try FilePath.resolved(url.path), StoreFileAccess())
    guard try overwriting.hasEnvironment() else { return false }
    return try overwriting.isOpenSomewhere()
  }

  /// Removes a store's file that nobody has open, and its lock file.
  package static func removeFile(at url: URL) {
    StoreFileMove.remove([url.path, url.path + "-lock"])
  }
}
#endif
