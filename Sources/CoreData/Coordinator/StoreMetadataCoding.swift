// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import ModelFormat
import StoreInterface

/// Store metadata between its dictionary and the property list that stores keep.
enum StoreMetadataCoding {
  /// What Apple's framework writes here; stores say which framework version made them.
  private static let frameworkVersion = 1344

  /// The automatic entries for a store of some entities.
  static func automatic(
    type: String, identifier: String, model: NSManagedObjectModel, entityNames: [String]
  ) -> [String: Any] {
    let all = model.entityVersionHashesByName
    let hashes = Dictionary(
      uniqueKeysWithValues: entityNames.compactMap { name in all[name].map { (name, $0) } })
    return [
      NSStoreTypeKey: type, NSStoreUUIDKey: identifier,
      NSStoreModelVersionHashesKey: hashes,
      storeModelVersionHashesVersionKey: 3,
      NSStoreModelVersionIdentifiersKey: model.versionIdentifiers.map { "\($0.base)" }.sorted(),
      persistenceFrameworkVersionKey: frameworkVersion,
      storeModelVersionHashesDigestKey: VersionHash.hashesDigest(hashes),
      NSPersistentStoreModelVersionChecksumKey: model.versionChecksum,
      "_NSAutoVacuumLevel": "2",
    ]
  }

  /// A client's dictionary with the automatic entries put back (R-PSC-482).
  static func completed(_ metadata: [String: Any], for store: NSPersistentStore) -> [String: Any] {
    var result = metadata
    if result[NSStoreUUIDKey] as? String == nil { result[NSStoreUUIDKey] = store.identifier }
    for (key, value) in store.automaticMetadata { result[key] = value }
    for (key, value) in result
    where !PropertyListSerialization.propertyList(value, isValidFor: .binary) {
      raise(
        .invalidArgument,
        "The metadata value under '\(key)' is not a property list value and cannot be stored.")
    }
    return result
  }

  /// The storable form; the UUID is kept beside it.
  static func encoded(_ metadata: [String: Any], identifier: String) throws -> StoreMetadata {
    var properties = metadata
    properties[NSStoreUUIDKey] = nil
    let data = try PropertyListSerialization.data(
      fromPropertyList: properties, format: .binary, options: 0)
    return StoreMetadata(identifier: identifier, properties: data)
  }

  /// The dictionary of stored metadata, UUID included.
  static func decoded(_ metadata: StoreMetadata) throws -> [String: Any] {
    let list = try PropertyListSerialization.propertyList(from: metadata.properties, format: nil)
    guard var result = list as? [String: Any] else {
      throw CocoaError.make(
        .fileReadCorruptFile, reason: "The store's metadata is not a dictionary.")
    }
    result[NSStoreUUIDKey] = metadata.identifier
    return result
  }
}

extension NSPersistentStore {
  /// The entries that clients cannot change.
  final var automaticMetadata: [String: Any] {
    guard let mount, let coordinator = persistentStoreCoordinator else { return [:] }
    let names = mount.entityIndexes.sorted().map { coordinator.schema.entities[$0].name }
    return StoreMetadataCoding.automatic(
      type: mount.type, identifier: mount.reference.identifier,
      model: coordinator.managedObjectModel, entityNames: names)
  }
}
