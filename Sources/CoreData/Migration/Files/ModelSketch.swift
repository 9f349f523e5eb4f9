// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import KeyedArchives

/// The names in a model: what the expressions are made of that nobody has written.
struct ModelSketch {
  struct Entity {
    var parent: String?
    /// Own attributes.
    var attributes: Set<String> = []
    /// The destinations of own relationships.
    var relationships: [String: String] = [:]
    /// The renaming identifiers of own properties that have one.
    var identifiers: [String: String] = [:]
  }

  private let entities: [String: Entity]

  init(_ entities: [String: Entity]) { self.entities = entities }

  init(_ model: NSManagedObjectModel) {
    var entities: [String: Entity] = [:]
    for description in model.entities {
      var entity = Entity(parent: description.superentity?.name)
      entity.attributes = Set(description.attributesByName.keys)
      for (name, relationship) in description.relationshipsByName {
        entity.relationships[name] = relationship.destinationEntity?.name ?? ""
      }
      entity.identifiers = description.propertiesByName.compactMapValues(\.renamingIdentifier)
      entities[description.name ?? ""] = entity
    }
    self.entities = entities
  }

  /// Returns true if a model has these entities, and of each the attributes and relationships.
  func describes(_ model: NSManagedObjectModel) -> Bool {
    let known = model.entitiesByName
    return known.count == entities.count
      && known.allSatisfy { entities[$0] != nil && describes($0, $1) }
  }

  /// Editors count fetched properties among the attributes or not.
  private func describes(_ name: String, _ entity: NSEntityDescription) -> Bool {
    let lineage = lineage(of: name)
    let attributes = lineage.reduce(into: Set<String>()) { $0.formUnion($1.attributes) }
    let relationships = lineage.reduce(into: [String: String]()) {
      $0.merge($1.relationships) { own, _ in own }
    }
    let others = attributes.subtracting(entity.attributesByName.keys)
    return entities[name]?.parent == entity.superentity?.name
      && attributes.isSuperset(of: entity.attributesByName.keys)
      && others.isSubset(of: entity.propertiesByName.keys)
      && Set(relationships.keys) == Set(entity.relationshipsByName.keys)
      && entity.relationshipsByName.allSatisfy { key, relationship in
        relationships[key] == "" || relationships[key] == relationship.destinationEntity?.name
      }
  }

  func hasAttribute(_ name: String, of entity: String) -> Bool {
    lineage(of: entity).contains { $0.attributes.contains(name) }
  }

  func destination(of relationship: String, _ entity: String) -> String? {
    lineage(of: entity).lazy.compactMap { $0.relationships[relationship] }.first
  }

  func identifier(of property: String, _ entity: String) -> String? {
    lineage(of: entity).lazy.compactMap { $0.identifiers[property] }.first
  }

  func isEntity(_ name: String, kindOf ancestor: String) -> Bool {
    names(from: name).contains(ancestor)
  }

  private func lineage(of entity: String) -> [Entity] {
    names(from: entity).compactMap { entities[$0] }
  }

  /// An entity and its ancestors; a circle of them ends.
  private func names(from entity: String) -> [String] {
    var names: [String] = []
    var next: String? = entity
    while let name = next, !names.contains(name) {
      names.append(name)
      next = entities[name]?.parent
    }
    return names
  }
}

extension ModelSketch {
  /// Reads the archive of a model as its editor has it in memory; nil for another archive.
  init?(editorArchive graph: ArchivedGraph) {
    guard let package = graph.rootObject?.object("_xd_rootPackage") else { return nil }
    var entities: [String: Entity] = [:]
    for entry in package.entries("XDBucketForClassesstorage") {
      guard let name = entry.key.text else { continue }
      entities[name] = Self.entity(entry.value)
    }
    self.init(entities)
  }

  private static func entity(_ object: ArchivedObject) -> Entity {
    var entity = Entity()
    entity.parent = object.members("XDBucketForGeneralizationsstorage").first?
      .object("_general")?.text("_name")
    for entry in object.entries("XDBucketForOwnedAttributesstorage") {
      guard let name = entry.key.text else { continue }
      if entry.value.isKind(of: "XDPMRelationship") {
        let target = value("XD_PRK_destination", "XD_PR_Stereotype", of: entry.value)
        entity.relationships[name] = target?.text("_name") ?? ""
      } else {
        entity.attributes.insert(name)
      }
      entity.identifiers[name] =
        value("XD_PPSK_elementID", "XD_PPropStereotype", of: entry.value)?.text
    }
    return entity
  }

  /// Returns a facet of a property, which is the default value of an attribute of its stereotype.
  private static func value(
    _ name: String, _ stereotype: String, of property: ArchivedObject
  ) -> ArchivedObject? {
    let stereotypes = property.entries("XDBucketForStereotypesstorage")
    let facets = stereotypes.first { $0.key.text == stereotype }?.value
      .entries("XDBucketForOwnedAttributesstorage")
    return facets?.first { $0.key.text == name }?.value.object("_default")
  }
}
