// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The model with which objects change their stores: the present one, in which the configurations that
/// they leave still have their entities.
enum BridgeModel {
  /// Returns the model; no code of clients runs for its objects, and no rule is asked.
  static func make(
    _ model: NSManagedObjectModel, _ relocations: [EntityRelocation]
  ) -> NSManagedObjectModel {
    guard !relocations.isEmpty else { return model }
    let bridge = ModelCopying.copy(of: model)
    for entity in bridge.entities {
      entity.managedObjectClassName = "NSManagedObject"
      for property in entity.propertyTable.own {
        property.setValidationPredicates([], withValidationWarnings: [])
      }
    }
    for relocation in relocations { extend(relocation.source, with: relocation.entity, in: bridge) }
    return bridge
  }

  private static func extend(
    _ configuration: String, with name: String, in model: NSManagedObjectModel
  ) {
    guard configuration != defaultConfigurationName, let entity = model.entitiesByName[name],
      let present = model.entities(forConfigurationName: configuration)
    else { return }
    let new = entity.hierarchy.filter { !present.contains($0) }
    model.setEntities(present + new, forConfigurationName: configuration)
  }
}
