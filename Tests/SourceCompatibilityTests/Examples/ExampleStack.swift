// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels
import Foundation
import Testing

/// A store of the Company model in a folder of its own, with a department and an employee, which the
/// examples are run on.
final class ExampleStack {
  let folder: URL
  let url: URL
  let model: NSManagedObjectModel
  let coordinator: NSPersistentStoreCoordinator
  let context: NSManagedObjectContext
  let department: Department
  let employee: Employee

  init(options: [AnyHashable: Any]? = nil) throws {
    ExampleModels.registerClasses()
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("examples-\(UUID().uuidString)")
    url = folder.appendingPathComponent("Company.sqlite")
    model = try #require(NSManagedObjectModel(contentsOf: ExampleModels.company))
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: .sqlite, at: url, options: options)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    self.context = context
    (department, employee) = try context.performAndWait {
      let department = Department(context: context)
      department.name = "Research"
      department.createdAt = Date()
      let employee = Employee(context: context)
      employee.name = "Ada"
      employee.email = "ada@example.org"
      employee.hiredAt = Date()
      employee.salary = 3_000
      employee.department = department
      try context.save()
      return (department, employee)
    }
  }

  // Left over, the folder is among the temporary ones.
  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The first store.
  var store: NSPersistentStore { coordinator.persistentStores[0] }

  /// Another context of the same stores.
  func makeContext() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  /// Returns the number of stored objects of an entity.
  func count(_ entity: String) throws -> Int {
    let fresh = makeContext()
    return try fresh.performAndWait {
      try fresh.count(for: NSFetchRequest<NSManagedObject>(entityName: entity))
    }
  }

  /// Takes the store out, so that its file may be read by others.
  func close() throws { try coordinator.remove(store) }
}
