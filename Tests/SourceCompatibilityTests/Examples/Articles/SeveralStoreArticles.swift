// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels
import Foundation
import Testing

/// The examples of the articles about several stores, on the Atlas model.
struct SeveralStoreArticles {
  /// Four stores, one for each configuration of the model.
  private final class Atlas {
    let folder: URL
    let coordinator: NSPersistentStoreCoordinator
    let context = NSManagedObjectContext(.privateQueue)
    let user: NSPersistentStore
    let shared: NSPersistentStore

    init() throws {
      ExampleModels.registerClasses()
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("articles-\(UUID().uuidString)")
      let model = try #require(NSManagedObjectModel(contentsOf: ExampleModels.atlas))
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
      // example
      try coordinator.addPersistentStore(
        type: .lmdb, configuration: "Global", at: folder.appendingPathComponent("Global.lmdb"))
      let user = try coordinator.addPersistentStore(
        type: .sqlite, configuration: "User", at: folder.appendingPathComponent("User.sqlite"))
      let shared = try coordinator.addPersistentStore(
        type: .sqlite, configuration: "Shared", at: folder.appendingPathComponent("Shared.sqlite"))
      try coordinator.addPersistentStore(
        ofType: NSInMemoryStoreType, configurationName: "Session", at: nil)
      // example end
      (self.folder, self.coordinator, self.user, self.shared) = (folder, coordinator, user, shared)
      context.persistentStoreCoordinator = coordinator
    }

    // Left over, the folder is among the temporary ones.
    deinit { try? FileManager.default.removeItem(at: folder) }

    func note(in store: NSPersistentStore? = nil) -> Note {
      let note = Note(context: context)
      note.text = "Bring a map"
      note.createdAt = Date()
      if let store { context.assign(note, to: store) }
      return note
    }
  }

  @Test func storesAndRouting() throws {
    let atlas = try Atlas()
    let (context, coordinator, shared) = (atlas.context, atlas.coordinator, atlas.shared)
    // example
    let trip = Trip(context: context)
    trip.name = "Lisbon"
    print(coordinator.explainRoute(for: trip))
    // Trip goes to “User.sqlite”, the only writable store that holds Trip.
    // example end
    #expect(
      coordinator.explainRoute(for: trip)
        == "Trip goes to “User.sqlite”, the only writable store that holds Trip.")
    _ = (atlas.note(), atlas.note(in: shared))
    try context.save()
    // example
    let request = NSFetchRequest<Note>(entityName: "Note")
    let all = try context.fetch(request)  // of User.sqlite and of Shared.sqlite
    request.affectedStores = [shared]
    let ours = try context.fetch(request)
    // example end
    #expect(all.count == 2)
    #expect(ours.count == 1)
  }

  @Test func assigningObjects() throws {
    let atlas = try Atlas()
    let (context, shared, user) = (atlas.context, atlas.shared, atlas.user)
    // example
    let note = Note(context: context)
    note.text = "Bring a map"
    note.createdAt = Date()
    context.assign(note, to: shared)
    try context.save()
    print(note.objectID.persistentStore?.url?.lastPathComponent ?? "")  // Shared.sqlite
    // example end
    #expect(note.objectID.persistentStore === shared)
    // example
    try context.move([note], to: user, relationships: .reject)
    try context.save()
    // example end
    #expect(note.objectID.persistentStore === user)
  }

  @Test func relationshipsThatLeaveAStore() throws {
    let atlas = try Atlas()
    let context = atlas.context
    let trip = Trip(context: context)
    trip.name = "Lisbon"
    context.assign(trip, to: atlas.user)
    atlas.note(in: atlas.shared).trip = trip
    // example
    do {
      try context.save()
    } catch let error as CocoaError where error.code == .managedObjectExternalRelationship {
      for object in error.userInfo[NSAffectedObjectsErrorKey] as? [NSManagedObject] ?? [] {
        print("\(object) has a relationship that leaves its store")
      }
      context.rollback()
    }
    // example end
    #expect(!context.hasChanges)
    #expect(try context.count(for: NSFetchRequest<Note>(entityName: "Note")) == 0)
  }

  @Test func fetchedPropertiesCrossStores() throws {
    let atlas = try Atlas()
    let context = atlas.context
    let portugal = Country(context: context)
    for (key, value) in ["alpha2": "PT", "alpha3": "PRT", "numericCode": "620", "name": "Portugal"]
    {
      portugal.setValue(value, forKey: key)
    }
    try context.save()
    // example
    let stop = Stop(context: context)
    stop.countryCode = "PT"
    try context.save()
    let countries = stop.value(forKey: "country") as? [Country]  // from Global.lmdb
    // example end
    #expect(countries == [portugal])
  }

  @Test func savingAcrossStores() throws {
    let atlas = try Atlas()
    let (context, coordinator) = (atlas.context, atlas.coordinator)
    _ = (atlas.note(in: atlas.user), atlas.note(in: atlas.shared))
    // example
    coordinator.multiStoreSavePolicy = .journaled  // the default
    do {
      try context.save()
    } catch let error as CocoaError {
      let outcomes = error.userInfo[StoreSaveOutcomesErrorKey]
      for (store, outcome) in outcomes as? [NSPersistentStore: StoreSaveOutcome] ?? [:] {
        print("\(store.url?.lastPathComponent ?? ""): \(outcome)")
      }
    }
    // example end
    #expect(coordinator.homeStore === atlas.user)
    #expect(!context.hasChanges)
  }
}
