// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import KeyedArchives

/// Archives the entities of a model. Each has its node before it has its fields, since entities lead
/// to one another in circles.
struct EntityArchiver {
  private let root: ArchiveNode
  private let nodes: [ObjectIdentifier: ArchiveNode]
  private let names: [String: ArchiveNode]
  private let noInfo: ArchiveNode
  let requests: FetchRequestArchiver
  private let properties: PropertyArchiver

  init(_ model: NSManagedObjectModel, root: ArchiveNode) {
    self.root = root
    var nodes: [ObjectIdentifier: ArchiveNode] = [:]
    var names: [String: ArchiveNode] = [:]
    for entity in model.entities {
      let node = ArchiveNode(class: "NSEntityDescription")
      nodes[ObjectIdentifier(entity)] = node
      names[entity.name ?? ""] = node
    }
    (self.nodes, self.names) = (nodes, names)
    noInfo = .dictionary([], class: "NSDictionary")
    requests = FetchRequestArchiver(entities: names)
    properties = PropertyArchiver(model, entities: nodes, requests: requests)
  }

  func node(of entity: NSEntityDescription) -> ArchiveNode? { nodes[ObjectIdentifier(entity)] }

  func node(named name: String) -> ArchiveNode? { names[name] }

  // MARK: - Fields

  /// Gives an entity's node its fields, in the order of Apple's framework.
  func fill(_ entity: NSEntityDescription) {
    guard let node = node(of: entity) else { return }
    node.add("NSEntityName", text: entity.name)
    node.add("NSClassNameForEntity", text: className(of: entity))
    node.add("NSManagedObjectModel", .node(root))
    node.add("NSSuperentity", .node(entity.superentity.flatMap(self.node)))
    node.add("NSIsAbstract", ifTrue: entity.isAbstract)
    node.add("NSSubentities", .node(subentities(of: entity)))
    node.add("NSProperties", .node(properties.dictionary(of: entity)))
    node.add("NSUserInfo", .node(userInfo(of: entity)))
    node.add("NSVersionHashModifier", text: entity.versionHashModifier)
    node.add("NSRenamingIdentifier", text: entity.renamingIdentifier)
    addConstraints(of: entity, to: node)
    addIndexes(of: entity, to: node)
    addDisplayName(of: entity, to: node)
  }

  private func className(of entity: NSEntityDescription) -> String? {
    entity.className == "NSManagedObject" ? nil : entity.className
  }

  private func subentities(of entity: NSEntityDescription) -> ArchiveNode {
    .dictionary(
      ModelNames.sorted(entity.subentities).compactMap { child in
        self.node(of: child).map { (ArchiveNode(.text(child.name ?? "")), $0) }
      })
  }

  private func userInfo(of entity: NSEntityDescription) -> ArchiveNode {
    guard let info = entity.userInfo, !info.isEmpty else { return noInfo }
    return ValueArchiver.userInfo(info, place: "the entity '\(entity.name ?? "")'")
  }

  private func addConstraints(of entity: NSEntityDescription, to node: ArchiveNode) {
    guard !entity.ownUniquenessConstraints.isEmpty else { return }
    let lists = entity.ownUniquenessConstraints.map(EntityArchiver.list)
    node.add("NSUniqueTuples", .node(.collection(lists)))
  }

  private static func list(_ names: [String]) -> ArchiveNode {
    .collection(names.map { ArchiveNode(.text($0)) })
  }

  private func addDisplayName(of entity: NSEntityDescription, to node: ArchiveNode) {
    let expression = entity.coreSpotlightDisplayNameExpression
    if case .constant(nil) = expression.node { return }
    let archived = Unarchivable.reported("the display name of '\(entity.name ?? "")'") {
      () throws(Unarchivable) in try ExpressionArchiver.node(of: expression.node)
    }
    node.add("OCDCoreSpotlightDisplayName", .node(archived))
  }

  // MARK: - Indexes

  private func addIndexes(of entity: NSEntityDescription, to node: ArchiveNode) {
    guard !entity.indexes.isEmpty else { return }
    let indexes = entity.indexes.map { self.index($0, of: node) }
    node.add("NSFetchIndexDescriptions", .node(.collection(indexes)))
    let compound = entity.indexes.map { index in
      EntityArchiver.list(index.elements.compactMap(\.propertyName))
    }
    node.add("NSCompoundIndexes", .node(.collection(compound)))
  }

  private func index(_ index: NSFetchIndexDescription, of entity: ArchiveNode) -> ArchiveNode {
    let node = ArchiveNode(class: "NSFetchIndexDescription")
    node.add("NSIndexName", text: index.name)
    node.add("NSEntity", .node(entity))
    let elements = index.elements.map { self.element($0, of: node) }
    node.add("NSIndexElements", .node(.collection(elements, class: "NSArray")))
    let condition = index.partialIndexPredicate.flatMap { predicate in
      Unarchivable.reported("the condition of the index '\(index.name)'") {
        () throws(Unarchivable) in try PredicateArchiver.node(of: predicate)
      }
    }
    node.add("NSPartialIndexPredicate", .node(condition))
    return node
  }

  private func element(
    _ element: NSFetchIndexElementDescription, of index: ArchiveNode
  ) -> ArchiveNode {
    let node = ArchiveNode(class: "NSFetchIndexElementDescription")
    node.add("NSFetchIndexDescription", .node(index))
    node.add("NSPropertyName", text: element.propertyName)
    node.add("NSFetchIndexElementType", .integer(Int(element.collationType.rawValue)))
    node.add("NSAscending", ifTrue: element.isAscending)
    if let expression = element.element as? NSExpressionDescription {
      node.add("OCDProperty", .node(properties.node(of: expression)))
    }
    return node
  }
}
