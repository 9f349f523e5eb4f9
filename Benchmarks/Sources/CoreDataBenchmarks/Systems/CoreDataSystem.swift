// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels
import Foundation
import Harness
import SQLiteRules

/// This library, through generated classes, on one kind of store or several.
///
/// Every case has a coordinator and a context of its own, so that it starts cold; only a store in
/// memory stays open, with its coordinator, until it is discarded.
final class CoreDataSystem: BenchmarkSystem {
  let name = "Core Data"
  let opener: String? = "OpenCoreData"
  let store: String
  let cases: [BenchmarkCase]
  let isPersistent: Bool
  private let placement: StorePlacement
  private var coordinators: [URL: NSPersistentStoreCoordinator] = [:]
  private lazy var model = Result { try placement.model() }

  init(_ placement: StorePlacement) {
    self.placement = placement
    store = placement.name
    cases = placement.cases
    isPersistent = placement.isPersistent
    ExampleModels.registerClasses()
  }

  func discard(_ folder: URL) { coordinators[folder] = nil }

  // MARK: - Stacks

  /// Opens the stack on a folder, runs the body on the context's queue, and closes it.
  func with<T>(
    _ folder: URL, durably: Bool = false, _ body: (NSManagedObjectContext) throws -> T
  ) throws -> T {
    let coordinator = try coordinator(folder, durably: durably)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    defer { context.performAndWait { context.reset() } }
    let result = try context.performAndWait { try body(context) }
    if isPersistent { try close(coordinator) }
    return result
  }

  private func coordinator(
    _ folder: URL, durably: Bool
  ) throws -> NSPersistentStoreCoordinator {
    if let known = coordinators[folder] { return known }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try model.get())
    try placement.addStores(to: coordinator, in: folder, durably: durably)
    if !isPersistent { coordinators[folder] = coordinator }
    return coordinator
  }

  /// Times what saves, and the checkpoint after it where the store has a log.
  func measure(
    savingIn folder: URL, _ stopwatch: Stopwatch, _ body: () throws -> Void
  ) throws {
    guard let file = placement.logged(in: folder) else { return try stopwatch.measure(body) }
    try stopwatch.measure(writingTo: file, body)
  }

  private func close(_ coordinator: NSPersistentStoreCoordinator) throws {
    for store in coordinator.persistentStores { try coordinator.remove(store) }
  }

  // MARK: - Opening

  func open(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    _ = try model.get()
    return try stopwatch.measure {
      try (0..<CompanyWorkload.openCount).reduce(0) { sum, _ in sum + (try openOnce(in: folder)) }
    }
  }

  func openOnce(in folder: URL) throws -> Int64 {
    try with(folder) { context in
      guard let store = context.persistentStoreCoordinator?.persistentStores.first,
        let id = context.persistentStoreCoordinator?.managedObjectID(
          for: "x-coredata://\(store.identifier ?? "")/Employee/p1")
      else { throw BenchmarkFailure("There is no first employee.") }
      return (try context.existingObject(with: id) as? Employee)?.salary ?? 0
    }
  }
}
