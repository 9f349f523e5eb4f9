// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// The entities that lie in one store.
struct ModelPart {
  /// The configuration; nil for the whole model.
  let configuration: String?
  /// The entities that have objects, ascending by name.
  var entities: [NSEntityDescription]

  init(_ configuration: String?, of model: NSManagedObjectModel) {
    self.configuration = configuration
    let members = model.entities(forConfigurationName: configuration) ?? []
    entities = members.filter { !$0.isAbstract }.sorted { ($0.name ?? "") < ($1.name ?? "") }
  }

  /// How people and results call it.
  var name: String { configuration ?? "whole model" }
}
