// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClientStores
import CoreData
import Foundation
import Testing

/// Types that users register.
struct RegistrationTests {
  /// A store that keeps nothing, of a type that no other test uses.
  private final class NamedStore: NSAtomicStore, @unchecked Sendable {
    static let storeType = "Named \(UUID().uuidString)"

    override var type: String { NamedStore.storeType }

    override func load() throws {}
    override func save() throws { try url.map { try Data("saved".utf8).write(to: $0) } }
    override func newReferenceObject(for object: NSManagedObject) -> Any { UUID() }
    override func newCacheNode(for object: NSManagedObject) -> NSAtomicStoreCacheNode {
      NSAtomicStoreCacheNode(objectID: object.objectID)
    }
    override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] { [:] }
  }

  // R-PSC-040…044, 052
  @Test func aTypeIsKnownFromRegistrationToUnregistration() throws {
    let type = NSPersistentStore.StoreType(rawValue: NamedStore.storeType)
    let url = ClientStores.freshCSV()
    defer { try? FileManager.default.removeItem(at: url) }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ClientModel.make())
    func add() throws -> NSPersistentStore {
      try coordinator.addPersistentStore(type: type, configuration: "Notes", at: url)
    }
    let error = try #require(throws: CocoaError.self) { try add() }
    #expect(error.code == .persistentStoreInvalidType)
    NSPersistentStoreCoordinator.registerStoreClass(NamedStore.self, type: type)
    let registered = NSPersistentStoreCoordinator.registeredStoreTypes
    #expect(registered[type.rawValue] != nil)
    #expect(registered[NSInMemoryStoreType] != nil)
    let store = try add()
    #expect(store is NamedStore)
    NSPersistentStoreCoordinator.registerStoreClass(nil, type: type)
    #expect(NSPersistentStoreCoordinator.registeredStoreTypes[type.rawValue] == nil)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      _ = context.insert("Note", ["text": "n"])
      try context.save()
    }
    try coordinator.remove(store)
    #expect(throws: CocoaError.self) { try add() }
  }

  private func constrained() -> NSPersistentStoreCoordinator {
    ClientStores.register()
    let model = ClientModel.make()
    model.entitiesByName["Note"]?.uniquenessConstraints = [["text"]]
    return NSPersistentStoreCoordinator(managedObjectModel: model)
  }

  // R-PSC-062
  @Test func constraintsThatAnAtomicStoreDoesNotEnforceAreRefused() throws {
    let coordinator = constrained()
    let url = ClientStores.freshCSV()
    let error = try #require(throws: CocoaError.self) {
      try coordinator.addPersistentStore(
        ofType: ClientStack.Kind.csv.rawValue, configurationName: "Notes", at: url)
    }
    #expect(error.code == .coreData)
    try coordinator.addPersistentStore(
      ofType: ClientStack.Kind.csv.rawValue, configurationName: "People", at: url)
  }

  // R-PSC-062
  @Test func constraintsAreTheAffairOfAnIncrementalStoresClass() throws {
    let coordinator = constrained()
    try coordinator.addPersistentStore(
      ofType: ClientStack.Kind.http.rawValue, configurationName: nil,
      at: try ClientStores.freshHTTP())
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      for _ in 0..<2 { _ = context.insert("Note", ["text": "same"]) }
      try context.save()
      #expect(try context.all("Note").count == 2)
    }
    #expect(coordinator.persistentStores.count == 1)
  }
}
