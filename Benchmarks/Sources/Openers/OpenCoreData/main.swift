// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels
import Foundation

// Opens a store with Core Data, the model being read from its file, reads the first employee,
// exits. Usage: OpenCoreData SYSTEM SQLite|LMDB FOLDER

guard CommandLine.arguments.count == 4 else { exit(2) }
let type = CommandLine.arguments[2]
let file = URL(fileURLWithPath: CommandLine.arguments[3])
  .appendingPathComponent("all.\(type.lowercased())")

ExampleModels.registerClasses()
guard let model = NSManagedObjectModel(contentsOf: ExampleModels.company) else { exit(3) }
let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
let store = try coordinator.addPersistentStore(
  ofType: type, configurationName: nil, at: file, options: nil)
let context = NSManagedObjectContext(.privateQueue)
context.persistentStoreCoordinator = coordinator
guard
  let id = coordinator.managedObjectID(
    for: "x-coredata://\(store.identifier ?? "")/Employee/p1")
else { exit(4) }
let salary = try context.performAndWait {
  (try context.existingObject(with: id) as? Employee)?.salary ?? 0
}
try coordinator.remove(store)
exit(salary > 0 ? 0 : 1)
