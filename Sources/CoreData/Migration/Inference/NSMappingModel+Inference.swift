// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import class PredicateLanguage.NSExpression

extension NSMappingModel {
  /// Returns the mapping model that follows from two versions of a model; does no I/O (R-PSC-533).
  ///
  /// Entities and properties are the same when their renaming identifiers are. What a store can do by
  /// itself is inferred: elements that come, go or are renamed, other ancestors, to-one relationships
  /// that become to-many, orders, whether values are optional. The `userInfo` of the mapping of an
  /// entity that both versions have tells the names of its stored properties as sets of strings:
  /// `mappedProperties` that get their values from the source and `addedProperties` that do not, by the
  /// names of the destination, `removedProperties` of the source that nobody takes over.
  ///
  /// - Throws: 134190 with a reason that names what cannot be inferred, as a change of a type.
  public class func inferredMappingModel(
    forSourceModel sourceModel: NSManagedObjectModel,
    destinationModel: NSManagedObjectModel
  ) throws -> NSMappingModel {
    let inference = MappingInference(from: sourceModel, to: destinationModel)
    try inference.requireInferable()
    return InferredMappings(inference).model
  }
}

/// The mappings of an inference as objects of the API.
struct InferredMappings {
  /// The beginning of the names of inferred mappings.
  static let prefix = "IEM_"

  private let inference: MappingInference
  private let sourceHashes: [String: Data]
  private let destinationHashes: [String: Data]

  init(_ inference: MappingInference) {
    self.inference = inference
    sourceHashes = inference.source.entityVersionHashesByName
    destinationHashes = inference.destination.entityVersionHashesByName
  }

  /// Objects come first, what is removed last.
  var model: NSMappingModel {
    let match = inference.match
    let model = NSMappingModel()
    model.entityMappings =
      match.pairs.map(mapping) + match.added.map(addition) + match.removed.map(removal)
    return model
  }

  // MARK: - Entities

  private func mapping(_ pair: ModelMatch.EntityPair) -> NSEntityMapping {
    let isCopy =
      destinationHashes[pair.destination.name ?? ""] == sourceHashes[pair.source.name ?? ""]
    let mapping = named(
      isCopy ? "Copy" : "Transform", pair.destination, source: pair.source,
      destination: pair.destination)
    mapping.mappingType = isCopy ? .copyEntityMappingType : .transformEntityMappingType
    let properties = pair.destination.properties.sorted { $0.name < $1.name }
    mapping.attributeMappings = properties.compactMap { attributeMapping($0, pair) }
    mapping.relationshipMappings = properties.compactMap { relationshipMapping($0, pair) }
    mapping.userInfo = fates(of: pair)
    return mapping
  }

  /// Returns what becomes of the properties, as Apple's inferred mappings tell it.
  private func fates(of pair: ModelMatch.EntityPair) -> [String: Set<String>] {
    let mapped = Set(pair.properties.keys)
    let kept = Set(pair.properties.values.map(\.name))
    return [
      "mappedProperties": mapped,
      "addedProperties": Set(ModelMatch.stored(pair.destination).map(\.name)).subtracting(mapped),
      "removedProperties": Set(ModelMatch.stored(pair.source).map(\.name)).subtracting(kept),
    ]
  }

  private func addition(_ entity: NSEntityDescription) -> NSEntityMapping {
    let mapping = named("Add", entity, source: nil, destination: entity)
    mapping.mappingType = .addEntityMappingType
    return mapping
  }

  private func removal(_ entity: NSEntityDescription) -> NSEntityMapping {
    let mapping = named("Remove", entity, source: entity, destination: nil)
    mapping.mappingType = .removeEntityMappingType
    return mapping
  }

  private func named(
    _ kind: String, _ entity: NSEntityDescription, source: NSEntityDescription?,
    destination: NSEntityDescription?
  ) -> NSEntityMapping {
    let mapping = NSEntityMapping()
    mapping.name = "\(Self.prefix)\(kind)_\(entity.name ?? "")"
    mapping.sourceEntityName = source?.name
    mapping.sourceEntityVersionHash = source.flatMap { sourceHashes[$0.name ?? ""] }
    mapping.destinationEntityName = destination?.name
    mapping.destinationEntityVersionHash = destination.flatMap { destinationHashes[$0.name ?? ""] }
    return mapping
  }

  // MARK: - Properties

  private func attributeMapping(
    _ property: NSPropertyDescription, _ pair: ModelMatch.EntityPair
  ) -> NSPropertyMapping? {
    guard let attribute = property as? NSAttributeDescription, !attribute.isTransient,
      !(attribute is NSDerivedAttributeDescription)
    else { return nil }
    let mapping = NSPropertyMapping()
    mapping.name = attribute.name
    mapping.valueExpression = pair.properties[attribute.name].map { .source($0.name) }
    return mapping
  }

  /// The objects that those of the source's relationship have become.
  private func relationshipMapping(
    _ property: NSPropertyDescription, _ pair: ModelMatch.EntityPair
  ) -> NSPropertyMapping? {
    guard let relationship = property as? NSRelationshipDescription, !relationship.isTransient
    else { return nil }
    let mapping = NSPropertyMapping()
    mapping.name = relationship.name
    mapping.valueExpression = pair.properties[relationship.name].map { .successors($0.name) }
    return mapping
  }
}

extension NSExpression {
  /// `$source.name`: a property of the source object, whatever its name is like.
  static func source(_ name: String) -> NSExpression {
    NSExpression(node: .path(.variable(NSMigrationSourceObjectKey), [name]))
  }

  /// The objects that those of a relationship of the source object have become.
  static func successors(_ relationship: String) -> NSExpression {
    NSExpression(
      forFunction: NSExpression(forVariable: NSMigrationManagerKey),
      selectorName: "destinationInstancesForSourceRelationshipNamed:sourceInstances:",
      arguments: [NSExpression(forConstantValue: relationship), .source(relationship)])
  }
}
