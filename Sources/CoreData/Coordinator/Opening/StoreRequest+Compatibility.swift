// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The version of a store's file beside the model's, and the error where they differ.
extension StoreRequest {
  /// A store must have been made for these entities (R-PSC-060).
  func requireCompatible(_ metadata: [String: Any]) throws {
    guard !options.flag(NSIgnorePersistentStoreVersioningOption),
      !coordinator.managedObjectModel.isConfiguration(
        withName: configuration, compatibleWithStoreMetadata: metadata)
    else {
      return Log.migration("The store \(name) is of the model's version, or used as if it were")
    }
    throw incompatible(metadata)
  }

  /// The same for a store whose structure can be looked at. Returns the entities for which that has to
  /// decide: those with derived attributes, of which the hash is not known, when all the others are
  /// the model's (R-REQ-180).
  func requireComparable(_ metadata: [String: Any]) throws -> [Int] {
    let model = coordinator.managedObjectModel
    if let stored = VersionHashing.storedHashes(in: metadata),
      let entities = model.heldEntities(ofConfiguration: configuration, in: stored),
      let different = VersionDifference.derivedEntities(
        among: entities, hashes: model.entityVersionHashesByName, stored: stored)
    {
      return different.compactMap { coordinator.schema.entity(named: $0)?.index }
    }
    try requireCompatible(metadata)
    return []
  }

  /// Returns the request for a store with these metadata, which may hold more subentities than its
  /// configuration names (R-MOD-008).
  func widened(by metadata: [String: Any]) -> StoreRequest {
    let model = coordinator.managedObjectModel
    guard !options.flag(NSIgnorePersistentStoreVersioningOption),
      let stored = VersionHashing.storedHashes(in: metadata),
      let held = model.heldEntities(ofConfiguration: configuration, in: stored)
    else { return self }
    var request = self
    let indexes = held.compactMap { $0.name.flatMap(coordinator.schema.entity(named:))?.index }
    request.entities = Set(entities).union(indexes).sorted()
    return request
  }

  /// The error of a store of another version.
  func incompatible(_ metadata: [String: Any]) -> CocoaError {
    Log.migration(
      "The store \(name) is of another version of the model.\(difference(from: metadata))")
    var info: [String: Any] = ["metadata": metadata]
    info[NSFilePathErrorKey] = url?.path
    return CocoaError.make(
      .persistentStoreIncompatibleVersionHash,
      reason:
        "The model used to open the store \(name) is incompatible with the one used to create "
        + "the store.\(difference(from: metadata)) \(advice)",
      userInfo: info)
  }

  private func difference(from metadata: [String: Any]) -> String {
    let model = coordinator.managedObjectModel
    guard let stored = VersionHashing.storedHashes(in: metadata) else {
      return " The store does not say which entities it has."
    }
    let difference = VersionDifference(
      model.heldEntities(ofConfiguration: configuration, in: stored) ?? [],
      hashes: model.entityVersionHashesByName, stored: stored)
    return " \(difference.description)"
  }

  /// The way to a store that can be opened.
  private var advice: String {
    if options.flag(NSReadOnlyPersistentStoreOption) || isUnwritable {
      return "A store that is opened for reading only is not migrated."
    }
    guard !options.flag(NSMigratePersistentStoresAutomaticallyOption) else {
      return "The store needs a migration, or the version of the model that it was made with."
    }
    return "It needs a migration: add it with NSMigratePersistentStoresAutomaticallyOption and, "
      + "for a mapping that is inferred, NSInferMappingModelAutomaticallyOption; or it needs the "
      + "version of the model that it was made with."
  }
}
