// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

extension ModelDocument {
  /// Returns the version hash of each entity by its name; hashes every property once per entity
  /// that has or inherits it. Parents that do not exist are passed over.
  package func entityVersionHashes() -> [String: Data] {
    var hashes: [String: Data] = [:]
    for entity in entities { _ = versionHash(of: entity, cache: &hashes) }
    return hashes
  }

  /// The checksum over all entity hashes, as stores carry it.
  package var versionChecksum: String { VersionHash.modelChecksum(entityVersionHashes()) }

  private func versionHash(of entity: EntityDocument, cache: inout [String: Data]) -> Data {
    if let known = cache[entity.name] { return known }
    let ancestry = ancestry(of: entity.name)
    var inherited: Data?
    // Ancestors from the root down, so that a chain of parents never recurses.
    for member in ancestry.reversed() {
      if let known = cache[member.name] {
        inherited = known
        continue
      }
      inherited = VersionHash.entity(
        name: member.name, isAbstract: member.isAbstract, modifier: member.versionHashModifier,
        superentityHash: inherited,
        properties: self.ancestry(of: member.name).flatMap(storedPropertyHashes),
        constraints: member.uniquenessConstraints)
      cache[member.name] = inherited
    }
    return inherited ?? Data()
  }

  private func storedPropertyHashes(of entity: EntityDocument) -> [(name: String, hash: Data)] {
    let attributes = entity.attributes.filter { !$0.isTransient }
    let relationships = entity.relationships.filter { !$0.isTransient }
    return attributes.map { ($0.name, versionHash(of: $0, within: [])) }
      + relationships.map { ($0.name, versionHash(of: $0)) }
  }

  private func versionHash(of attribute: AttributeDocument, within composites: [String]) -> Data {
    let base = VersionHash.propertyBase(
      name: attribute.name, isOptional: attribute.isOptional, isTransient: attribute.isTransient,
      modifier: attribute.versionHashModifier)
    let plain = VersionHash.attribute(
      base: base, kind: attribute.kind.rawValue,
      allowsExternalBinaryDataStorage: attribute.allowsExternalBinaryDataStorage,
      preservesValueAfterDeletion: attribute.preservesValueAfterDeletion,
      elements: elementHashes(of: attribute, within: composites))
    guard attribute.isDerived, let expression = attribute.derivationExpression else { return plain }
    return VersionHash.derivedAttribute(plain: plain, expressionFormat: expression)
  }

  private func elementHashes(
    of attribute: AttributeDocument, within composites: [String]
  ) -> [(name: String, hash: Data)] {
    guard attribute.kind == .composite, let name = attribute.compositeName,
      !composites.contains(name), let composite = composite(named: name)
    else { return [] }
    return composite.attributes.map {
      ($0.name, versionHash(of: $0, within: composites + [name]))
    }
  }

  private func versionHash(of relationship: RelationshipDocument) -> Data {
    VersionHash.relationship(
      base: VersionHash.propertyBase(
        name: relationship.name, isOptional: relationship.isOptional,
        isTransient: relationship.isTransient, modifier: relationship.versionHashModifier),
      destination: relationship.destinationName, inverse: relationship.inverseName,
      maxCount: relationship.maxCount, minCount: relationship.minCount,
      isOrdered: relationship.isOrdered)
  }
}
