// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// A save over several client stores, the second of which refuses when the first has
/// committed already.
@Suite struct SplitSaveTests {
  private struct Refusal: Error, Equatable {}

  /// Two list stores, in the order of their commits, and another that commits after both.
  private struct Scene {
    let place: Workplace
    let coordinator: NSPersistentStoreCoordinator
    let context: NSManagedObjectContext
    let lists: [ListStore]
    let engine: NSPersistentStore

    init(_ type: String) throws {
      let scene = try Scene(place: Workplace(), names: ["Left", "Right"], type: type)
      self.init(scene, lists: scene.lists.sorted { $0.identifier < $1.identifier })
    }

    private init(_ scene: Scene, lists: [ListStore]) {
      (place, coordinator, context) = (scene.place, scene.coordinator, scene.context)
      (self.lists, engine) = (lists, scene.engine)
    }

    private init(place: Workplace, names: [String], type: String) throws {
      ListStore.register()
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Scene.model())
      lists = try names.compactMap { name in
        try coordinator.addPersistentStore(
          ofType: ListStore.storeType, configurationName: name, at: place.url(name)) as? ListStore
      }
      engine = try coordinator.addPersistentStore(
        ofType: type, configurationName: "Engine", at: place.url("Engine"))
      context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      (self.place, self.coordinator) = (place, coordinator)
    }

    private static func model() -> NSManagedObjectModel {
      let model = NSManagedObjectModel()
      let names = ["Left", "Right", "Engine"]
      model.entities = names.map {
        GarageModel.entity($0, [GarageModel.attribute("title", .string)])
      }
      for entity in model.entities {
        model.setEntities([entity], forConfigurationName: entity.name ?? "")
      }
      return model
    }

    /// In the order of their commits.
    var stores: [NSPersistentStore] { lists + [engine] }

    /// The entity of each store.
    var entities: [String] { stores.map(\.configurationName) }

    /// A new object in each store.
    func insert(_ title: String) -> [NSManagedObject] {
      entities.map { context.insert($0, ["title": title]) }
    }

    /// Saves; the second store refuses.
    func refusedSave() -> CocoaError? {
      lists[1].failure = Refusal()
      return failure { try context.save() }
    }

    /// What another context finds, by store.
    func titles() throws -> [[String]] {
      try place.run(coordinator) { context in
        try entities.map { try context.all($0, sortedBy: "title").map { $0.string("title") ?? "" } }
      }
    }

    /// The same after closing everything.
    func reread() throws -> [[String]] {
      for store in coordinator.persistentStores { try coordinator.remove(store) }
      return try Scene(place: place, names: lists.map(\.configurationName), type: engine.type)
        .titles()
    }
  }

  // R-PSC-202
  @Test(arguments: Workplace.types)
  func theErrorNamesWhatIsNotSaved(_ type: String) throws {
    let scene = try Scene(type)
    scene.context.performAndWait {
      let objects = scene.insert("new")
      let error = scene.refusedSave()
      #expect(error?.code == .persistentStoreIncompleteSave)
      let info = error?.userInfo ?? [:]
      #expect(info[NSUnderlyingErrorKey] as? Refusal == Refusal())
      let stores = info[NSAffectedStoresErrorKey] as? [NSPersistentStore]
      #expect(Set(stores ?? []) == Set(scene.stores.dropFirst()))
      let affected = info[NSAffectedObjectsErrorKey] as? [NSManagedObject]
      #expect(Set(affected ?? []) == Set(objects.dropFirst()))
    }
  }

  // R-PSC-203
  @Test(arguments: Workplace.types)
  func newObjectsOfTheStoreThatCommittedAreSaved(_ type: String) throws {
    let scene = try Scene(type)
    try scene.context.performAndWait {
      let objects = scene.insert("new")
      let ids = objects.map(\.objectID)
      _ = scene.refusedSave()
      #expect(!objects[0].isInserted)
      #expect(!objects[0].objectID.isTemporaryID)
      #expect(objects[0].objectID.persistentStore === scene.lists[0])
      #expect(scene.context.object(with: ids[0]) === objects[0])
      #expect(scene.context.object(with: objects[0].objectID) === objects[0])
      for place in 1...2 {
        #expect(objects[place].isInserted)
        #expect(objects[place].objectID == ids[place])
        #expect(scene.context.object(with: ids[place]) === objects[place])
      }
      #expect(scene.context.insertedObjects == Set(objects.dropFirst()))
      #expect(try scene.titles() == [["new"], [], []])
      // The next save writes the rest, and nothing twice.
      try scene.context.save()
      #expect(!scene.context.hasChanges)
      #expect(objects.allSatisfy { !$0.objectID.isTemporaryID })
      #expect(try scene.titles() == [["new"], ["new"], ["new"]])
    }
    #expect(try scene.reread() == [["new"], ["new"], ["new"]])
  }

  // R-PSC-203
  @Test(arguments: Workplace.types)
  func changesAndDeletionsOfTheOthersStayPending(_ type: String) throws {
    let scene = try Scene(type)
    try scene.context.performAndWait {
      let (kept, gone) = (scene.insert("kept"), scene.insert("gone"))
      try scene.context.save()
      let id = gone[0].objectID
      for object in kept { object.setValue("changed", forKey: "title") }
      for object in gone { scene.context.delete(object) }
      #expect(scene.refusedSave()?.code == .persistentStoreIncompleteSave)
      #expect(!kept[0].hasChanges)
      #expect(kept[0].string("title") == "changed")
      #expect(gone[0].managedObjectContext == nil)
      #expect(scene.context.registeredObject(for: id) == nil)
      #expect(scene.context.updatedObjects == Set(kept.dropFirst()))
      #expect(scene.context.deletedObjects == Set(gone.dropFirst()))
      #expect(try scene.titles() == [["changed"], ["gone", "kept"], ["gone", "kept"]])
      // What is pending can be taken back; what is saved is the base of further changes.
      scene.context.rollback()
      #expect(kept.map { $0.string("title") } == ["changed", "kept", "kept"])
      #expect(!scene.context.hasChanges)
      for object in kept { object.setValue("again", forKey: "title") }
      try scene.context.save()
    }
    #expect(try scene.reread() == [["again"], ["again", "gone"], ["again", "gone"]])
  }

  // R-PSC-203
  @Test func theSaveIsAnnouncedWhenItHasSucceeded() throws {
    let scene = try Scene(NSInMemoryStoreType)
    try scene.context.performAndWait {
      let log = NotificationLog(scene.context)
      let objects = scene.insert("new")
      _ = scene.refusedSave()
      #expect(log.notes(.NSManagedObjectContextDidSave).isEmpty)
      try scene.context.save()
      #expect(log.notes(.NSManagedObjectContextDidSave).count == 1)
      withExtendedLifetime(objects) {}
    }
  }

  // R-PSC-203: other contexts are told what they will find in the stores
  @Test func contextsThatMergeAreGivenWhatIsSaved() throws {
    let scene = try Scene(NSInMemoryStoreType)
    let other = NSManagedObjectContext(.privateQueue)
    other.persistentStoreCoordinator = scene.coordinator
    other.automaticallyMergesChangesFromParent = true
    let (entity, rest) = (scene.entities[0], scene.entities[1])
    let objects = try scene.context.performAndWait {
      let objects = scene.insert("old")
      try scene.context.save()
      return objects.map(\.objectID)
    }
    let seen = try other.performAndWait { try [entity, rest].map { try other.only($0) } }
    other.performAndWait { #expect(seen.map { $0.string("title") } == ["old", "old"]) }
    scene.context.performAndWait {
      for id in objects { scene.context.object(with: id).setValue("new", forKey: "title") }
      _ = scene.refusedSave()
    }
    other.performAndWait { #expect(seen.map { $0.string("title") } == ["new", "old"]) }
  }
}
