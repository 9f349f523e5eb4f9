// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import CoreData
import DebianModel

/// The open stores of a folder.
final class PackageStack {
  private let container: NSPersistentContainer

  init(folder: URL, layout: StoreLayout) throws {
    container = NSPersistentContainer(
      name: "Packages", managedObjectModel: try PackageStack.model())
    container.persistentStoreDescriptions = layout.descriptions(in: folder)
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = failure ?? error }
    if let failure { throw failure }
  }

  /// Runs a block in a new context.
  func perform<Result>(_ body: (NSManagedObjectContext) throws -> Result) throws -> Result {
    let context = container.newBackgroundContext()
    return try context.performAndWait { try body(context) }
  }

  func close() throws {
    let coordinator = container.persistentStoreCoordinator
    for store in coordinator.persistentStores { try coordinator.remove(store) }
  }

  private static func model() throws -> NSManagedObjectModel {
    DebianModel.registerClasses()
    guard let model = NSManagedObjectModel(contentsOf: DebianModel.packages) else {
      throw BenchmarkFailure("The model at \(DebianModel.packages.path) cannot be read.")
    }
    return model
  }
}
