// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The automatic metadata of a store that has not been made yet. It keeps no coordinator: a backend may
/// keep it.
// Sendable: a frozen model does not change.
struct NewStoreMetadata: @unchecked Sendable {
  let type: String
  let configuration: String
  let model: NSManagedObjectModel
  let entityNames: [String]

  /// Returns them with a new UUID; the model remembers all but that.
  func make() -> StoreMetadata {
    let key = "\(type) \(configuration)"
    let identifier = UUID.random().uuidString
    if let known = model.newStoreProperties.withLock({ $0[key] }) {
      return StoreMetadata(identifier: identifier, properties: known)
    }
    let automatic = StoreMetadataCoding.automatic(
      type: type, identifier: "", model: model, entityNames: entityNames)
    // Names, numbers and hashes can be encoded.
    let made = try? StoreMetadataCoding.encoded(automatic, identifier: identifier)
    let properties = made?.properties ?? Data()
    model.newStoreProperties.withLock { $0[key] = properties }
    return StoreMetadata(identifier: identifier, properties: properties)
  }
}
