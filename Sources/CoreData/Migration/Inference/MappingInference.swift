// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import ModelFormat

/// Finds out how one version of a model becomes another by itself.
///
/// Everything that a store can do without asking anybody is inferable (R-PSC-535); the rest is a list
/// of problems (R-PSC-536). No I/O.
struct MappingInference {
  let source: NSManagedObjectModel
  let destination: NSManagedObjectModel
  let match: ModelMatch
  /// The entities of the destination that a store has afterwards.
  let participants: [NSEntityDescription]

  /// - Parameters:
  ///   - sourceNames: the entities of the source that take part; nil: all.
  ///   - configuration: whose entities of the destination take part; nil: all.
  ///   - dropped: those of the destination that do not take part. All others do that the source has
  ///     (R-PSC-532).
  init(
    from source: NSManagedObjectModel, to destination: NSManagedObjectModel,
    sourceNames: Set<String>? = nil, configuration: String? = nil,
    dropping dropped: Set<String> = []
  ) {
    self.source = source
    self.destination = destination
    let sources = source.entities.filter { sourceNames?.contains($0.name ?? "") ?? true }
    let listed = destination.entities(forConfigurationName: configuration) ?? []
    let all =
      listed.count < destination.entities.count
      ? Self.participants(listed, from: sources, to: destination) : listed
    participants = all.filter { !dropped.contains($0.name ?? "") }
    match = ModelMatch(from: sources, to: participants)
  }

  private static func participants(
    _ listed: [NSEntityDescription], from sources: [NSEntityDescription],
    to destination: NSManagedObjectModel
  ) -> [NSEntityDescription] {
    var names = Set(listed.compactMap(\.name))
    let whole = ModelMatch(from: sources, to: destination.entities)
    names.formUnion(whole.pairs.compactMap(\.destination.name))
    // What is not clear is a problem, also outside of the configuration.
    for case .ambiguousEntities(let unclear, _) in whole.problems { names.formUnion(unclear) }
    return destination.entities.filter { names.contains($0.name ?? "") }
  }

  /// Everything that cannot be inferred; empty when a mapping can be.
  var problems: [InferenceProblem] {
    match.problems + mergedHierarchies + match.pairs.flatMap(propertyProblems)
  }

  /// Throws 134190 unless a mapping can be inferred.
  func requireInferable() throws {
    let problems = problems
    guard !problems.isEmpty else { return }
    let text = problems.map(\.description).joined(separator: " ")
    throw CocoaError.make(
      .inferredMappingModel, reason: "No mapping model can be inferred. \(text)")
  }

  /// The entities of the source that are abstract in the destination only.
  var namesOfNewlyAbstract: Set<String> {
    Set(
      match.pairs.filter { $0.destination.isAbstract && !$0.source.isAbstract }
        .compactMap(\.source.name))
  }

  // MARK: - Hierarchies

  /// Numbers are a hierarchy's: objects of two can't come into one.
  private var mergedHierarchies: [InferenceProblem] {
    let groups = Dictionary(grouping: match.pairs) { $0.destination.rootName }
    return groups.sorted { $0.key < $1.key }.compactMap { root, pairs in
      let roots = Set(pairs.map(\.source.rootName))
      return roots.count > 1 ? .mergedHierarchies(root: root, sources: roots.sorted()) : nil
    }
  }

  // MARK: - Properties

  private func propertyProblems(_ pair: ModelMatch.EntityPair) -> [InferenceProblem] {
    pair.destination.properties.compactMap { property in
      guard let former = pair.properties[property.name], !isInherited(property, in: pair) else {
        return nil
      }
      return problem(with: property, of: pair.destination.name ?? "", once: former)
    }
  }

  /// True for what the parent's pair tells already.
  private func isInherited(
    _ property: NSPropertyDescription, in pair: ModelMatch.EntityPair
  ) -> Bool {
    guard let parent = pair.destination.superentity?.name,
      let above = match.pair(ofDestination: parent)
    else { return false }
    return above.properties[property.name]?.facets === pair.properties[property.name]?.facets
  }

  private func problem(
    with property: NSPropertyDescription, of entity: String, once former: NSPropertyDescription
  ) -> InferenceProblem? {
    switch (former, property) {
    case (let former as NSAttributeDescription, let attribute as NSAttributeDescription):
      problem(with: attribute, of: entity, once: former)
    case (let former as NSRelationshipDescription, let relationship as NSRelationshipDescription):
      problem(with: relationship, of: entity, once: former)
    default: .kind(entity: entity, name: property.name)
    }
  }

  private func problem(
    with attribute: NSAttributeDescription, of entity: String, once former: NSAttributeDescription
  ) -> InferenceProblem? {
    guard !(attribute is NSDerivedAttributeDescription) else { return nil }
    if let change = changedType(attribute, once: former) {
      return .attributeType(
        entity: entity, name: change.path, from: change.from.text, to: change.to.text)
    }
    if attribute.allowsExternalBinaryDataStorage != former.allowsExternalBinaryDataStorage {
      return .externalStorage(
        entity: entity, name: attribute.name,
        isExternal: attribute.allowsExternalBinaryDataStorage)
    }
    return nil
  }

  private struct TypeChange {
    let path: String
    let from: NSAttributeDescription.AttributeType
    let to: NSAttributeDescription.AttributeType
  }

  /// Returns the first change of the attribute's type, or of a leaf's in a composite.
  private func changedType(
    _ attribute: NSAttributeDescription, once former: NSAttributeDescription
  ) -> TypeChange? {
    guard former.type.isKept(as: attribute.type) else {
      return TypeChange(path: attribute.name, from: former.type, to: attribute.type)
    }
    let sources = CompositePaths.sources(of: attribute, in: former)
    for leaf in CompositePaths.leaves(of: attribute) {
      guard let source = sources[leaf.path],
        !source.attribute.type.isKept(as: leaf.attribute.type)
      else { continue }
      return TypeChange(path: leaf.path, from: source.attribute.type, to: leaf.attribute.type)
    }
    return nil
  }

  private func problem(
    with relationship: NSRelationshipDescription, of entity: String,
    once former: NSRelationshipDescription
  ) -> InferenceProblem? {
    if former.isToMany, !relationship.isToMany {
      return .toOne(entity: entity, name: relationship.name)
    }
    guard let old = former.destinationEntity, let new = relationship.destinationEntity,
      let pair = match.pair(ofSource: old.name ?? "")
    else { return nil }
    if isRelated(pair.destination, new) { return nil }
    return .destination(
      entity: entity, name: relationship.name, from: old.name ?? "", to: new.name ?? "")
  }

  /// True if objects of one entity may be objects of the other.
  private func isRelated(_ one: NSEntityDescription, _ other: NSEntityDescription) -> Bool {
    one.isKindOf(entity: other) || other.isKindOf(entity: one)
  }
}

extension NSAttributeDescription.AttributeType {
  /// The name that model files give the type.
  var text: String { AttributeKind(rawValue: rawValue)?.xmlName ?? "Undefined" }
}

extension NSEntityDescription {
  /// The name of the topmost ancestor.
  final var rootName: String {
    var top = self
    while let parent = top.superentity { top = parent }
    return top.name ?? ""
  }
}

extension NSAttributeDescription.AttributeType {
  /// Returns true if all values of the type are values of another one: of the same, or of a wider one of
  /// numbers (R-PSC-537). A large `Integer 64` becomes the nearest `Double`.
  func isKept(as other: Self) -> Bool {
    switch (self, other) {
    case (.integer16, .integer32), (.integer16, .integer64), (.integer32, .integer64): true
    case (.integer16, .float), (.integer16, .double), (.integer32, .double), (.integer64, .double):
      true
    case (.float, .double): true
    default: self == other
    }
  }
}
