// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation

/// The importing process of docs/persistent-history.md.
enum Importer {
  static func open(type: String, at url: URL) throws -> NSPersistentStoreCoordinator {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: NewsModel.make())
    try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: url,
      options: [NSPersistentHistoryTrackingKey: true])
    return coordinator
  }

  static func add(_ headlines: [String], to coordinator: NSPersistentStoreCoordinator) throws {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    context.transactionAuthor = "importer"
    try context.performAndWait {
      let stories = headlines.map { ["headline": $0] }
      try context.execute(NSBatchInsertRequest(entityName: "Story", objects: stories))
    }
  }
}
