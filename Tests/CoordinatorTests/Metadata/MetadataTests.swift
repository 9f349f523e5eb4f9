// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

@testable import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What a store knows about itself.
@Suite struct MetadataTests {
  private let place: Workplace

  init() throws { place = try Workplace(keepsConstraints: false) }

  private static func count(_ counter: Int, in coordinator: NSPersistentStoreCoordinator) {
    coordinator.setMetadata(["counter": counter], for: coordinator.persistentStores[0])
  }

  /// What is in the file.
  private func stored(_ type: String) throws -> [String: Any] {
    try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: place.url())
  }

  // R-PSC-480, R-PSC-361
  @Test(arguments: Workplace.types + [NSInMemoryStoreType])
  func aStoreHasTheAutomaticKeys(_ type: String) throws {
    let coordinator = try place.opened(type, configuration: "Notes")
    let store = coordinator.persistentStores[0]
    let metadata = coordinator.metadata(for: store)
    #expect(metadata[NSStoreTypeKey] as? String == type)
    #expect(metadata[NSStoreUUIDKey] as? String == store.identifier)
    #expect(UUID(uuidString: store.identifier) != nil)
    let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data]
    #expect(hashes?.keys.sorted() == ["Note", "Tag"])
    #expect(metadata[NSStoreModelVersionIdentifiersKey] is [Any])
    #expect(metadata["NSStoreModelVersionHashesVersion"] != nil)
    #expect(metadata["NSPersistenceFrameworkVersion"] != nil)
    #expect(metadata[NSPersistentStoreModelVersionChecksumKey] is String)
  }

  // R-PSC-481, R-PSC-482, R-PSC-483
  @Test(arguments: Workplace.types)
  func metadataIsWrittenWithTheNextSave(_ type: String) throws {
    var coordinator = try place.opened(type)
    let store = coordinator.persistentStores[0]
    let uuid = store.identifier
    coordinator.setMetadata(["mine": "kept", NSStoreTypeKey: "Other"], for: store)
    let metadata = coordinator.metadata(for: store)
    #expect(metadata["mine"] as? String == "kept")
    #expect(try stored(type)["mine"] == nil)
    #expect(metadata[NSStoreTypeKey] as? String == type)
    #expect(metadata[NSStoreUUIDKey] as? String == uuid)
    #expect(metadata[NSStoreModelVersionHashesKey] != nil)
    try place.run(coordinator) { try $0.save() }
    #expect(try stored(type)["mine"] as? String == "kept")
    try coordinator.remove(store)
    coordinator = try place.opened(type)
    #expect(coordinator.metadata(for: coordinator.persistentStores[0])["mine"] as? String == "kept")
    coordinator.setMetadata(nil, for: coordinator.persistentStores[0])
    #expect(coordinator.metadata(for: coordinator.persistentStores[0])["mine"] == nil)
  }

  // R-PSC-481, R-PSC-483
  @Test(arguments: Workplace.types + Office.types)
  func metadataThatIsSetDuringASaveIsWrittenByTheNext(_ type: String) throws {
    let coordinator = try place.opened(type)
    Self.count(1, in: coordinator)
    // Another thread may do so at this moment.
    coordinator.observeCommits { _ in Self.count(2, in: coordinator) }
    try place.run(coordinator) { try $0.save() }
    coordinator.observeCommits { _ in }
    #expect(try stored(type)["counter"] as? Int == 1)
    #expect(coordinator.metadata(for: coordinator.persistentStores[0])["counter"] as? Int == 2)
    try place.run(coordinator) { try $0.save() }
    #expect(try stored(type)["counter"] as? Int == 2)
    #expect(!coordinator.hasMetadataChanges)
  }

  // R-PSC-072
  @Test(arguments: Workplace.types)
  func metadataIsWrittenWhenTheStoreIsRemoved(_ type: String) throws {
    func change(_ body: (inout [String: Any]) -> Void) throws -> String? {
      let coordinator = try place.opened(type)
      let store = coordinator.persistentStores[0]
      var metadata = coordinator.metadata(for: store)
      body(&metadata)
      coordinator.setMetadata(metadata, for: store)
      try coordinator.remove(store)
      return store.identifier
    }
    let uuid = try change {
      $0["model"] = 7
      $0["data"] = 11
    }
    #expect(try stored(type)["model"] as? Int == 7)
    #expect(try stored(type)[NSStoreUUIDKey] as? String == uuid)
    let again = try change { $0["model"] = nil }
    #expect(again == uuid)
    #expect(try stored(type)["model"] == nil)
    #expect(try stored(type)["data"] as? Int == 11)
  }

  // R-PSC-072, R-PSC-131
  @Test(arguments: Workplace.types)
  func metadataOfAReadOnlyStoreIsNotWrittenWhenItIsRemoved(_ type: String) throws {
    try place.make(type)
    let before = try place.contents()
    let coordinator = try place.opened(type, options: [NSReadOnlyPersistentStoreOption: true])
    Self.count(1, in: coordinator)
    try coordinator.remove(coordinator.persistentStores[0])
    #expect(try place.contents()["store"] == before["store"])
  }

  // R-PSC-072, R-PSC-111
  @Test(arguments: Workplace.types)
  func metadataOfAStoreThatIsDestroyedIsNotWritten(_ type: String) throws {
    let coordinator = try place.opened(type)
    Self.count(1, in: coordinator)
    coordinator.observeCommits { _ in Issue.record("The store was written.") }
    try coordinator.destroyPersistentStore(at: place.url(), ofType: type)
    #expect(coordinator.persistentStores.isEmpty)
  }

  // R-PSC-072
  @Test(arguments: Office.types)
  func metadataOfAFileIsLostWithoutASave(_ type: String) throws {
    try place.make(type)
    let coordinator = try place.opened(type)
    Self.count(1, in: coordinator)
    try coordinator.remove(coordinator.persistentStores[0])
    #expect(try stored(type)["counter"] == nil)
  }

  // R-PSC-487
  @Test(arguments: Workplace.types + Office.types + [NSInMemoryStoreType])
  func numbersAreReadAsAnyTypeThatTheyFit(_ type: String) throws {
    let coordinator = try place.opened(type)
    let store = coordinator.persistentStores[0]
    let values: [String: Any] = [
      "counter": Int64(7), "ratio": Float(0.5), "flag": true, "list": [Int32(8)],
      "table": ["inner": [UInt8(9)]],
    ]
    coordinator.setMetadata(values, for: store)
    let read = coordinator.metadata(for: store)
    #expect(read["counter"] as? Int == 7)
    #expect(read["counter"] as? Int64 == 7)
    #expect((read["counter"] as? NSNumber)?.intValue == 7)
    #expect(read["ratio"] as? Double == 0.5)
    #expect(read["flag"] as? Bool == true)
    #expect(read["list"] as? [Int] == [8])
    #expect((read["table"] as? [String: Any])?["inner"] as? [Int] == [9])
  }

  // R-PSC-487
  @Test(arguments: Workplace.types)
  func everyPropertyListTypeSurvives(_ type: String) throws {
    let values: [String: Any] = [
      "text": "a", "number": 5, "ratio": 1.5, "flag": true,
      "date": Date(timeIntervalSinceReferenceDate: 1000), "data": Data([1, 2]),
      "list": [1, 2], "table": ["k": "v"],
    ]
    var coordinator = try place.opened(type)
    coordinator.setMetadata(values, for: coordinator.persistentStores[0])
    try place.run(coordinator) { try $0.save() }
    try coordinator.remove(coordinator.persistentStores[0])
    coordinator = try place.opened(type)
    let read = coordinator.metadata(for: coordinator.persistentStores[0])
    for (key, value) in values {
      #expect((read[key] as? NSObject) == (value as? NSObject), "\(key)")
    }
  }

  // R-PSC-484, R-PSC-485
  @Test(arguments: Workplace.types)
  func metadataIsReadAndWrittenWithoutAStack(_ type: String) throws {
    try place.make(type)
    var metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      ofType: type, at: place.url())
    #expect(metadata[NSStoreTypeKey] as? String == type)
    metadata["mine"] = "static"
    try NSPersistentStoreCoordinator.setMetadata(
      metadata, forPersistentStoreOfType: type, at: place.url())
    let again = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      type: NSPersistentStore.StoreType(rawValue: type), at: place.url())
    #expect(again["mine"] as? String == "static")
    let coordinator = try place.opened(type)
    let store = coordinator.persistentStores[0]
    #expect(coordinator.metadata(for: store)["mine"] as? String == "static")
    #expect(store.identifier == metadata[NSStoreUUIDKey] as? String)
    let count = try place.run(coordinator) { try $0.all("Note").count }
    #expect(count == 1)
  }

  // R-PSC-485
  @Test(arguments: Workplace.types)
  func readingTheMetadataOfAMissingFileMakesNone(_ type: String) throws {
    let error = failure {
      _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: place.url())
    }
    #expect(error?.code == .fileReadNoSuchFile)
    #expect(try place.contents().isEmpty)
  }

  // R-PSC-485
  @Test(arguments: Workplace.types)
  func readingMetadataChangesNoByte(_ type: String) throws {
    try place.make(type)
    let before = try place.contents()
    _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: place.url())
    #expect(try place.contents()["store"] == before["store"])
  }

  // R-PSC-372
  @Test func metadataOfAStoreInMemoryLivesWithIt() throws {
    let coordinator = try place.opened(NSInMemoryStoreType)
    let store = coordinator.persistentStores[0]
    coordinator.setMetadata(["mine": 1], for: store)
    try place.run(coordinator) { try $0.save() }
    #expect(coordinator.metadata(for: store)["mine"] as? Int == 1)
  }
}
