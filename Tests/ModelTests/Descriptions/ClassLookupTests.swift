// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import StoreTestSupport
import Testing

/// A class that a model names.
final class RegisteredThing: NSManagedObject {}

/// A class whose name has no module in a model.
final class BarelyNamedThing: NSManagedObject {}

/// A class that no model names.
final class Stranger: NSManagedObject {}

/// A class of models that come and go.
final class ThingOfManyModels: NSManagedObject {}

@Suite struct ClassLookupTests {
  private static func coordinator(className: String) -> NSPersistentStoreCoordinator {
    let entity = SampleModels.entity("Thing", [])
    entity.managedObjectClassName = className
    let model = NSManagedObjectModel()
    model.entities = [entity]
    return NSPersistentStoreCoordinator(managedObjectModel: model)
  }

  private func made(className: String) -> NSManagedObject {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = Self.coordinator(className: className)
    return context.performAndWait {
      NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
    }
  }

  @Test func aQualifiedNameIsFound() {  // R-MOD-042
    #expect(made(className: String(reflecting: RegisteredThing.self)) is RegisteredThing)
    #expect(made(className: NSStringFromClass(RegisteredThing.self)) is RegisteredThing)
  }

  private final class Nested: NSManagedObject {}

  // R-MOD-042: classes that no runtime knows by a name.
  @Test func classesWithinOthersAndFunctionsHaveNames() {
    final class Local: NSManagedObject {}
    for type in [Nested.self, Local.self] as [NSManagedObject.Type] {
      let name = NSStringFromClass(type)
      #expect(NSClassFromString(Optional(name)) == type)
      #expect(Swift.type(of: made(className: name)) == type)
    }
    #expect(NSStringFromClass(Nested.self) != NSStringFromClass(Local.self))
  }

  @Test func anUnknownNameFallsBackToTheBaseClass() {  // R-MOD-042
    let object = made(className: "Nowhere.Nothing")
    #expect(type(of: object) == NSManagedObject.self)
  }

  // R-CTX-155
  @Test func anEntityIsFoundWhileOtherModelsDie() throws {
    let name = String(reflecting: ThingOfManyModels.self)
    let kept = Self.coordinator(className: name)
    let churn = (0..<2).map { _ in
      OtherThread { for _ in 0..<500 { _ = Self.coordinator(className: name) } }
    }
    while !churn.allSatisfy({ $0.ends(within: 0) }) {
      #expect(ThingOfManyModels.entity().name == "Thing")
    }
    #expect(ThingOfManyModels.entity().managedObjectModel === kept.managedObjectModel)
  }

  @Test func aClassThatNoModelClaimsHasANamelessEntity() {  // R-CTX-155
    #expect(Stranger.entity().name == nil)
    #expect(Stranger.entity().properties.isEmpty)
  }

  // R-MOD-018: as programs find the entity of a class
  @Test func aClassOfTheCurrentModuleIsNamedAsTheRuntimeNamesIt() {
    NSManagedObject.registerClasses(["RegisteredThing": RegisteredThing.self])
    let entity = NSEntityDescription()
    entity.managedObjectClassName = ".RegisteredThing"
    #expect(entity.managedObjectClassName == NSStringFromClass(RegisteredThing.self))
    #expect(NSClassFromString(entity.managedObjectClassName) == RegisteredThing.self)
    // Asked for before there is one.
    entity.managedObjectClassName = ".LaterThing"
    #expect(entity.managedObjectClassName == ".LaterThing")
    NSManagedObject.registerClasses(["LaterThing": RegisteredThing.self])
    #expect(entity.managedObjectClassName == NSStringFromClass(RegisteredThing.self))
    // The runtime has no name for a class within another.
    class LocalThing: NSManagedObject {}
    NSManagedObject.registerClasses(["LocalThing": LocalThing.self])
    entity.managedObjectClassName = ".LocalThing"
    #expect(entity.managedObjectClassName == ".LocalThing")
  }

  // R-MOD-042: as programs find the entity of a class, whose name on Apple's platforms is `@objc(Name)`
  @Test func aClassThatAModelNamesWithoutItsModuleHasThatName() {
    NSManagedObject.registerClasses(["BarelyNamedThing": BarelyNamedThing.self])
    #expect(NSStringFromClass(BarelyNamedThing.self).hasSuffix(".BarelyNamedThing"))
    let entity = NSEntityDescription()
    entity.managedObjectClassName = "BarelyNamedThing"
    #expect(entity.managedObjectClassName == NSStringFromClass(BarelyNamedThing.self))
    #expect(NSClassFromString(entity.managedObjectClassName) == BarelyNamedThing.self)
    let type: NSManagedObject.Type = BarelyNamedThing.self
    #expect(NSStringFromClass(type) == "BarelyNamedThing")
  }

  // R-MOD-042
  @Test func otherClassesHaveTheNamesThatFoundationGives() {
    #expect(NSStringFromClass(Stranger.self) == String(reflecting: Stranger.self))
    #expect(NSStringFromClass(NSManagedObject.self) == String(reflecting: NSManagedObject.self))
    #expect(NSStringFromClass(NSArray.self) == "NSArray")
    #expect(NSClassFromString("NSArray") == NSArray.self)
    let name: String? = "NSArray"
    #expect(NSClassFromString(name) == NSArray.self)
    #expect(NSClassFromString(nil) == nil)
  }
}
