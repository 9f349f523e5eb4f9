// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import CoreData

/// A model of one entity with every delete rule, in the configurations that `StackKind` names.
package enum PartModel {
  package static func make() -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    let part = GarageModel.entity("Part", [GarageModel.attribute("name", .string)])
    GarageModel.relate(
      part, "children", many: true, .cascadeDeleteRule, part, "parents", many: true)
    GarageModel.relate(part, "blockers", many: true, .denyDeleteRule, part, "blocked", many: false)
    GarageModel.relate(part, "loose", many: true, .noActionDeleteRule, part, "tight", many: false)
    GarageModel.relate(part, "next", many: false, .nullifyDeleteRule, part, "previous", many: false)
    GarageModel.relate(part, "peers", many: true, .nullifyDeleteRule, part, "peerOf", many: true)
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
