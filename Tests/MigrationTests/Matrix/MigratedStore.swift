// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport

/// A store in a folder of its own that is opened with one version of a model after the other.
struct MigratedStore {
  let type: String
  /// Removed with the value that has made it.
  let directory: URL
  let url: URL
  private let owned: TemporaryDirectory?

  /// The kinds of stores that outlive a process.
  static let types = StackKind.singles.filter(\.isDurable).map(\.name) + fileTypes
  private static let fileTypes = [NSXMLStoreType, NSBinaryStoreType]

  static func enforcesUniqueness(_ type: String) -> Bool { !fileTypes.contains(type) }

  init(_ type: String) throws {
    let owned = try TemporaryDirectory()
    self.init(type, in: owned.url, owned)
  }

  /// Takes a store of another process.
  init(_ type: String, in directory: URL) { self.init(type, in: directory, nil) }

  private init(_ type: String, in directory: URL, _ owned: TemporaryDirectory?) {
    self.type = type
    self.directory = directory
    self.owned = owned
    url = directory.appendingPathComponent("store")
  }

  /// Opens the store, lets a block use it, and closes it again.
  func use<Result>(
    _ model: NSManagedObjectModel, configuration: String? = nil, migrating: Bool = true,
    options: [AnyHashable: Any] = [:], _ body: (NSManagedObjectContext) throws -> Result
  ) throws -> Result {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let flags: [AnyHashable: Any] = [
      NSMigratePersistentStoresAutomaticallyOption: migrating,
      NSInferMappingModelAutomaticallyOption: migrating,
    ]
    let store = try coordinator.addPersistentStore(
      ofType: type, configurationName: configuration, at: url,
      options: flags.merging(options) { $1 })
    defer { try? coordinator.remove(store) }
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return try context.performAndWait { try body(context) }
  }

  /// Fills a new store with objects of every entity.
  func filled(_ model: NSManagedObjectModel, count: Int) throws -> Content {
    try use(model) { context in
      var filling = ContentFilling(context, count: count)
      try filling.run()
      context.reset()
      return try Content(of: context)
    }
  }

  /// Opens the store, with a migration if it needs one, and reads everything.
  func content(_ model: NSManagedObjectModel) throws -> Content {
    try use(model) { try Content(of: $0) }
  }

  /// Returns the files of the store by name.
  func bytes() throws -> [String: Data] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: directory.path)
    return try Dictionary(
      uniqueKeysWithValues: names.compactMap { name in
        let file = directory.appendingPathComponent(name)
        // An empty log, and a memory that processes share, are no content.
        guard !name.hasSuffix("-shm"), !name.hasSuffix("-lock") else { return nil }
        let content = try Data(contentsOf: file)
        return content.isEmpty ? nil : (name, content)
      })
  }
}
