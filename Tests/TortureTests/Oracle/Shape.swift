// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation

/// The properties of the one entity that random programs work on, by number.
///
/// A relationship's inverse is its neighbour: 0 and 1, 2 and 3, and so on.
enum Shape {
  static let attributes = ["number", "text", "note"]
  /// The attribute that no store keeps.
  static let transient = 2
  static let persistent = 0..<2

  static let relations = [
    "group", "items", "whole", "parts", "tags", "tagged", "partner", "partnerOf", "lines", "page",
  ]
  static let isMany = [false, true, false, true, true, true, false, false, true, false]
  static let cascading = 3
  static let ordered = 8
  static let all = 0..<10
  static let toOne = all.filter { !isMany[$0] }
  static let toMany = all.filter { isMany[$0] }

  static func inverse(_ relation: Int) -> Int { relation ^ 1 }

  /// A model whose entity stands where the stacks of the tests expect one; the rest is idle.
  static func model() -> NSManagedObjectModel {
    let item = GarageModel.entity(
      "Item",
      [
        GarageModel.attribute("number", .integer64), GarageModel.attribute("text", .string),
        GarageModel.attribute("note", .integer64, transient: true),
      ])
    for relation in Shape.all where relation.isMultiple(of: 2) {
      let inverse = Shape.inverse(relation)
      let forward = relation == 2 ? inverse : relation
      let rule: NSDeleteRule = relation == 2 ? .cascadeDeleteRule : .nullifyDeleteRule
      GarageModel.relate(
        item, name: relations[forward], many: isMany[forward], rule: rule, to: item,
        inverseName: relations[Shape.inverse(forward)], many: isMany[Shape.inverse(forward)],
        ordered: forward == ordered)
    }
    let others = ["Idle", "Spare"].map {
      GarageModel.entity($0, [GarageModel.attribute("text", .string)])
    }
    let model = NSManagedObjectModel()
    model.entities = [item] + others
    model.setEntities([item], forConfigurationName: "People")
    model.setEntities([others[0]], forConfigurationName: "Notes")
    model.setEntities([others[1]], forConfigurationName: "Scratch")
    return model
  }
}
