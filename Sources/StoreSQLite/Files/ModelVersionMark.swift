// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface

/// The part of a file's metadata that says which version of a model it is of.
///
/// The metadata are decoded only where two differ: mostly their bytes are the same.
struct ModelVersionMark: Sendable {
  private let properties: Data

  init(_ metadata: StoreMetadata) { properties = metadata.properties }

  /// The hashes of the entities; nil where the metadata are of another form.
  private var hashes: [String: Data]? {
    // What is no property list has no hashes.
    let list = try? PropertyListSerialization.propertyList(
      from: properties, options: [], format: nil)
    return (list as? [String: Any])?["NSStoreModelVersionHashes"] as? [String: Data]
  }

  /// Returns true if two files are of one version.
  func isSame(as other: ModelVersionMark) -> Bool {
    if properties == other.properties { return true }
    guard let hashes else { return false }
    return hashes == other.hashes
  }
}
#endif
