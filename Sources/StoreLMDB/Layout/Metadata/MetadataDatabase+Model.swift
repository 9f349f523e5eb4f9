// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface

/// The archive of the model stands among the other values (R-PSC-514).
extension MetadataDatabase {
  private static let model = "model"

  /// Returns the archive, deflated; nil for a file without.
  func model() throws(StoreError) -> Data? {
    try bytes(MetadataDatabase.model).map { Data($0) }
  }

  /// Keeps an archive in the place of a former one; nil changes nothing.
  func write(model archive: Data?) throws(StoreError) {
    if let archive { try put(Array(archive), MetadataDatabase.model) }
  }
}
#endif
