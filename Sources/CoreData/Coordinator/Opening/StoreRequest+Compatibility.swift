// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// The version of a store's file beside the model's.
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

  /// Returns the request for a store with these metadata, which may hold more entities than its
  /// configuration names: subentities of these, of which it gets new objects too (R-MOD-008), and others
  /// (R-PSC-532).
  func widened(by metadata: [String: Any]) -> StoreRequest {
    let model = coordinator.managedObjectModel
    guard !options.flag(NSIgnorePersistentStoreVersioningOption),
      let stored = VersionHashing.storedHashes(in: metadata),
      let held = model.heldEntities(ofConfiguration: configuration, in: stored)
    else { return self }
    // Mostly a store holds what its configuration names: every opening asks.
    guard held.count > entities.held.count else { return self }
    let supported = Set(entities.supported.map { coordinator.schema.entities[$0].name })
    var request = self
    request.entities = StoreEntities(
      entities.supported + coordinator.indexes(of: held.filter { $0.isKind(ofOneOf: supported) }),
      others: entities.held + coordinator.indexes(of: held))
    return request
  }
}

extension NSPersistentStoreCoordinator {
  /// Returns the numbers of entities in the schema, in their order.
  final func indexes(of entities: [NSEntityDescription]) -> [Int] {
    entities.compactMap { $0.name.flatMap(schema.entity(named:))?.index }
  }
}
