// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import class PredicateLanguage.NSExpression

/// Which entities and properties of two models are the same for the entity mappings of a mapping model:
/// those whose objects become one object each, within one hierarchy, and the values that are taken over
/// as they are (R-PSC-538).
struct MappingMatch {
  private let source: NSManagedObjectModel
  private let destination: NSManagedObjectModel
  /// By the root entity of new objects: the root whose numbers they may have.
  private(set) var heirs: [String: String] = [:]
  private var sourceNames: Set<String> = []
  private var mappings: [String: NSEntityMapping] = [:]

  init(
    _ mappings: [NSEntityMapping], from source: NSManagedObjectModel,
    to destination: NSManagedObjectModel
  ) {
    self.source = source
    self.destination = destination
    for mapping in mappings { add(mapping) }
  }

  /// The first mapping of an entity counts, and the first hierarchy that comes into another.
  private mutating func add(_ mapping: NSEntityMapping) {
    guard let (former, new) = ends(of: mapping) else { return }
    let heir = heirs[new.rootName] ?? former.rootName
    heirs[new.rootName] = heir
    guard heir == former.rootName, let name = new.name, mappings[name] == nil,
      sourceNames.insert(former.name ?? "").inserted
    else { return }
    mappings[name] = mapping
  }

  private func ends(
    of mapping: NSEntityMapping
  ) -> (source: NSEntityDescription, destination: NSEntityDescription)? {
    switch mapping.mappingType {
    case .copyEntityMappingType, .transformEntityMappingType, .customEntityMappingType: break
    default: return nil
    }
    guard let former = source.entitiesByName[mapping.sourceEntityName ?? ""],
      let new = destination.entitiesByName[mapping.destinationEntityName ?? ""]
    else { return nil }
    return (former, new)
  }

  // MARK: - Pairs

  var match: ModelMatch {
    let pairs = mappings.sorted { $0.key < $1.key }.compactMap { pair($0.value) }
    return ModelMatch(pairs: pairs, from: source.entities, to: destination.entities)
  }

  private func pair(_ mapping: NSEntityMapping) -> ModelMatch.EntityPair? {
    guard let (former, new) = ends(of: mapping) else { return nil }
    let given =
      DefaultMappings.attributes(of: mapping, former, new)
      + DefaultMappings.relationships(of: mapping, former, new)
    var properties: [String: NSPropertyDescription] = [:]
    for property in given {
      guard let name = property.name, let present = new.propertiesByName[name],
        let key = property.valueExpression?.sourceKey,
        let known = former.propertiesByName[key], isSame(known, present)
      else { continue }
      properties[name] = known
    }
    return ModelMatch.EntityPair(source: former, destination: new, properties: properties)
  }

  private func isSame(_ former: NSPropertyDescription, _ new: NSPropertyDescription) -> Bool {
    guard !former.isTransient, !new.isTransient else { return false }
    switch (former, new) {
    case (let former as NSAttributeDescription, let new as NSAttributeDescription):
      return former.type.isKept(as: new.type) && former.type != .composite
    case (let former as NSRelationshipDescription, let new as NSRelationshipDescription):
      return (new.isToMany || !former.isToMany) && isSuccessor(former, new)
    default: return false
    }
  }

  private func isSuccessor(
    _ former: NSRelationshipDescription, _ new: NSRelationshipDescription
  ) -> Bool {
    let mapping = mappings[new.destinationEntity?.name ?? ""]
    return mapping?.sourceEntityName == former.destinationEntity?.name
  }
}

extension NSExpression {
  /// The property of the source that a value is, or whose objects' successors it is; nil for what is
  /// computed.
  fileprivate final var sourceKey: String? {
    switch node {
    case .path(.variable(NSMigrationSourceObjectKey), let keys) where keys.count == 1: keys[0]
    case .call(.variable(NSMigrationManagerKey), let selector, let arguments)
    where selector.hasPrefix("destinationInstancesFor"):
      arguments.last.flatMap { NSExpression(node: $0).sourceKey }
    default: nil
    }
  }
}
