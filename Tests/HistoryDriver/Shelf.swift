// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// The stores: one entity each, whose objects tell which lane made them and count their updates.
struct Shelf: Sendable {
  let settings: Settings

  var stores: Range<Int> { settings.kinds.indices }

  func entity(_ store: Int) -> String { "Item\(store)" }

  /// A coordinator with all stores, each with a history.
  func open() throws -> NSPersistentStoreCoordinator {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model())
    for store in stores {
      try coordinator.addPersistentStore(
        ofType: settings.kinds[store] == "L" ? "LMDB" : NSSQLiteStoreType,
        configurationName: entity(store),
        at: settings.folder.appendingPathComponent("store\(store)"),
        options: [NSPersistentHistoryTrackingKey: true, NSPersistentStoreTimeoutOption: 120])
    }
    return coordinator
  }

  private func model() -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    model.entities = stores.map { store in
      let entity = NSEntityDescription()
      entity.name = self.entity(store)
      entity.properties = ["lane", "serial", "updates"].map { name in
        let attribute = NSAttributeDescription()
        (attribute.name, attribute.attributeType) = (name, .integer64AttributeType)
        attribute.defaultValue = 0
        return attribute
      }
      return entity
    }
    for entity in model.entities {
      model.setEntities([entity], forConfigurationName: entity.name ?? "")
    }
    return model
  }
}
