// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClientStores
import CoreData
import Foundation
import Testing

/// Client stores beside the built-in ones.
struct MixedStackTests {
  private static var builtIn: [String] {
    var types = [NSInMemoryStoreType]
    #if SQLite
    types.append(NSSQLiteStoreType)
    #endif
    #if LMDB
    types.append(LMDBStoreType)
    #endif
    return types
  }

  /// Things in a CSV file, people on a server, notes in a built-in store.
  private struct Mixed {
    let folder: URL
    let coordinator: NSPersistentStoreCoordinator
    let type: String
    let server: URL

    init(
      _ type: String, folder: URL? = nil, server: URL? = nil
    ) throws {
      ClientStores.register()
      self.type = type
      self.folder =
        folder
        ?? FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      self.server = try server ?? ClientStores.freshHTTP()
      coordinator = NSPersistentStoreCoordinator(managedObjectModel: ClientModel.make())
      for (type, configuration, url) in [
        (type, "Notes", self.folder.appendingPathComponent("notes")),
        (CSVStore.storeType, "Things", self.folder.appendingPathComponent("things.csv")),
        (HTTPStore.storeType, "People", self.server),
      ] {
        try coordinator.addPersistentStore(
          ofType: type, configurationName: configuration, at: url)
      }
    }

    func reopened() throws -> Mixed {
      for store in coordinator.persistentStores { try coordinator.remove(store) }
      return try Mixed(type, folder: folder, server: server)
    }

    func run<T>(_ block: (NSManagedObjectContext) throws -> T) throws -> T {
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      return try context.performAndWait { try block(context) }
    }
  }

  // R-PSC-200, 204
  @Test(arguments: builtIn)
  func oneSaveReachesAllStores(_ type: String) throws {
    let mixed = try Mixed(type)
    defer { try? FileManager.default.removeItem(at: mixed.folder) }
    try mixed.run { context in
      let objects = ["Item", "Person", "Note"].map { context.insert($0) }
      try context.save()
      let types = objects.map { $0.objectID.persistentStore?.type ?? "" }
      #expect(types == [CSVStore.storeType, HTTPStore.storeType, type])
      #expect(!context.hasChanges)
      context.delete(objects[0])
      objects[1].setValue("p", forKey: "name")
      try context.save()
    }
    try mixed.reopened().run { context in
      let items = try context.all("Item")
      #expect(items.isEmpty)
      #expect(try context.only("Person").string("name") == "p")
      #expect(try context.all("Note").count == (type == NSInMemoryStoreType ? 0 : 1))
    }
  }

  // R-PSC-202, 901
  @Test(arguments: builtIn)
  func whatAUsersStoreRefusesReachesNoStore(_ type: String) throws {
    let mixed = try Mixed(type)
    defer { try? FileManager.default.removeItem(at: mixed.folder) }
    let file = mixed.folder.appendingPathComponent("things.csv")
    try mixed.run { context in
      _ = context.insert("Item")
      _ = context.insert("Note", ["text": "first"])
      try context.save()
      let bytes = try Data(contentsOf: file)
      try Data("somebody else's".utf8).write(to: file)
      _ = context.insert("Item")
      let note = context.insert("Note", ["text": "second"])
      #expect(throws: CocoaError.self) { try context.save() }
      #expect(note.isInserted)
      #expect(note.objectID.isTemporaryID)
      #expect(try Data(contentsOf: file) == Data("somebody else's".utf8))
      #expect(try mixed.run { try $0.all("Note").count } == 1)
      try bytes.write(to: file)
    }
  }

  // R-PSC-210
  @Test func aRelationshipIntoAnotherStoreIsRefused() throws {
    ClientStores.register()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ClientModel.make())
    let csv = try coordinator.addPersistentStore(
      ofType: CSVStore.storeType, configurationName: nil, at: folder.appendingPathComponent("a"))
    let http = try coordinator.addPersistentStore(
      ofType: HTTPStore.storeType, configurationName: nil, at: try ClientStores.freshHTTP())
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      let item = context.insert("Item")
      context.assign(item, to: csv)
      let box = context.insert("Box", ["items": Set([item])])
      context.assign(box, to: http)
      let error = try #require(throws: CocoaError.self) { try context.save() }
      #expect(error.code == .managedObjectExternalRelationship)
      box.setValue(Set<NSManagedObject>(), forKey: "items")
      try context.save()
      let items = NSFetchRequest<NSManagedObject>(entityName: "Item")
      items.affectedStores = [http]
      #expect(try context.fetch(items).isEmpty)
      #expect(try context.all("Item").count == 1)
    }
  }
}
