// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The changes of an entity between two versions of a model; what it inherits is its ancestor's.
struct EntityDifference {
  private let pair: ModelMatch.EntityPair
  private let match: ModelMatch

  init(_ pair: ModelMatch.EntityPair, _ match: ModelMatch) {
    self.pair = pair
    self.match = match
  }

  private var source: NSEntityDescription { pair.source }
  private var destination: NSEntityDescription { pair.destination }

  /// A phrase for each change.
  var changes: [String] {
    entityChanges + propertyChanges + removals
  }

  // MARK: - The entity itself

  private var entityChanges: [String] {
    var changes: [String] = []
    if source.isAbstract != destination.isAbstract {
      changes.append(destination.isAbstract ? "becomes abstract" : "is not abstract any more")
    }
    let parent = source.superentity?.name
    let expected = parent.map { match.pair(ofSource: $0)?.destination.name ?? $0 }
    if expected != destination.superentity?.name {
      changes.append("parent: \(parent ?? "none") → \(destination.superentity?.name ?? "none")")
    }
    if source.versionHashModifier != destination.versionHashModifier {
      changes.append("another hash modifier")
    }
    return changes + constraintChanges
  }

  private var constraintChanges: [String] {
    let (former, present) = (constraints(of: source), constraints(of: destination))
    return present.subtracting(former).sorted().map { "+ unique (\($0))" }
      + former.subtracting(present).sorted().map { "- unique (\($0))" }
  }

  private func constraints(of entity: NSEntityDescription) -> Set<String> {
    let constraining = entity.ownUniquenessConstraints.filter { !$0.isEmpty }
    return Set(constraining.map { $0.joined(separator: ", ") })
  }

  // MARK: - Properties

  private var propertyChanges: [String] {
    own(destination).flatMap { property -> [String] in
      guard let former = pair.properties[property.name] else {
        let hint = StrayIdentifiers(match).hint(for: property, in: pair).map { " (\($0))" } ?? ""
        return ["+ \(PropertyText(property).description)\(hint)"]
      }
      let changes = PropertyText(former).changes(to: PropertyText(property))
      let name = former.name == property.name ? property.name : "\(former.name) → \(property.name)"
      guard !changes.isEmpty || former.name != property.name else { return [] }
      return ["~ " + ([name] + changes).joined(separator: ": ")]
    }
  }

  private var removals: [String] {
    let kept = Set(pair.properties.values.map(\.name))
    return own(source).filter { !kept.contains($0.name) }.map { "- \($0.name)" }
  }

  /// The stored properties that an entity itself declares.
  private func own(_ entity: NSEntityDescription) -> [NSPropertyDescription] {
    let inherited = Set(entity.superentity?.properties.map(\.name) ?? [])
    return entity.properties.filter {
      !inherited.contains($0.name) && !$0.isTransient
        && ($0 is NSAttributeDescription || $0 is NSRelationshipDescription)
    }.sorted { $0.name < $1.name }
  }
}

/// The facets of a property that hashes tell of, as phrases.
struct PropertyText: CustomStringConvertible {
  private let name: String
  /// The facets by what they are about.
  private let facets: [(topic: String, text: String)]

  init(_ property: NSPropertyDescription) {
    name = property.name
    var facets: [(topic: String, text: String)] = []
    switch property {
    case let attribute as NSAttributeDescription: facets = Self.facets(of: attribute)
    case let relationship as NSRelationshipDescription: facets = Self.facets(of: relationship)
    default: break
    }
    facets.append(("optional", property.isOptional ? "optional" : "required"))
    if let modifier = property.versionHashModifier { facets.append(("modifier", "#\(modifier)")) }
    self.facets = facets
  }

  private static func facets(of attribute: NSAttributeDescription) -> [(String, String)] {
    var facets = [("type", attribute.type.text)]
    if attribute.allowsExternalBinaryDataStorage { facets.append(("external", "external storage")) }
    if attribute.preservesValueInHistoryOnDeletion {
      facets.append(("preserved", "preserved in the history"))
    }
    if let derived = attribute as? NSDerivedAttributeDescription {
      facets.append(("derived", "derived from \(derived.derivationExpression?.description ?? "")"))
    }
    return facets
  }

  private static func facets(of relationship: NSRelationshipDescription) -> [(String, String)] {
    let destination = relationship.destinationEntity?.name ?? ""
    var facets = [
      ("destination", relationship.isToMany ? "to-many \(destination)" : "to-one \(destination)"),
      ("inverse", "inverse \(relationship.inverseRelationship?.name ?? "none")"),
    ]
    if relationship.isOrdered { facets.append(("ordered", "ordered")) }
    if relationship.minCount > 0 { facets.append(("minimum", "at least \(relationship.minCount)")) }
    if relationship.isToMany, relationship.maxCount > 0 {
      facets.append(("maximum", "at most \(relationship.maxCount)"))
    }
    return facets
  }

  var description: String { "\(name): " + facets.map(\.text).joined(separator: ", ") }

  /// Returns a phrase for each facet that is another one.
  func changes(to other: PropertyText) -> [String] {
    let topics = facets.map(\.topic) + other.facets.map(\.topic)
    var seen: Set<String> = []
    return topics.filter { seen.insert($0).inserted }.compactMap { topic in
      let (former, present) = (text(topic), other.text(topic))
      return former == present ? nil : "\(former ?? "not \(present ?? "")") → \(present ?? "none")"
    }
  }

  private func text(_ topic: String) -> String? { facets.first { $0.topic == topic }?.text }
}
