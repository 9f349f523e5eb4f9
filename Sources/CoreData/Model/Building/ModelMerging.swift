// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Puts several models together. Entities are copied; configurations, templates, version
/// identifiers and texts are united by name.
enum ModelMerging {
  static func merge(_ models: [NSManagedObjectModel], into merged: NSManagedObjectModel) {
    var chosen: [String: NSEntityDescription] = [:]
    for entity in models.flatMap(\.entities) {
      guard let name = entity.name else { continue }
      if let other = chosen[name], other.versionHash != entity.versionHash {
        raise(
          .invalidArgument, "Can't merge models with two different entities named '\(name)'")
      }
      chosen[name] = chosen[name] ?? entity
    }
    assemble(chosen, from: models, into: merged)
  }

  /// The entities of a store's metadata with the models that they come from: of one that has all of
  /// them, so that what no hash covers is its too, or else each of the first one whose version
  /// matches. `nil` when one is missing or there are no hashes.
  static func parts(
    of models: [NSManagedObjectModel], matching metadata: [String: Any]
  ) -> (entities: [String: NSEntityDescription], models: [NSManagedObjectModel])? {
    guard let hashes = VersionHashing.storedHashes(in: metadata) else { return nil }
    let known = models.map { (model: $0, hashes: $0.entityVersionHashesByName) }
    let whole =
      known.first { $0.hashes == hashes }
      ?? known.first { other in hashes.allSatisfy { other.hashes[$0.key] == $0.value } }
    if let whole {
      return (whole.model.entitiesByName.filter { hashes[$0.key] != nil }, [whole.model])
    }
    var chosen: [String: NSEntityDescription] = [:]
    for (model, own) in known {
      for (name, hash) in hashes where chosen[name] == nil && own[name] == hash {
        chosen[name] = model.entitiesByName[name]
      }
    }
    return chosen.count == hashes.count ? (chosen, models) : nil
  }

  /// Fills a model with copies of the entities.
  static func assemble(
    _ chosen: [String: NSEntityDescription], from models: [NSManagedObjectModel],
    into merged: NSManagedObjectModel
  ) {
    let originals = chosen.keys.sorted().compactMap { chosen[$0] }
    let copies = ModelCopying.copies(of: originals)
    relink(copies, originals: originals)
    merged.entities = copies
    for model in models { uniteNames(of: model, into: merged) }
  }

  /// Directs references to entities of several models, which copying left alone, to the copies.
  private static func relink(
    _ copies: [NSEntityDescription], originals: [NSEntityDescription]
  ) {
    let byName = NSManagedObjectModel.named(copies)
    for (copy, original) in zip(copies, originals) {
      if let parent = original.superentity?.name.flatMap({ byName[$0] }) { link(copy, to: parent) }
    }
    for copy in copies {
      for case let relationship as NSRelationshipDescription in copy.propertyTable.own {
        relink(relationship, to: byName)
      }
    }
  }

  /// Puts a copy below its parent's. The child knows its parent, not the other way round: the parent
  /// may come from a model that lacks the child, which its hash does not tell.
  private static func link(_ copy: NSEntityDescription, to parent: NSEntityDescription) {
    // Metadata that fit no model may name entities that are each other's ancestors.
    guard copy.parent == nil, !parent.isKindOf(entity: copy) else { return }
    parent.subentities.append(copy)
  }

  private static func relink(
    _ relationship: NSRelationshipDescription, to byName: [String: NSEntityDescription]
  ) {
    if let name = relationship.destinationEntity?.name, let destination = byName[name] {
      relationship.destinationEntity = destination
    }
    if let inverse = relationship.inverseRelationship, let owner = inverse.owner?.name,
      let found = byName[owner]?.relationshipsByName[inverse.name]
    {
      relationship.inverseRelationship = found
    }
  }

  private static func uniteNames(
    of model: NSManagedObjectModel, into merged: NSManagedObjectModel
  ) {
    let known = merged.entitiesByName
    for (name, members) in model.configurationMembers {
      let united = Set(merged.configurationMembers[name] ?? []).union(members)
      merged.configurationMembers[name] = united.filter { known[$0] != nil }.sorted()
    }
    for (name, template) in model.templates where merged.templates[name] == nil {
      merged.setFetchRequestTemplate(ModelCopying.retarget(template, to: merged), forName: name)
    }
    merged.versionIdentifiers.formUnion(model.versionIdentifiers)
    if let texts = model.localizationDictionary {
      merged.localizationDictionary = (merged.localizationDictionary ?? [:]).merging(texts) {
        first, _ in first
      }
    }
  }
}
