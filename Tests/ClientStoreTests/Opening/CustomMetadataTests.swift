// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Metadata and identity of client stores.
final class CustomMetadataTests {
  private let url = FileManager.default.temporaryDirectory.appendingPathComponent(
    "list-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: url) }

  private func added() throws -> (NSPersistentStore, NSManagedObjectContext) {
    ListStore.register()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: TapeModel.make())
    let store = try coordinator.addPersistentStore(
      ofType: ListStore.storeType, configurationName: "Library", at: url)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return (store, context)
  }

  // R-PSC-361, 362, 405, 480
  @Test func theAutomaticEntriesAreThereFromTheStart() throws {
    for store in [try added().0, try TapeStack(configuration: "Library").store] {
      let metadata = try #require(store.metadata)
      #expect(metadata[NSStoreTypeKey] as? String == store.type)
      #expect(metadata[NSStoreUUIDKey] as? String == store.identifier)
      let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data]
      #expect(hashes?.keys.sorted() == ["Book", "Shelf", "Tag"])
      #expect(metadata[NSStoreModelVersionIdentifiersKey] is [Any])
      #expect(metadata[NSPersistentStoreModelVersionChecksumKey] is String)
    }
  }

  // R-PSC-441, 482: some stores keep their metadata right after they have set type and UUID
  @Test func aLoadingStoreHasTheModelsHashes() throws {
    let stack = try TapeStack(configuration: "Library")
    let kept = try #require(stack.tape.metadata)
    let hashes = kept[NSStoreModelVersionHashesKey] as? [String: Data]
    #expect(hashes?.keys.sorted() == ["Book", "Shelf", "Tag"])
    let model = stack.coordinator.managedObjectModel
    #expect(model.isConfiguration(withName: "Library", compatibleWithStoreMetadata: kept))
    #expect(kept[NSStoreUUIDKey] as? String == stack.store.identifier)
  }

  // R-PSC-060, 482: hashes that the store has read stay
  @Test func whatALoadingStoreHasKeptIsOfItsModel() throws {
    let tape = try TapeStack().tape
    let model = TapeModel.make()
    model.entitiesByName["Book"]?.properties.append(GarageModel.attribute("note", .string))
    let error = failure { _ = try TapeStack(tape, model: model) }
    #expect(error?.code == .persistentStoreIncompatibleVersionHash)
    _ = try TapeStack(tape)
  }

  // R-PSC-481, 482, 483
  @Test func settingReplacesAllButTheAutomaticEntries() throws {
    let (store, context) = try added()
    let coordinator = try #require(context.persistentStoreCoordinator)
    coordinator.setMetadata(
      ["owner": "Ada", NSStoreTypeKey: "Other", NSStoreUUIDKey: "other"], for: store)
    var metadata = coordinator.metadata(for: store)
    #expect(metadata["owner"] as? String == "Ada")
    #expect(metadata[NSStoreTypeKey] as? String == ListStore.storeType)
    #expect(metadata[NSStoreModelVersionHashesKey] != nil)
    try context.performAndWait { try context.save() }
    metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      ofType: ListStore.storeType, at: url)
    #expect(metadata["owner"] as? String == "Ada")
    #expect(store.identifier != "other")
    #expect(metadata[NSStoreUUIDKey] as? String == "other")
    coordinator.setMetadata(nil, for: store)
    metadata = coordinator.metadata(for: store)
    #expect(metadata["owner"] == nil)
    #expect(metadata[NSStoreTypeKey] as? String == store.type)
  }

  // R-PSC-481, 483
  @Test func metadataThatIsSetDuringASaveIsSavedByTheNext() throws {
    let stack = try TapeStack()
    try stack.run { context in
      stack.coordinator.setMetadata(["counter": 1], for: stack.store)
      // Another thread may do so once the store has written.
      stack.tape.answer = { _ in
        stack.tape.metadata = stack.store.metadata
        stack.coordinator.setMetadata(["counter": 2], for: stack.store)
        return [Any]()
      }
      try context.save()
      stack.tape.answer = nil
      #expect(stack.tape.metadata?["counter"] as? Int == 1)
      try context.save()
      #expect(stack.tape.metadata?["counter"] as? Int == 2)
    }
  }

  // R-PSC-490
  @Test func anotherUUIDCountsFromTheNextTime() throws {
    let (store, context) = try added()
    let identifier = store.identifier
    context.persistentStoreCoordinator?.setMetadata([NSStoreUUIDKey: "other"], for: store)
    try context.performAndWait { try context.save() }
    #expect(store.identifier == identifier)
    try context.persistentStoreCoordinator?.remove(store)
    #expect(try added().0.identifier == "other")
  }

  // R-PSC-487
  @Test func valuesKeepTheirTypes() throws {
    let (store, context) = try added()
    let values: [String: Any] = [
      "text": "a", "number": 7, "date": Date(timeIntervalSinceReferenceDate: 5),
      "data": Data([1, 2]), "list": ["a", 1], "table": ["a": [1]],
    ]
    context.persistentStoreCoordinator?.setMetadata(values, for: store)
    try context.performAndWait { try context.save() }
    let read = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      ofType: ListStore.storeType, at: url)
    for (key, value) in values {
      #expect((read[key] as? NSObject) == (value as? NSObject))
    }
  }

  // R-PSC-487
  @Test func otherValuesAreReported() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let stack = try TapeStack()
      stack.coordinator.setMetadata(["url": URL(fileURLWithPath: "/")], for: stack.store)
    }
    #expect(result?.reports("NSInvalidArgumentException") == true)
  }

  // R-PSC-485
  @Test func metadataOfAMissingFileIsAnError() throws {
    ListStore.register()
    let error = try #require(throws: CocoaError.self) {
      try NSPersistentStoreCoordinator.metadataForPersistentStore(
        ofType: ListStore.storeType, at: url)
    }
    #expect(error.code == .fileReadNoSuchFile)
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  // R-PSC-072, 481
  @Test func unsavedMetadataIsLostWithTheStore() throws {
    let (store, context) = try added()
    try context.performAndWait {
      _ = context.insert("Book", ["title": "A"])
      try context.save()
    }
    context.persistentStoreCoordinator?.setMetadata(["owner": "Ada"], for: store)
    try context.persistentStoreCoordinator?.remove(store)
    #expect(try added().0.metadata["owner"] == nil)
  }

  // R-PSC-363, 364
  @Test func removingTellsTheStoreOnce() throws {
    let stack = try TapeStack()
    nonisolated(unsafe) var told = 0
    let observer = NotificationCenter.default.addObserver(
      forName: .NSPersistentStoreCoordinatorWillRemoveStore, object: stack.store, queue: nil
    ) { _ in told += 1 }
    defer { NotificationCenter.default.removeObserver(observer) }
    try stack.coordinator.remove(stack.store)
    #expect(told == 1)
    #expect(stack.store.persistentStoreCoordinator == nil)
    #expect(throws: CocoaError.self) { try stack.coordinator.remove(stack.store) }
  }

  // R-PSC-363
  @Test func aCoordinatorThatDiesRemovesItsStores() throws {
    let tape = Tape()
    nonisolated(unsafe) var told: [ObjectIdentifier] = []
    let observer = NotificationCenter.default.addObserver(
      forName: .NSPersistentStoreCoordinatorWillRemoveStore, object: nil, queue: nil
    ) { note in
      guard let store = note.object as? TapeStore, store.tape === tape else { return }
      told.append(ObjectIdentifier(store))
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    let store = try TapeStack(tape).store
    #expect(told == [ObjectIdentifier(store)])
    #expect(store.persistentStoreCoordinator == nil)
  }

  // R-PSC-131, 368
  @Test func writabilityMayChangeAtAnyTime() throws {
    let stack = try TapeStack()
    try stack.run { context in
      _ = context.insert("Book", ["title": "A"])
      stack.store.isReadOnly = true
      #expect(throws: CocoaError.self) { try context.save() }
      #expect(stack.tape.records.isEmpty)
      stack.store.isReadOnly = false
      try context.save()
      #expect(stack.tape.records.count == 1)
    }
  }
}
