// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Relationships and a unique value for merge policies to decide about.
///
/// Node: `items`↔`list` (ordered, one to many), `peers` (many to many, its own inverse), `target`
/// (to-one, no inverse). Slot: unique `code`, `parent`↔`children` (cascade).
enum MergeModel {
  static func make() -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    model.entities = [slot(), node()]
    return model
  }

  private static func node() -> NSEntityDescription {
    let node = GarageModel.entity(
      "Node",
      [GarageModel.attribute("label", .string), GarageModel.attribute("rank", .integer32)])
    GarageModel.relate(
      node, name: "items", many: true, rule: .nullifyDeleteRule, to: node, inverseName: "list",
      many: false, ordered: true)
    let peers = lone("peers", to: node, many: true)
    peers.inverseRelationship = peers
    node.properties += [peers]
    return node
  }

  private static func slot() -> NSEntityDescription {
    let slot = GarageModel.entity(
      "Slot",
      [GarageModel.attribute("code", .string), GarageModel.attribute("text", .string)])
    slot.uniquenessConstraints = [["code"]]
    GarageModel.relate(
      slot, name: "children", many: true, rule: .cascadeDeleteRule, to: slot, inverseName: "parent",
      many: false)
    slot.properties += [lone("favourite", to: slot, many: false)]
    return slot
  }

  private static func lone(
    _ name: String, to destination: NSEntityDescription, many: Bool
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = destination
    relationship.maxCount = many ? 0 : 1
    relationship.isOptional = true
    relationship.deleteRule = .nullifyDeleteRule
    return relationship
  }
}

extension NSManagedObject {
  /// The labels of a node's items, in their order.
  func itemLabels() -> [String] {
    let items = value(forKey: "items") as? NSOrderedSet
    return items?.array.compactMap { ($0 as? NSManagedObject)?.string("label") } ?? []
  }
}

extension Stack {
  /// One store of the kind's first type, with nodes and slots.
  static func merging(_ kind: StackKind) throws -> Stack {
    try Stack(
      StackKind(name: kind.name, stores: [(kind.stores[0].type, nil)]), model: MergeModel.make())
  }
}

extension NSManagedObjectContext {
  /// The one node with a label.
  func labelled(_ label: String) throws -> NSManagedObject {
    try the("Node", "label == '\(label)'")
  }

  /// The one slot with a code.
  func slot(_ code: String) throws -> NSManagedObject { try the("Slot", "code == '\(code)'") }

  private func the(_ entity: String, _ format: String) throws -> NSManagedObject {
    let all = try all(entity, format)
    try #require(all.count == 1)
    return all[0]
  }
}
