// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import ModelFormat
import StoreInterface
import Synchronization

/// Version hashes of descriptions, by the rules of `VersionHash`.
enum VersionHashing {
  /// Returns the hash of a property; of no meaning to stores for what is not stored.
  static func hash(of property: NSPropertyDescription) -> Data {
    let base = VersionHash.propertyBase(
      name: property.name, isOptional: property.isOptional, isTransient: property.isTransient,
      modifier: property.versionHashModifier)
    switch property {
    case let attribute as NSAttributeDescription: return hash(of: attribute, base: base)
    case let relationship as NSRelationshipDescription:
      return VersionHash.relationship(
        base: base, destination: relationship.destinationEntity?.name,
        inverse: relationship.inverseRelationship?.name, maxCount: relationship.maxCount,
        minCount: relationship.minCount, isOrdered: relationship.isOrdered)
    default: return base
    }
  }

  /// Returns the hash of an entity, over its ancestors and stored properties.
  static func hash(of entity: NSEntityDescription) -> Data {
    var pass = VersionHashPass()
    return pass.hash(of: entity)
  }

  /// Hashes and when the model had them.
  struct Known {
    let stamp: UInt64
    let hashes: [String: Data]
  }

  /// Returns the hashes of all entities of a model by name; computed again after a change only.
  static func hashes(of model: NSManagedObjectModel) -> [String: Data] {
    if let known = model.frozen?.versionHashes { return known }
    let stamp = model.lastChange
    if let known = model.versionHashes.withLock({ $0 }), known.stamp == stamp {
      return known.hashes
    }
    var pass = VersionHashPass()
    let hashes = Dictionary(
      model.entities.map { ($0.name ?? "", pass.hash(of: $0)) },
      uniquingKeysWith: { first, _ in first })
    model.versionHashes.withLock { $0 = Known(stamp: stamp, hashes: hashes) }
    return hashes
  }

  /// Returns the checksum over all entities of a model.
  static func checksum(of model: NSManagedObjectModel) -> String {
    VersionHash.modelChecksum(hashes(of: model))
  }

  /// Returns the entity hashes in a store's metadata; `nil` when there are none.
  static func storedHashes(in metadata: [String: Any]) -> [String: Data]? {
    let stored = metadata[NSStoreModelVersionHashesKey]
    if let hashes = stored as? [String: Data] { return hashes }
    return (stored as? [String: Any])?.compactMapValues { $0 as? Data }
  }

  private static func hash(of attribute: NSAttributeDescription, base: Data) -> Data {
    let elements = (attribute as? NSCompositeAttributeDescription)?.elements ?? []
    let plain = VersionHash.attribute(
      base: base, kind: attribute.type.rawValue,
      allowsExternalBinaryDataStorage: attribute.allowsExternalBinaryDataStorage,
      preservesValueAfterDeletion: attribute.preservesValueInHistoryOnDeletion,
      elements: elements.map { ($0.name, hash(of: $0)) })
    guard let derived = attribute as? NSDerivedAttributeDescription,
      let expression = derived.derivationExpression
    else { return plain }
    return VersionHash.derivedAttribute(
      plain: plain, expressionFormat: expression.description)
  }
}

extension NSManagedObjectModel {
  /// Returns the entities that a store of a configuration holds, if these are the hashes in its
  /// metadata: the configuration's, and those that the store has besides, as one that was made for
  /// the whole model (R-MOD-008, R-PSC-532). Nil for an unknown configuration.
  final func heldEntities(
    ofConfiguration configuration: String?, in stored: [String: Data]
  ) -> [NSEntityDescription]? {
    guard let listed = entities(forConfigurationName: configuration) else { return nil }
    let names = Set(listed.compactMap(\.name))
    guard !stored.keys.allSatisfy(names.contains) else { return listed }
    return listed
      + entityList.filter { entity in
        guard let name = entity.name else { return false }
        return !names.contains(name) && stored[name] != nil
      }
  }

  /// Returns true if the hashes in a store's metadata are those of entities, and no others.
  final func areHashes(_ stored: [String: Data], of entities: [NSEntityDescription]) -> Bool {
    let hashes = entityVersionHashesByName
    return stored
      == Dictionary(
        entities.map { ($0.name ?? "", hashes[$0.name ?? ""] ?? Data()) },
        uniquingKeysWith: { first, _ in first })
  }

  /// Returns the configuration of a store with these metadata; its name is nil for the whole model.
  package final func configuration(fitting metadata: [String: Any]) -> (name: String?, Void)? {
    largestConfiguration {
      isConfiguration(withName: $0, compatibleWithStoreMetadata: metadata)
    }
  }

  /// Returns the configuration with the most entities of those that fit; its name is nil for the whole
  /// model.
  package final func largestConfiguration(
    where fits: (String?) -> Bool
  ) -> (name: String?, Void)? {
    func size(_ name: String?) -> Int { entities(forConfigurationName: name)?.count ?? 0 }
    let names = [nil] + namedConfigurations.map(Optional.some)
    return names.filter(fits).max { size($0) < size($1) }.map { ($0, ()) }
  }
}

extension NSEntityDescription {
  /// Returns true if the entity or one of its ancestors has one of some names.
  final func isKind(ofOneOf names: Set<String>) -> Bool {
    sequence(first: self, next: \.superentity).contains { names.contains($0.name ?? "") }
  }
}
