// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// A container as programs make it, with the model from the bundle.
enum StudioContainer {
  /// Read once: entities of several models would claim the same classes.
  static let model: NSManagedObjectModel? = {
    let url =
      Bundle.module.url(forResource: "Studio", withExtension: "momd")
      ?? Bundle.module.url(forResource: "Studio", withExtension: "xcdatamodeld")
    return url.flatMap { NSManagedObjectModel(contentsOf: $0) }
  }()

  /// A container with one store of a type at a new place.
  static func make(_ type: String) throws -> NSPersistentContainer {
    let container = NSPersistentContainer(
      name: "Studio", managedObjectModel: try required(model))
    let description = NSPersistentStoreDescription(
      url: FileManager.default.temporaryDirectory.appendingPathComponent(
        "studio-\(UUID().uuidString)"))
    description.type = type
    container.persistentStoreDescriptions = [description]
    var failure: Error?
    container.loadPersistentStores { failure = $1 }
    if let failure { throw failure }
    return container
  }

  private static func required<T>(_ value: T?) throws -> T {
    guard let value else { throw CocoaError(.fileNoSuchFile) }
    return value
  }

  /// The types of stores in this build.
  static var storeTypes: [String] {
    var types = [NSInMemoryStoreType]
    #if SQLite
    types.append(NSSQLiteStoreType)
    #endif
    #if LMDB
    types.append(LMDBStoreType)
    #endif
    return types
  }
}
