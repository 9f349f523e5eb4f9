// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Testing

/// Coordinators, stores and their nodes under Apple's names.
@Suite struct StoreSurfaceTests {
  /// A store that notes what it is told.
  private final class NotingStore: NSIncrementalStore {
    nonisolated(unsafe) static var calls: [String] = []

    override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
      ["note": "read"]
    }

    override class func setMetadata(
      _ metadata: [String: Any]?, forPersistentStoreAt url: URL
    ) throws {
      calls.append("setMetadata")
    }

    override func loadMetadata() throws {
      let place = url ?? URL(fileURLWithPath: "/")
      metadata = [NSStoreUUIDKey: "\(NotingStore.identifierForNewStore(at: place))"]
      NotingStore.calls.append("loadMetadata")
    }

    override func didAdd(to coordinator: NSPersistentStoreCoordinator) {
      super.didAdd(to: coordinator)
      NotingStore.calls.append("didAdd")
    }

    override func willRemove(from coordinator: NSPersistentStoreCoordinator?) {
      super.willRemove(from: coordinator)
      NotingStore.calls.append("willRemove")
    }
  }

  // R-PSC-367
  @Test func aStoreIsToldOfItsLife() throws {
    let model = NSManagedObjectModel()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let type = NSPersistentStore.StoreType(rawValue: "Noting-\(UUID().uuidString)")
    NSPersistentStoreCoordinator.registerStoreClass(NotingStore.self, type: type)
    defer { NSPersistentStoreCoordinator.registerStoreClass(nil, type: type) }
    let registered = NSPersistentStoreCoordinator.registeredStoreTypes[type.rawValue]
    #expect(registered?.storeClass == NotingStore.self)
    let url = try #require(URL(string: "noting:1"))
    let store = try coordinator.addPersistentStore(type: type, at: url)
    try coordinator.remove(store)
    #expect(NotingStore.calls == ["loadMetadata", "didAdd", "willRemove"])
    NotingStore.calls = []
    let metadata = try NotingStore.metadataForPersistentStore(with: url)
    #expect(metadata["note"] as? String == "read")
    try NotingStore.setMetadata(metadata, forPersistentStoreAt: url)
    #expect(NotingStore.calls == ["setMetadata"])
  }

  // R-PSC-442
  @Test func whatAnIncrementalStoreSaysUnlessItIsOverridden() throws {
    #expect(!NSIncrementalStore.supportsConcurrentRequests)
    #expect(!NSIncrementalStore.enforcesUniquenessConstraints)
    let url = try #require(URL(string: "noting:2"))
    let identifier = "\(NSIncrementalStore.identifierForNewStore(at: url))"
    #expect(UUID(uuidString: identifier) != nil)
    let store = NotingStore(
      persistentStoreCoordinator: nil, configurationName: nil, at: url, options: nil)
    #expect(store.answersExactly(NSFetchRequest<NSManagedObject>(entityName: "Person")))
  }

  // R-PSC-448
  @Test func anIncrementalNodeHasValuesAndAVersion() throws {
    let container = ShoppingContainer()
    let context = container.newBackgroundContext()
    try context.performAndWait {
      let item = ShoppingItem(name: "Milk", in: context)
      try context.save()
      let node = NSIncrementalStoreNode(
        objectID: item.objectID, withValues: ["name": "Tea"], version: 1)
      let name = try #require(item.entity.propertiesByName["name"])
      #expect(node.objectID == item.objectID)
      #expect(node.value(for: name) as? String == "Tea")
      node.update(withValues: ["name": "Milk"], version: 2)
      #expect(node.value(for: name) as? String == "Milk")
      #expect(node.version == 2)
      let cached = NSAtomicStoreCacheNode(objectID: item.objectID)
      cached.propertyCache = ["name": "Milk"]
      #expect(cached.objectID == item.objectID)
      #expect(cached.value(forKey: "name") as? String == "Milk")
    }
  }

  @Test func aCoordinatorIsLockedRecursively() {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: NSManagedObjectModel())
    coordinator.name = "shared"
    #expect(coordinator.name == "shared")
    coordinator.lock()
    #expect(coordinator.tryLock())
    coordinator.unlock()
    coordinator.unlock()
  }

  @Test func aStoreDescriptionIsCopied() throws {
    let original = NSPersistentStoreDescription(url: URL(fileURLWithPath: "/tmp/a.sqlite"))
    let copy = try #require(original.copy() as? NSPersistentStoreDescription)
    #expect(copy.isEqual(original))
    #expect(copy.hash == original.hash)
    copy.type = NSInMemoryStoreType
    #expect(!copy.isEqual(original))
  }

  @Test func aContainerSaysWhatItHas() {
    #expect(ShoppingContainer().description.contains("(name: Shopping; stores: ["))
  }
}
