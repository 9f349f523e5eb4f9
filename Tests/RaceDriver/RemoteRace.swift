// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Synchronization

/// Savers of two coordinators, whose observers read, while stores come and go that are watched too.
struct RemoteRace {
  private static let rounds = 25

  private let stack: Stack
  private let url: URL
  private let type: String
  private let errors = RaceErrors()

  init(_ kind: StackKind) throws {
    stack = try Stack(kind)
    type = kind.stores[0].type
    url = try kind.url(0, in: stack.directory)
  }

  private func coordinator() throws -> NSPersistentStoreCoordinator {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: GarageModel.make())
    try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: url,
      options: [NSPersistentStoreRemoteChangeNotificationPostOptionKey: true])
    return coordinator
  }

  func run() throws {
    let pair = [try coordinator(), try coordinator()]
    let observers = pair.map(observe)
    defer { observers.forEach(NotificationCenter.default.removeObserver) }
    let savers = pair.map { coordinator in
      Worker(limit: Self.rounds) { [errors] in errors.noted { try Self.save(in: coordinator) } }
    }
    let comer = Worker(limit: Self.rounds) { [errors] in
      errors.noted {
        let coordinator = try self.coordinator()
        try Self.save(in: coordinator)
        for store in coordinator.persistentStores { try coordinator.remove(store) }
      }
    }
    let workers = savers + [comer]
    workers.forEach { $0.start() }
    let isFine = workers.map { $0.wait() }
    try errors.rethrow()
    try RaceFailure.require(isFine.allSatisfy { $0 }, "a thread failed")
  }

  private func observe(_ coordinator: NSPersistentStoreCoordinator) -> any NSObjectProtocol {
    NotificationCenter.default.addObserver(
      forName: .NSPersistentStoreRemoteChange, object: coordinator, queue: nil
    ) { [errors, weak coordinator] _ in
      guard let coordinator else { return }
      _ = errors.noted { _ = try Self.count(in: coordinator) }
    }
  }

  private static func save(in coordinator: NSPersistentStoreCoordinator) throws {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      _ = context.insert("Note", ["text": "a"])
      try context.save()
    }
  }

  private static func count(in coordinator: NSPersistentStoreCoordinator) throws -> Int {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return try context.performAndWait { try context.all("Note").count }
  }
}
