// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// What is left of saves when the power fails: all that each file has synchronised, no more.
@Suite struct PowerFailureTests {
  /// Two or three SQLite stores, or one with other configurations' entities elsewhere.
  private final class Scene {
    let folder: TemporaryDirectory
    let disk: FaultyDisk
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: GarageModel.make())

    init(_ configurations: [String], options: [AnyHashable: Any]? = nil) throws {
      folder = try TemporaryDirectory()
      disk = FaultyDisk(folder.url)
      for configuration in configurations {
        try coordinator.addPersistentStore(
          ofType: NSSQLiteStoreType, configurationName: configuration,
          at: folder.url.appendingPathComponent("\(configuration).sqlite"), options: options)
      }
    }

    deinit { for store in coordinator.persistentStores { try? coordinator.remove(store) } }

    func save(_ entities: [String]) throws {
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      try context.performAndWait {
        for entity in entities {
          _ = context.insert(entity, entity == "Person" ? ["firstName": "Ada"] : [:])
        }
        try context.save()
      }
    }

    /// How many objects there would be if the power failed now.
    func lasting(_ entities: [String]) throws -> [Int] {
      let other = try TemporaryDirectory()
      try disk.writeLasting(to: other.url)
      let copy = NSPersistentStoreCoordinator(managedObjectModel: GarageModel.make())
      for store in coordinator.persistentStores {
        let name = try #require(store.url).lastPathComponent
        try copy.addPersistentStore(
          ofType: NSSQLiteStoreType, configurationName: store.configurationName,
          at: other.url.appendingPathComponent(name), options: nil)
      }
      defer { for store in copy.persistentStores { try? copy.remove(store) } }
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = copy
      return try context.performAndWait { try entities.map { try context.all($0).count } }
    }
  }

  // R-PSC-135, R-PSC-142
  @Test func aSetOfStoresIsNeverApart() throws {
    let scene = try Scene(["People", "Notes", "Scratch"])
    for count in 1...4 {
      try scene.save(["Person", "Note", "Draft"])
      #expect(try scene.lasting(["Person", "Note", "Draft"]) == [count, count, count])
    }
    // Also where a save touches one of them.
    try scene.save(["Note"])
    #expect(try scene.lasting(["Person", "Note", "Draft"]) == [4, 5, 4])
  }

  // R-PSC-142
  @Test func aStoreThatIsLeftAloneIsRelaxedAgain() throws {
    let scene = try Scene(["People", "Notes"])
    try scene.save(["Person"])
    try scene.coordinator.remove(scene.coordinator.persistentStores[1])
    try scene.save(["Person"])
    let syncs = scene.disk.syncs("-wal")
    try scene.save(["Person"])
    #expect(scene.disk.syncs("-wal") == syncs)
  }

  // R-PSC-142
  @Test(arguments: [StoreDurability.full, "full"] as [any Sendable])
  func aStoreAloneCanBeAskedForEverySave(_ option: any Sendable) throws {
    let scene = try Scene(["People"], options: [StoreDurabilityOption: option])
    for count in 1...3 {
      try scene.save(["Person"])
      #expect(try scene.lasting(["Person"]) == [count])
    }
  }

  // R-PSC-142
  @Test func aSetCanBeRelaxed() throws {
    let options = [StoreDurabilityOption: StoreDurability.relaxed]
    let scene = try Scene(["People", "Notes"], options: options)
    // A journal's decision is on the disk, whatever was chosen (R-PSC-915).
    scene.coordinator.multiStoreSavePolicy = .prepared
    try scene.save(["Person", "Note"])
    let syncs = scene.disk.syncs("-wal")
    try scene.save(["Person", "Note"])
    #expect(scene.disk.syncs("-wal") == syncs)
    let lasting = try scene.lasting(["Person", "Note"])
    #expect(lasting.allSatisfy { $0 <= 2 })
  }

  // R-PSC-855, R-PSC-915
  @Test func aSetThatIsRelaxedIsNotSetApart() throws {
    let options = [StoreDurabilityOption: StoreDurability.relaxed]
    let scene = try Scene(["People", "Notes"], options: options)
    for count in 1...3 {
      try scene.save(["Person", "Note"])
      #expect(try scene.lasting(["Person", "Note"]) == [count, count])
    }
  }

  // R-PSC-142
  @Test func aDescriptionCarriesTheDurability() throws {
    let description = NSPersistentStoreDescription()
    #expect(description.durability == nil)
    description.durability = .full
    #expect(description.options[StoreDurabilityOption] == NSString(string: "full"))
    let copy = description.copy() as? NSPersistentStoreDescription
    #expect(copy?.durability == .full)
    description.durability = nil
    #expect(description.options[StoreDurabilityOption] == nil)
  }

  // R-PSC-142
  @Test(arguments: StackKind.singles)
  func everyStoreTakesEachDurability(_ kind: StackKind) throws {
    let folder = try TemporaryDirectory()
    for durability in StoreDurability.allCases {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: GarageModel.make())
      let store = try coordinator.addPersistentStore(
        ofType: kind.stores[0].type, configurationName: nil,
        at: folder.url.appendingPathComponent("\(durability)"),
        options: [StoreDurabilityOption: durability])
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      try context.performAndWait {
        _ = context.insert("Note", ["text": "kept"])
        try context.save()
        #expect(try context.all("Note").count == 1)
      }
      try coordinator.remove(store)
    }
  }
}
#endif
