// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// An incremental store without objects, which takes its identity from where it is, as soon as it
/// is made.
final class NamedStore: NSIncrementalStore {
  static let storeType = "Named"

  static func register() {
    NSPersistentStoreCoordinator.registerStoreClass(
      NamedStore.self, type: NSPersistentStore.StoreType(rawValue: storeType))
  }

  override init(
    persistentStoreCoordinator root: NSPersistentStoreCoordinator?,
    configurationName name: String?, at url: URL, options: [AnyHashable: Any]? = nil
  ) {
    super.init(
      persistentStoreCoordinator: root, configurationName: name, at: url, options: options)
    identifier = "named-\(url.absoluteString.dropFirst("named:".count))"
  }

  override var type: String { Self.storeType }

  override func loadMetadata() throws {}

  override func execute(
    _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?
  ) throws -> Any {
    [Any]()
  }
}
