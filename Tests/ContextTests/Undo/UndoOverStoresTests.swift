// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Undoing in a context, on every store.
@Suite struct UndoOverStoresTests {
  /// A context with an undo manager and, stored, Ada with her car "A1".
  private func undoable(
    _ kind: StackKind, _ body: (NSManagedObjectContext, UndoManager) throws -> Void
  ) throws {
    try Stack.withAda(kind).run { context in
      let manager = UndoManager()
      context.undoManager = manager
      try body(context, manager)
    }
  }

  // S-47: R-CTX-683, 684, 685
  @Test(arguments: StackKind.everyStore)
  func anInsertionIsUndoneAndRedone(_ kind: StackKind) throws {
    try undoable(kind) { context, manager in
      let grace = context.person("Grace", "Hopper")
      let id = grace.objectID
      context.undo()
      #expect(context.insertedObjects.isEmpty)
      #expect(!context.hasChanges)
      #expect(!grace.isInserted)
      #expect(context.registeredObject(for: id) == nil)
      #expect(manager.canRedo)
      context.redo()
      #expect(context.insertedObjects == [grace])
      #expect(grace.isInserted)
      #expect(grace.string("lastName") == "Hopper")
      #expect(grace.managedObjectContext === context)
      #expect(grace.count("awakeFromInsert") == 1)
      #expect(grace.snapshotFlags.contains(.undoInsertion))
      try context.save()
      let count = try context.all("Person").count
      #expect(count == 2)
    }
  }

  // S-47: R-CTX-684, 686, 688
  @Test(arguments: StackKind.everyStore)
  func anUpdateIsUndoneAndRedone(_ kind: StackKind) throws {
    try undoable(kind) { context, _ in
      let (ada, car) = (try context.onlyRecord("Person"), try context.onlyRecord("Car"))
      let log = NotificationLog(context)
      car.setValuesForKeys(["maker": "Alfa", "currentDrivingSpeed": 9])
      car.setValue(nil, forKey: "owner")
      context.processPendingChanges()
      log.forget()
      context.undo()
      #expect(car.string("maker") == "Fiat")
      #expect(car.snapshotFlags.contains(.undoUpdate))
      #expect(car.value(forKey: "currentDrivingSpeed") as? Int == 0)
      #expect(car.value(forKey: "owner") as? NSManagedObject === ada)
      #expect(ada.objects("cars") == [car])
      #expect(!car.hasPersistentChangedValues)
      #expect(!log.notes(.NSManagedObjectContextObjectsDidChange).isEmpty)
      context.redo()
      #expect(car.string("maker") == "Alfa")
      #expect(car.value(forKey: "owner") == nil)
      #expect(car.value(forKey: "currentDrivingSpeed") as? Int == 9)
      #expect(ada.objects("cars").isEmpty)
      #expect(context.updatedObjects.contains(car))
      try context.save()
    }
  }

  // S-47: R-CTX-686
  @Test(arguments: StackKind.everyStore)
  func aDeletionIsUndoneAndRedone(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      context.undoManager = UndoManager()
      let (ada, car) = (try context.onlyRecord("Person"), try context.onlyRecord("Car"))
      context.delete(ada)
      context.processPendingChanges()
      #expect(car.value(forKey: "owner") == nil)
      context.undo()
      #expect(!ada.isDeleted)
      #expect(context.deletedObjects.isEmpty)
      #expect(ada.string("firstName") == "Ada")
      #expect(car.value(forKey: "owner") as? NSManagedObject === ada)
      #expect(ada.objects("cars") == [car])
      #expect(ada.snapshotFlags.contains(.undoDeletion))
      context.redo()
      #expect(ada.isDeleted)
      #expect(car.value(forKey: "owner") == nil)
      try context.save()
      let left = try stack.run { try $0.all("Person").count }
      #expect(left == 0)
    }
  }

  // S-47: R-CTX-687, 589
  @Test(arguments: StackKind.everyStore)
  func whatWasSavedCanBeUndone(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      context.undoManager = UndoManager()
      let ada = try context.onlyRecord("Person")
      ada.setValue("Augusta", forKey: "firstName")
      try context.save()
      #expect(!context.hasChanges)
      context.undo()
      #expect(ada.string("firstName") == "Ada")
      #expect(context.updatedObjects == [ada])
      try context.save()
      let grace = context.person("Grace")
      try context.save()
      context.undo()
      #expect(grace.isDeleted)
      #expect(context.deletedObjects == [grace])
      try context.save()
      let names = try stack.run { try $0.all("Person").map { $0.string("firstName") } }
      #expect(names == ["Ada"])
    }
  }

  // S-47: R-CTX-695
  @Test(arguments: StackKind.everyStore)
  func aCascadeComesBackInOneStep(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: PartModel.make())
    try stack.run { context in
      let leaves = (1...3).map { context.part("leaf \($0)") }
      let middle = context.part("middle", ["children": Set(leaves)])
      let root = context.part("root", ["children": [middle] as Set])
      try context.save()
      context.undoManager = UndoManager()
      context.delete(root)
      context.processPendingChanges()
      #expect(context.deletedObjects.count == 5)
      context.undo()
      #expect(context.deletedObjects.isEmpty)
      #expect(root.objects("children") == [middle])
      #expect(middle.objects("children") == Set(leaves))
      context.redo()
      #expect(context.deletedObjects.count == 5)
      try context.save()
      let left = try stack.run { try $0.all("Part").count }
      #expect(left == 0)
    }
  }

  // S-48: R-CTX-689
  @Test(arguments: StackKind.everyStore)
  func suppressedChangesSurviveAnUndo(_ kind: StackKind) throws {
    try undoable(kind) { context, manager in
      let car = try context.onlyRecord("Car")
      car.setValue("Panda", forKey: "model")
      context.processPendingChanges()
      manager.disableUndoRegistration()
      car.setValue("Alfa", forKey: "maker")
      context.processPendingChanges()
      manager.enableUndoRegistration()
      context.undo()
      #expect(car.string("maker") == "Alfa")
      #expect(car.string("model") == "500")
      try context.save()
    }
  }

  // S-48: R-CTX-690, 716, 694
  @Test(arguments: StackKind.everyStore)
  func groupsAndLevelsBoundAnUndo(_ kind: StackKind) throws {
    try undoable(kind) { context, manager in
      let car = try context.onlyRecord("Car")
      manager.groupsByEvent = false
      manager.levelsOfUndo = 2
      for maker in ["one", "two", "three"] {
        manager.beginUndoGrouping()
        car.setValue(maker, forKey: "maker")
        context.processPendingChanges()
        car.setValue(maker, forKey: "model")
        manager.endUndoGrouping()
      }
      context.undo()
      #expect(car.string("maker") == "two")
      #expect(car.string("model") == "two")
      context.undo()
      #expect(car.string("maker") == "one")
      #expect(car.string("model") == "one")
      context.undo()
      #expect(car.string("maker") == "one")
      #expect(!manager.canUndo)
      context.redo()
      context.redo()
      #expect(car.string("maker") == "three")
      #expect(car.string("model") == "three")
      try context.save()
    }
  }

  // S-48: R-CTX-683, 692
  @Test(arguments: StackKind.everyStore)
  func withoutAManagerUndoDoesNothing(_ kind: StackKind) throws {
    try Stack.withAda(kind).run { context in
      let car = try context.onlyRecord("Car")
      car.setValue("Alfa", forKey: "maker")
      context.undo()
      context.redo()
      #expect(car.string("maker") == "Alfa")
      #expect(car.isUpdated)
      let manager = UndoManager()
      context.undoManager = manager
      car.setValue("Panda", forKey: "model")
      context.undoManager = nil
      #expect(!manager.canUndo)
      context.undo()
      #expect(car.string("model") == "Panda")
    }
  }

  // S-45: R-CTX-660, 662, 693
  @Test(arguments: StackKind.everyStore)
  func nothingIsRedoneAfterARollbackOrReset(_ kind: StackKind) throws {
    try undoable(kind) { context, manager in
      let car = try context.onlyRecord("Car")
      car.setValue("Alfa", forKey: "maker")
      context.processPendingChanges()
      context.undo()
      context.redo()
      context.person("New")
      context.rollback()
      #expect(car.string("maker") == "Fiat")
      #expect(!manager.canUndo)
      #expect(!manager.canRedo)
      context.redo()
      context.undo()
      #expect(car.string("maker") == "Fiat")
      #expect(!context.hasChanges)
      car.setValue("Alfa", forKey: "maker")
      context.processPendingChanges()
      context.reset()
      #expect(!manager.canUndo)
      context.undo()
      #expect(!context.hasChanges)
      #expect(context.registeredObjects.isEmpty)
    }
  }

  // R-CTX-107
  @Test(arguments: StackKind.everyStore)
  func theStacksKeepTheirObjects(_ kind: StackKind) throws {
    try undoable(kind) { context, manager in
      do { try context.onlyRecord("Car").setValue("Alfa", forKey: "maker") }
      try context.save()
      #expect(context.registeredObjects.contains { $0.entity.name == "Car" })
      manager.removeAllActions()
      #expect(!context.registeredObjects.contains { $0.entity.name == "Car" })
    }
  }

  // R-CTX-682
  @Test(arguments: StackKind.everyStore)
  func whatIsNoChangeIsNotUndone(_ kind: StackKind) throws {
    try undoable(kind) { context, manager in
      let car = try context.onlyRecord("Car")
      car.actions["awakeFromFetch"] = { $0.setValue(5, forKey: "currentDrivingSpeed") }
      #expect(car.string("maker") == "Fiat")
      car.setPrimitiveValue("Primitive", forKey: "maker")
      context.refreshAllObjects()
      _ = try context.all("Person")
      context.processPendingChanges()
      #expect(!manager.canUndo)
      #expect(!context.hasChanges)
    }
  }
}
