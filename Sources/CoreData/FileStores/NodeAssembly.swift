// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The nodes of a store, made while its file is read.
///
/// Objects refer to others that come later: relationships are resolved at the end.
final class NodeAssembly {
  /// One object.
  final class Draft {
    let name: String
    let node: NSAtomicStoreCacheNode
    let properties: RecordNames.Properties
    fileprivate var links: [(relationship: NSRelationshipDescription, names: [String])] = []

    fileprivate init(
      name: String, node: NSAtomicStoreCacheNode, properties: RecordNames.Properties
    ) {
      self.name = name
      self.node = node
      self.properties = properties
    }

    /// Notes where a relationship leads; false if it is noted already.
    func link(_ relationship: NSRelationshipDescription, to names: [String]) -> Bool {
      guard !links.contains(where: { $0.relationship.name == relationship.name }) else {
        return false
      }
      links.append((relationship, names))
      return true
    }
  }

  let names: RecordNames
  let problem: FileProblem
  /// The classes that a binary store decodes beyond the usual ones.
  let decodingClasses: DecodingClasses
  private let options: [AnyHashable: Any]
  private(set) var highestNumber: Int64 = 0
  private let store: NSAtomicStore
  private let entities: Set<String>
  private var drafts: [Draft] = []
  private var nodes: [String: NSAtomicStoreCacheNode] = [:]

  init(_ store: FileStore, file: URL) throws {
    self.store = store
    problem = FileProblem(file)
    options = store.options ?? [:]
    decodingClasses = DecodingClasses(options)
    let model = store.persistentStoreCoordinator?.managedObjectModel
    names = RecordNames(model?.entities ?? [], spelling: type(of: store).format.spelling)
    let configured = model?.entities(forConfigurationName: store.configurationName)
    entities = Set(
      NodeAssembly.held(of: model?.entities ?? [], configured, in: store).compactMap(\.name))
  }

  /// Returns the configuration's entities, and those that the store has besides (R-MOD-008,
  /// R-PSC-532).
  private static func held(
    of all: [NSEntityDescription], _ configured: [NSEntityDescription]?, in store: FileStore
  ) -> [NSEntityDescription] {
    guard let configured else { return all }
    let hashes = store.metadata?[NSStoreModelVersionHashesKey] as? [String: Any] ?? [:]
    // A store of whatever version is asked for its configuration's only.
    let option = store.options?[NSIgnorePersistentStoreVersioningOption] as? NSNumber
    let ignoresVersion = option?.boolValue ?? false
    return all.filter { entity in
      configured.contains(entity)
        || hashes[entity.name ?? ""] != nil
          && (!ignoresVersion || configured.contains(where: entity.isKindOf))
    }
  }

  /// Returns true if an option is set.
  func flag(_ option: String) -> Bool { (options[option] as? NSNumber)?.boolValue ?? false }

  /// Begins an object.
  func draft(of entityName: String, named name: String) throws -> Draft {
    guard let entity = names.entities[entityName], entities.contains(entity.name ?? "") else {
      throw problem.unfit(
        "it has an object of the entity '\(entityName)', which the model, or the configuration, "
          + "does not have. Open it with the model that it was written with.")
    }
    guard !entity.isAbstract else {
      throw problem.unfit("it has an object of the abstract entity '\(entityName)'.")
    }
    guard let reference = ObjectName.reference(name) else {
      throw problem.unfit("'\(name)' cannot be the ID of an object.")
    }
    guard nodes[name] == nil else { throw problem.unfit("two objects have the ID '\(name)'.") }
    highestNumber = max(highestNumber, ObjectName.number(name) ?? 0)
    let node = NSAtomicStoreCacheNode(
      objectID: store.objectID(for: entity, withReferenceObject: reference))
    nodes[name] = node
    let draft = Draft(name: name, node: node, properties: names.properties(of: entity))
    drafts.append(draft)
    return draft
  }

  /// All nodes, related.
  func finish() throws -> [NSAtomicStoreCacheNode] {
    for draft in drafts {
      for (relationship, names) in draft.links { try relate(draft, by: relationship, to: names) }
    }
    for draft in drafts {
      for (relationship, _) in draft.links { try checkOneToOne(draft, relationship) }
    }
    return drafts.map(\.node)
  }

  private func relate(
    _ draft: Draft, by relationship: NSRelationshipDescription, to names: [String]
  ) throws {
    let others = try names.map { try node(named: $0, in: relationship, of: draft) }
    guard relationship.isToMany else {
      guard others.count <= 1 else {
        throw problem.unfit(
          "'\(relationship.name)' of \(draft.name) leads to \(others.count) objects; it takes one.")
      }
      return draft.node.setValue(others.first, forKey: relationship.name)
    }
    draft.node.setValue(
      relationship.isOrdered ? NSOrderedSet(array: others) : Set(others),
      forKey: relationship.name)
  }

  private func node(
    named name: String, in relationship: NSRelationshipDescription, of draft: Draft
  ) throws -> NSAtomicStoreCacheNode {
    guard let node = nodes[name] else {
      throw problem.unfit(
        "'\(relationship.name)' of \(draft.name) leads to '\(name)', which is not there.")
    }
    guard let destination = relationship.destinationEntity,
      node.objectID.entity.isKindOf(entity: destination)
    else {
      throw problem.unfit(
        "'\(relationship.name)' of \(draft.name) leads to '\(name)', which is of the entity "
          + "'\(node.objectID.entity.name ?? "")'.")
    }
    return node
  }

  /// Both ends of a one-to-one relationship say the same, or one says nothing.
  private func checkOneToOne(_ draft: Draft, _ relationship: NSRelationshipDescription) throws {
    guard !relationship.isToMany, let inverse = relationship.inverseRelationship,
      !inverse.isToMany,
      let other = draft.node.value(forKey: relationship.name) as? NSAtomicStoreCacheNode
    else { return }
    let back = other.value(forKey: inverse.name) as? NSAtomicStoreCacheNode
    guard let back else { return other.setValue(draft.node, forKey: inverse.name) }
    guard back === draft.node else {
      throw problem.unfit(
        "'\(relationship.name)' of \(draft.name) leads to an object whose '\(inverse.name)' is "
          + "another.")
    }
  }
}
