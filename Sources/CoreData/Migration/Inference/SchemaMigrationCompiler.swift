// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Compiles an inference into what a store does with its rows.
///
/// Both models are frozen, since their schemas are numbered.
struct SchemaMigrationCompiler {
  private let match: ModelMatch
  private let source: StoreSchema
  private let destination: StoreSchema
  private let relationships: RelationshipOrigins

  init(_ inference: MappingInference) {
    self.init(inference.match, from: inference.source, to: inference.destination)
  }

  init(
    _ match: ModelMatch, from source: NSManagedObjectModel, to destination: NSManagedObjectModel
  ) {
    source.freeze()
    destination.freeze()
    self.match = match
    self.source = source.schema
    self.destination = destination.schema
    relationships = RelationshipOrigins(
      match, source: source.schema, destination: destination.schema)
  }

  /// The to-ones, by the names of entities, of which rows could take over the pairs of one source only.
  var gatheringToOnes: [String: Set<String>] { relationships.gatheringToOnes }

  func migration() -> SchemaMigration {
    let pairs = Dictionary(
      uniqueKeysWithValues: match.pairs.map { ($0.destination.name ?? "", $0) })
    let entities = destination.entities.map { entity in
      pairs[entity.name].flatMap { origin(of: entity, $0) }
    }
    return SchemaMigration(
      from: source, to: destination, entities: entities, links: relationships.links())
  }

  private func origin(
    of entity: EntitySchema, _ pair: ModelMatch.EntityPair
  ) -> EntityOrigin? {
    guard let former = source.entity(named: pair.source.name ?? "") else { return nil }
    let paths = attributeOrigins(pair, former)
    return EntityOrigin(
      source: former.index,
      attributes: entity.attributes.map { paths[$0.name] ?? AttributeOrigin(attribute: nil) },
      toOnes: entity.toOnes.map { relationships.origin(of: $0, pair, former) })
  }

  // MARK: - Attributes

  /// Returns the origins by the names of columns.
  private func attributeOrigins(
    _ pair: ModelMatch.EntityPair, _ former: EntitySchema
  ) -> [String: AttributeOrigin] {
    let places = Dictionary(
      former.attributes.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    var result: [String: AttributeOrigin] = [:]
    for case let attribute as NSAttributeDescription in pair.destination.properties
    where !attribute.isTransient && !(attribute is NSDerivedAttributeDescription) {
      let known = pair.properties[attribute.name] as? NSAttributeDescription
      let sources = known.map { CompositePaths.sources(of: attribute, in: $0) } ?? [:]
      for leaf in CompositePaths.leaves(of: attribute) {
        let place = sources[leaf.path].flatMap { places[$0.path] }
        // An element is only needed where its composite is.
        let former = sources[leaf.path]?.attribute
        let wasOptional = known?.isOptional ?? true || former?.isOptional ?? true
        result[leaf.path] = origin(
          of: leaf.attribute, isOptional: attribute.isOptional || leaf.attribute.isOptional,
          from: place, wasOptional: place == nil || wasOptional)
      }
    }
    addDerived(pair, places: places, to: &result)
    return result
  }

  /// Derived values are computed anew, but for the moments of saves, which nobody else knows.
  private func addDerived(
    _ pair: ModelMatch.EntityPair, places: [String: Int], to result: inout [String: AttributeOrigin]
  ) {
    for case let derived as NSDerivedAttributeDescription in pair.destination.properties {
      guard let known = pair.properties[derived.name] as? NSDerivedAttributeDescription,
        known.attributeType == derived.attributeType, let place = places[known.name]
      else { continue }
      result[derived.name] = AttributeOrigin(attribute: place)
    }
  }

  /// New values begin with the default; values that may have been missing get it when they must not
  /// be any more (R-PSC-535).
  private func origin(
    of attribute: NSAttributeDescription, isOptional: Bool, from place: Int?, wasOptional: Bool
  ) -> AttributeOrigin {
    guard place == nil || wasOptional && !isOptional else {
      return AttributeOrigin(attribute: place)
    }
    let fallback = StoredDefault.value(of: attribute)
    return AttributeOrigin(
      attribute: place, fallback: fallback, isRequired: !isOptional && fallback.isNull)
  }
}
