// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation

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
  func itemLabels() -> [String] {
    let items = value(forKey: "items") as? NSOrderedSet
    return items?.array.compactMap { ($0 as? NSManagedObject)?.string("label") } ?? []
  }
}

extension Stack {
  static func merging(_ kind: StackKind) throws -> Stack {
    try Stack(
      StackKind(name: kind.name, stores: [(kind.stores[0].type, nil)]), model: MergeModel.make())
  }

  func work<T>(_ block: (NSManagedObjectContext) throws -> T) throws -> T {
    let context = context()
    return try context.performAndWait { try block(context) }
  }
}

extension NSManagedObjectContext {
  func labelled(_ label: String) throws -> NSManagedObject {
    let all = try all("Node", "label == '\(label)'")
    guard let first = all.first, all.count == 1 else { throw CocoaError(.coreData) }
    return first
  }
}
