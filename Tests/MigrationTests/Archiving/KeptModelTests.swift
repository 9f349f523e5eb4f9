// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreDataTestSupport
import Foundation
import KeyedArchives
import StoreInterface
import StoreTestSupport
import Testing

@testable import CoreData

/// Stores keep the model with which they were made.
@Suite struct KeptModelTests {
  private let model = ModelText(
    """
    Author
      name String
      books >> Book.author
    Book
      title String!
      author > Author.books
    """
  ).model()

  /// The archive in a store's file, as its type reads it.
  private func archive(_ store: MigratedStore) throws -> Data? {
    switch try StoreRegistry.kind(of: store.type) {
    case .engine(let engine): try engine.readModel(at: store.url)
    case .client(let storeClass):
      try (storeClass as? FileStore.Type)?.modelArchive(at: store.url)
    }
  }

  private func save(_ context: NSManagedObjectContext) throws {
    NSEntityDescription.insertNewObject(forEntityName: "Author", into: context)
      .setValue("A", forKey: "name")
    try context.save()
  }

  // R-PSC-514, R-REQ-122
  @Test(arguments: MigratedStore.types)
  func aNewStoreKeepsItsModel(_ type: String) throws {
    let store = try MigratedStore(type)
    try store.use(model) { try save($0) }
    let kept = try RawDeflate.inflated(#require(try archive(store)))
    #expect(kept == ModelArchiver.archive(of: model))
    #expect(
      try PlainArchive(kept).facts()["Book.author NSDestinationEntity"] == "the entity Author")
  }

  // R-PSC-514
  @Test(arguments: MigratedStore.types)
  func metadataDoNotShowIt(_ type: String) throws {
    let store = try MigratedStore(type)
    try store.use(model) { context in
      try save(context)
      let coordinator = try #require(context.persistentStoreCoordinator)
      let added = try #require(coordinator.persistentStores.first)
      for metadata in [
        coordinator.metadata(for: added),
        try NSPersistentStoreCoordinator.metadataForPersistentStore(
          type: NSPersistentStore.StoreType(rawValue: type), at: store.url),
      ] {
        #expect(!metadata.isEmpty)
        #expect(!metadata.values.contains { $0 is Data })
      }
    }
  }

  // R-PSC-514
  @Test(arguments: MigratedStore.types)
  func settingMetadataLeavesIt(_ type: String) throws {
    let store = try MigratedStore(type)
    try store.use(model) { try save($0) }
    let before = try archive(store)
    let storeType = NSPersistentStore.StoreType(rawValue: type)
    var metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      type: storeType, at: store.url)
    metadata["note"] = "x"
    try NSPersistentStoreCoordinator.setMetadata(metadata, type: storeType, at: store.url)
    #expect(try archive(store) == before)
    #expect(before != nil)
  }

  // R-PSC-514: opening writes nothing.
  @Test(arguments: MigratedStore.types)
  func openingAgainLeavesTheFileAsItIs(_ type: String) throws {
    let store = try MigratedStore(type)
    try store.use(model) { try save($0) }
    try store.use(model) { _ in }
    let before = try store.bytes()
    let other = try #require(model.copy() as? NSManagedObjectModel)
    other.entitiesByName["Book"]?.userInfo = ["hashes": "do not tell"]
    let count = try store.use(other) { context in
      try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Author"))
    }
    #expect(count == 1)
    #expect(try store.bytes() == before)
  }

  // R-PSC-514: a copy into another type has the model too.
  @Test(arguments: MigratedStore.types)
  func whatIsCopiedFromMemoryKeepsIt(_ type: String) throws {
    let target = try MigratedStore(type)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let source = try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    let copy = try coordinator.migratePersistentStore(
      source, to: target.url, type: NSPersistentStore.StoreType(rawValue: type))
    try coordinator.remove(copy)
    #expect(try archive(target) == ModelArchiver.deflatedArchive(of: model))
  }
}
