// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels

/// One container over all stores of the atlas, and the one context that the program works in.
final class AtlasStack {
  let container: NSPersistentContainer
  let roles: [StoreRole]
  private var stores: [String: NSPersistentStore] = [:]

  var context: NSManagedObjectContext { container.viewContext }
  var coordinator: NSPersistentStoreCoordinator { container.persistentStoreCoordinator }

  /// Opens the stores in a folder, creating what is missing there.
  init(folder: URL, carrier: GlobalCarrier) throws {
    ExampleModels.registerClasses()
    guard let model = NSManagedObjectModel(contentsOf: ExampleModels.atlas) else {
      throw ToolFailure("the model at \(ExampleModels.atlas.path) cannot be loaded")
    }
    roles = StoreRole.all(for: carrier)
    container = NSPersistentContainer(name: "Atlas", managedObjectModel: model)
    container.persistentStoreDescriptions = roles.map { $0.description(in: folder) }
    try load()
  }

  /// Returns the open store of a role.
  func store(_ role: StoreRole) throws -> NSPersistentStore {
    guard let store = stores[role.name] else {
      throw ToolFailure("the store \(role.name) is not open")
    }
    return store
  }

  /// Closes every store; the context and its objects are of no more use.
  func close() throws {
    context.reset()
    for store in coordinator.persistentStores { try coordinator.remove(store) }
    stores = [:]
  }

  private func load() throws {
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = failure ?? error }
    if let failure { throw failure }
    stores = Dictionary(
      uniqueKeysWithValues: zip(roles.map(\.name), coordinator.persistentStores))
  }
}

extension StoreRole {
  fileprivate func description(in folder: URL) -> NSPersistentStoreDescription {
    let description = NSPersistentStoreDescription()
    description.type = type
    description.configuration = configuration
    description.url = fileName.map(folder.appendingPathComponent)
    return description
  }
}
