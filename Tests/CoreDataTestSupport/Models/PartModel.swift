// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import CoreData

/// A model of one entity with every delete rule, in the configurations that `StackKind` names.
package enum PartModel {
  package static func make() -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    let part = GarageModel.entity("Part", [GarageModel.attribute("name", .string)])
    GarageModel.relate(
      part, name: "children", many: true, rule: .cascadeDeleteRule, to: part,
      inverseName: "parents", many: true)
    GarageModel.relate(
      part, name: "blockers", many: true, rule: .denyDeleteRule, to: part, inverseName: "blocked",
      many: false)
    GarageModel.relate(
      part, name: "loose", many: true, rule: .noActionDeleteRule, to: part, inverseName: "tight",
      many: false)
    GarageModel.relate(
      part, name: "next", many: false, rule: .nullifyDeleteRule, to: part, inverseName: "previous",
      many: false)
    GarageModel.relate(
      part, name: "peers", many: true, rule: .nullifyDeleteRule, to: part, inverseName: "peerOf",
      many: true)
    part.managedObjectClassName = String(reflecting: Record.self)
    let note = GarageModel.entity("Note", [])
    let draft = GarageModel.entity("Draft", [])
    model.entities = [part, note, draft]
    model.setEntities([part], forConfigurationName: "People")
    model.setEntities([note], forConfigurationName: "Notes")
    model.setEntities([draft], forConfigurationName: "Scratch")
    return model
  }
}

extension NSManagedObjectContext {
  @discardableResult
  package func part(_ name: String, _ values: [String: Any] = [:]) -> Record {
    record("Part", values.merging(["name": name]) { $1 })
  }
}
