// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Testing

/// A class that a model names.
final class RegisteredThing: NSManagedObject {}

@Suite struct ClassLookupTests {
  private func made(className: String) -> NSManagedObject {
    let entity = SampleModels.entity("Thing", [])
    entity.managedObjectClassName = className
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    context.persistentStoreCoordinator = coordinator
    return context.performAndWait {
      NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
    }
  }

  @Test func aQualifiedNameIsFound() {  // R-MOD-042
    #expect(made(className: String(reflecting: RegisteredThing.self)) is RegisteredThing)
    #expect(made(className: NSStringFromClass(RegisteredThing.self)) is RegisteredThing)
  }

  @Test func anUnknownNameFallsBackToTheBaseClass() {  // R-MOD-042
    let object = made(className: "Nowhere.Nothing")
    #expect(type(of: object) == NSManagedObject.self)
  }
}
