// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface

/// The part of a file's metadata that says which version of a model it is of.
struct ModelVersionMark: Sendable, Equatable {
  /// The hashes of the entities; nil where the metadata are of another form.
  private let hashes: [String: Data]?
  /// The whole of metadata without hashes.
  private let properties: Data?

  init(_ metadata: StoreMetadata) {
    // What is no property list has no hashes.
    let list = try? PropertyListSerialization.propertyList(
      from: metadata.properties, options: [], format: nil)
    hashes = (list as? [String: Any])?["NSStoreModelVersionHashes"] as? [String: Data]
    properties = hashes == nil ? metadata.properties : nil
  }
}
#endif
