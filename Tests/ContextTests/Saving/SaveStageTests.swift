// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Synchronization
import Testing

/// The stages of a save: validating, choosing stores, writing, telling.
@Suite struct SaveStageTests {
  // R-CTX-448
  @Test(arguments: StackKind.all)
  func validatingLoadsNoRelationship(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: RuleModel.make())
    try stack.run { context in
      let members = (1...2).map { context.insert("Member", ["name": "\($0)"]) }
      context.insert("Team", ["title": "t"]).setValue(Set(members), forKey: "members")
      try context.save()
    }
    try stack.run { context in
      let team = try context.only("Team")
      team.setValue("new", forKey: "title")
      #expect(team.hasFault(forRelationshipNamed: "members"))
      try context.save()
      #expect(team.hasFault(forRelationshipNamed: "members"))
      let third = context.insert("Member", ["name": "3"])
      team.mutableSetValue(forKey: "members").addObjects(
        from: [third, context.insert("Member", ["name": "4"])])
      let error = failure { try context.save() }
      #expect(error?.code == .validationRelationshipExceedsMaximumCount)
      third.setValue(nil, forKey: "team")
      try context.save()
      #expect(team.objects("members").count == 3)
    }
  }

  // R-CTX-448, 451
  @Test(arguments: StackKind.everyStore)
  func transientChangesAreValidatedToo(_ kind: StackKind) throws {
    try Stack.withAda(kind).run { context in
      let car = try context.onlyRecord("Car")
      car.setValue(5, forKey: "currentDrivingSpeed")
      car.actions["validateForUpdate"] = { car in
        if car.value(forKey: "currentDrivingSpeed") as? Int == 5 {
          throw CocoaError(.managedObjectValidation)
        }
      }
      #expect(failure { try context.save() }?.code == .managedObjectValidation)
      #expect(car.value(forKey: "currentDrivingSpeed") as? Int == 5)
      #expect(car.isUpdated)
      car.setValue(6, forKey: "currentDrivingSpeed")
      try context.save()
      #expect(car.value(forKey: "currentDrivingSpeed") as? Int == 6)
    }
  }

  // R-CTX-563, 858
  @Test(arguments: StackKind.everyStore)
  func unprocessedChangesAreToldBeforeTheSaveIs(_ kind: StackKind) throws {
    try Stack.road(kind).run { context in
      context.person("Ada")
      let log = NotificationLog(context)
      try context.save()
      let names = log.notes.map { $0.name }
      let change = names.firstIndex(of: .NSManagedObjectContextObjectsDidChange)
      let save = names.firstIndex(of: .NSManagedObjectContextDidSave)
      #expect(try #require(change) < #require(save))
      #expect(names.filter { $0 == .NSManagedObjectContextObjectsDidChange }.count == 1)
    }
  }

  // R-CTX-582, 136
  @Test(arguments: StackKind.singles, StackKind.singles)
  func aNewObjectGoesToTheFirstStoreThatTakesIt(_ first: StackKind, _ second: StackKind) throws {
    let stack = try Stack.road(
      StackKind(
        name: "three",
        stores: [(first.stores[0].type, "Notes"), (second.stores[0].type, nil)] + first.stores))
    let stores = stack.coordinator.persistentStores
    try stack.run { context in
      let (note, ada) = (context.record("Note"), context.person("Ada"))
      try context.save()
      #expect(note.objectID.persistentStore === stores[0])
      #expect(ada.objectID.persistentStore === stores[1])
      let grace = context.person("Grace")
      context.assign(grace, to: stores[2])
      let car = context.car("G1", values: ["owner": grace])
      try context.save()
      #expect(car.objectID.persistentStore === stores[2])
      let other = context.car("A1", values: ["owner": ada])
      try context.save()
      #expect(other.objectID.persistentStore === stores[1])
    }
  }

  // R-CTX-582
  @Test(arguments: StackKind.singles)
  func anEntityThatNoStoreTakesFailsTheSave(_ kind: StackKind) throws {
    let stack = try Stack.road(
      StackKind(name: "notes", stores: [(kind.stores[0].type, "Notes")]))
    try stack.run { context in
      let ada = context.person("Ada")
      let error = try #require(failure { try context.save() })
      #expect(error.localizedDescription.contains("Person"))
      #expect(ada.isInserted)
      #expect(ada.objectID.isTemporaryID)
      #expect(context.hasChanges)
    }
  }

  // R-CTX-583, 581
  @Test(arguments: StackKind.all)
  func aSaveThatFailsAtTheStoreLeavesInsertionsInserted(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let (double, ada) = (context.car("A1"), context.person("New"))
      double.setValue(ada, forKey: "owner")
      #expect(failure { try context.save() }?.code == .managedObjectConstraintMerge)
      #expect(double.isInserted)
      #expect(ada.isInserted)
      #expect(context.insertedObjects == [double, ada])
      #expect(double.value(forKey: "owner") as? NSManagedObject === ada)
      double.setValue("A2", forKey: "numberPlate")
      try context.save()
      #expect(!ada.isInserted)
      #expect(!ada.objectID.isTemporaryID)
    }
    let counts = try stack.run { [try $0.all("Car").count, try $0.all("Person").count] }
    #expect(counts == [2, 2])
  }

  // R-CTX-585
  @Test(arguments: StackKind.singles.filter(\.isDurable))
  func aReadOnlyStoreTakesNoChanges(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    let store = try #require(stack.coordinator.persistentStores.first)
    store.isReadOnly = true
    try stack.run { context in
      let ada = try context.only("Person")
      ada.setValue("x", forKey: "firstName")
      let error = try #require(failure { try context.save() })
      #expect(error.code.rawValue == 134030 || error.code == .fileWriteNoPermission)
      #expect(ada.isUpdated)
      #expect(ada.string("firstName") == "x")
      context.rollback()
      context.person("New")
      #expect(failure { try context.save() } != nil)
      context.rollback()
      try context.save()
    }
  }

  // R-CTX-591
  @Test(arguments: StackKind.everyStore)
  func ahandlerMaySaveAnotherContext(_ kind: StackKind) throws {
    let stack = try Stack.road(kind)
    let other = stack.context()
    try stack.run { context in
      let token = NotificationCenter.default.addObserver(
        forName: .NSManagedObjectContextDidSave, object: context, queue: nil
      ) { _ in
        other.performAndWait {
          _ = other.record("Note")
          try? other.save()
        }
      }
      defer { NotificationCenter.default.removeObserver(token) }
      context.person("Ada")
      try context.save()
      #expect(try context.all("Note").count == 1)
      #expect(!other.hasChanges)
    }
  }

  // R-CTX-357, 590
  @Test(arguments: StackKind.everyStore)
  func savingFromAHandlerWithinASaveFailsAlone(_ kind: StackKind) throws {
    let stack = try Stack.road(kind)
    try stack.run { context in
      let codes = Mutex<[Int]>([])
      let token = NotificationCenter.default.addObserver(
        forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
      ) { note in
        let inner = failure { try (note.object as? NSManagedObjectContext)?.save() }
        codes.withLock { $0.append(inner?.code.rawValue ?? 0) }
      }
      defer { NotificationCenter.default.removeObserver(token) }
      context.person("Ada")
      try context.save()
      #expect(codes.withLock { $0 }.contains(132_001))
      #expect(!context.hasChanges)
    }
    #expect(try stack.run { try $0.all("Person").count } == 1)
  }

  // R-CTX-864, 351
  @Test(arguments: StackKind.everyStore)
  func whatAHandlerChangesIsToldInAFurtherPass(_ kind: StackKind) throws {
    try Stack.road(kind).run { context in
      let log = NotificationLog(context)
      let token = NotificationCenter.default.addObserver(
        forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
      ) { note in
        guard let context = note.object as? NSManagedObjectContext else { return }
        if context.insertedObjects.count < 3 { context.person("More") }
        context.processPendingChanges()
      }
      defer { NotificationCenter.default.removeObserver(token) }
      context.person("Ada")
      context.processPendingChanges()
      let changes = log.notes(.NSManagedObjectContextObjectsDidChange)
      #expect(changes.count == 3)
      #expect(context.insertedObjects.count == 3)
      let counts = changes.map { $0.objects(NSInsertedObjectsKey).count }
      #expect(counts == [1, 1, 1])
    }
  }

  // R-CTX-586, 609, 285
  @Test(arguments: StackKind.everyStore)
  func onlyDifferencesMakeANewVersion(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let (ada, car) = (try context.onlyRecord("Person"), try context.onlyRecord("Car"))
      car.setValue("Fiat", forKey: "maker")
      ada.setValue(ada.string("firstName"), forKey: "firstName")
      let log = NotificationLog(context)
      try stack.elsewhere("Car", ["model": "Panda"])
      try context.save()
      let updated = log.notes(.NSManagedObjectContextDidSave).first?.objects(NSUpdatedObjectsKey)
      #expect(updated == [ada, car])
      context.refreshAllObjects()
      #expect(car.string("model") == "Panda")
      context.car("B1", values: ["owner": ada])
      let version = try stack.run { other in
        let theirs = try other.onlyRecord("Person")
        _ = theirs.string("firstName")
        try context.save()
        theirs.setValue("x", forKey: "firstName")
        let conflict = failure { try other.save() }?.userInfo["conflictList"] as? [NSMergeConflict]
        return (conflict?.first?.oldVersionNumber, conflict?.first?.newVersionNumber)
      }
      #expect(version.0 == 1)
      #expect(version.1 == 2)
    }
  }

  // R-CTX-619
  @Test(arguments: StackKind.everyStore)
  func whatAPolicyChangedIsValidatedAgain(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let car = try context.onlyRecord("Car")
      car.setValue("Mine", forKey: "maker")
      try stack.elsewhere("Car", ["model": "Panda"])
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      try context.save()
      #expect(car.count("validateForUpdate") == 2)
      #expect(car.count("willSave") == 1)
      car.setValue("Again", forKey: "maker")
      try stack.elsewhere("Car", ["model": "Forbidden"])
      car.actions["validateForUpdate"] = { car in
        if car.string("model") == "Forbidden" { throw CocoaError(.managedObjectValidation) }
      }
      #expect(failure { try context.save() }?.code == .managedObjectValidation)
      #expect(car.string("maker") == "Again")
      #expect(car.isUpdated)
      #expect(car.string("model") == "Panda")
    }
  }

  // R-CTX-852, 854, 857
  @Test(arguments: StackKind.everyStore)
  func theKeysOfNotificationsHaveTheirNames(_ kind: StackKind) throws {
    typealias Key = NSManagedObjectContext.NotificationKey
    let keys: [Key] = [
      .insertedObjects, .updatedObjects, .deletedObjects, .refreshedObjects, .invalidatedObjects,
      .invalidatedAllObjects, .insertedObjectIDs, .updatedObjectIDs, .deletedObjectIDs,
      .refreshedObjectIDs, .invalidatedObjectIDs, .queryGeneration,
    ]
    let names = keys.map { $0.rawValue }
    #expect(
      names == [
        "inserted", "updated", "deleted", "refreshed", "invalidated", "invalidatedAll",
        "inserted_objectIDs", "updated_objectIDs", "deleted_objectIDs", "refreshed_objectIDs",
        "invalidated_objectIDs", "newQueryGeneration",
      ])
    try Stack.road(kind).run { context in
      let ada = context.person("Ada")
      let log = NotificationLog(context)
      context.processPendingChanges()
      let info = try #require(log.notes.first?.userInfo)
      #expect(info[Key.insertedObjects.rawValue] as? Set<NSManagedObject> == [ada])
      #expect((info[NSInsertedObjectsKey] as? NSSet)?.count == 1)
      try context.save()
      let save = try #require(log.notes(.NSManagedObjectContextDidSave).first?.userInfo)
      #expect(save["managedObjectContext"] != nil)
    }
  }

  // R-CTX-856, 322
  @Test(arguments: StackKind.everyStore)
  func anObjectIsToldUnderOneKey(_ kind: StackKind) throws {
    try Stack.withAda(kind).run { context in
      let (ada, car) = (try context.onlyRecord("Person"), try context.onlyRecord("Car"))
      let log = NotificationLog(context)
      let new = context.person("New")
      new.setValue("x", forKey: "lastName")
      ada.setValue("x", forKey: "firstName")
      car.setValue("x", forKey: "maker")
      context.delete(car)
      context.processPendingChanges()
      let note = try #require(log.notes.first)
      #expect(note.objects(NSInsertedObjectsKey) == [new])
      #expect(note.objects(NSDeletedObjectsKey) == [car])
      #expect(note.objects(NSUpdatedObjectsKey) == [ada])
      #expect(log.notes.count == 1)
      log.forget()
      ada.setValue("y", forKey: "firstName")
      context.refresh(ada, mergeChanges: true)
      context.processPendingChanges()
      #expect(log.notes.first?.objects(NSRefreshedObjectsKey) == [ada])
      #expect(log.notes.first?.objects(NSUpdatedObjectsKey) == [ada])
      log.forget()
      context.refresh(ada, mergeChanges: true)
      ada.setValue("z", forKey: "firstName")
      context.processPendingChanges()
      #expect(log.notes.first?.objects(NSUpdatedObjectsKey) == [ada])
    }
  }

  // R-CTX-860, 853
  @Test(arguments: StackKind.everyStore)
  func aSaveIsToldByItsContextAlone(_ kind: StackKind) throws {
    let stack = try Stack.road(kind)
    let senders = Senders(of: stack.coordinator)
    try stack.run { context in
      context.person("Ada")
      _ = try context.all("Person")
      try context.save()
      #expect(senders.all == [ObjectIdentifier(context)])
      #expect(senders.isOnCallingThread)
    }
  }

  // R-CTX-947, 949
  @Test(arguments: StackKind.everyStore)
  func errorsSayWhatTheyAreAbout(_ kind: StackKind) throws {
    let stack = try Stack.withAda(kind)
    try stack.run { context in
      let bad = context.record("Person", ["firstName": "x"])
      let one = try #require(failure { try context.save() })
      #expect(one.localizedDescription.contains("lastName"))
      bad.setValue(nil, forKey: "firstName")
      let several = try #require(failure { try context.save() })
      #expect(several.code == .validationMultipleErrors)
      #expect(several.localizedDescription.lowercased().contains("multiple"))
      context.delete(bad)
      try context.only("Car").setValue("x", forKey: "maker")
      try stack.elsewhere("Car", ["maker": "y"])
      let merge = try #require(failure { try context.save() })
      #expect(merge.localizedDescription.lowercased().contains("merge"))
      #expect((merge as NSError).domain == NSCocoaErrorDomain)
      #expect((merge as NSError).code == 133020)
    }
  }
}

/// Which contexts of a coordinator post notifications.
private final class Senders: @unchecked Sendable {
  // Sendable: used on the thread of the test alone, which the test checks.
  private(set) var all: Set<ObjectIdentifier> = []
  private(set) var isOnCallingThread = true
  private var tokens: [any NSObjectProtocol] = []

  init(of coordinator: NSPersistentStoreCoordinator) {
    let thread = ObjectIdentifier(Thread.current)
    tokens = NotificationLog.names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
        [weak self, weak coordinator] note in
        guard let context = note.object as? NSManagedObjectContext,
          context.persistentStoreCoordinator === coordinator
        else { return }
        self?.all.insert(ObjectIdentifier(context))
        if ObjectIdentifier(Thread.current) != thread { self?.isOnCallingThread = false }
      }
    }
  }

  deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }
}
