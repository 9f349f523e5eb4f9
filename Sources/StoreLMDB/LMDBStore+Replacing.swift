// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
package import Foundation
package import StoreInterface

/// Emptying and replacing the files of stores, whoever has them open.
extension LMDBStore {
  /// A file that nobody has open is removed; another is emptied in one transaction (R-PSC-113).
  package static func destroy(at url: URL, _ access: StoreFileAccess) throws(StoreError) {
    let path = try FilePath.resolved(url.path)
    let overwriting = FileOverwriting(path, access)
    guard try overwriting.hasEnvironment(), try overwriting.isOpenSomewhere() else {
      return overwriting.removeFile()
    }
    try overwriting.orRemoving { () throws(StoreError) in try overwriting.empty() }
  }

  package static func replace(
    at destination: URL, withStoreAt source: URL, _ access: StoreFileAccess
  ) throws(StoreError) {
    let origin = try FilePath.resolved(source.path)
    try LMDBFile.checkContent(origin, isReadOnly: true)
    let path = try FilePath.resolved(destination.path)
    let overwriting = FileOverwriting(path, access)
    if try !overwriting.hasEnvironment() { overwriting.removeFile() }
    do throws(StoreError) {
      try overwriting.run(withFileAt: origin)
    } catch {
      guard overwriting.isGivenUp(after: error) else { throw error }
      overwriting.removeFile()
      try overwriting.run(withFileAt: origin)
    }
  }
}
#endif
