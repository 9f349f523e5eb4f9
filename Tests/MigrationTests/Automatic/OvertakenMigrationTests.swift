// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

@testable import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Another process migrates the store between the moment when its version was read and that when the model of
/// that version is looked for in it.
@Suite struct OvertakenMigrationTests {
  private static let former = "Car\n  name String!"
  private static let present = "Car\n  name String!\n  seats Int16! = 4"

  private func request(_ store: MigratedStore) -> StoreRequest {
    StoreRequest(
      coordinator: NSPersistentStoreCoordinator(
        managedObjectModel: ModelText(Self.present).model()),
      type: store.type, configuration: nil, url: store.url,
      options: StoreOptionValues([
        NSMigratePersistentStoresAutomaticallyOption: true,
        NSInferMappingModelAutomaticallyOption: true,
      ]))
  }

  // R-PSC-540
  @Test(arguments: MigratedStore.types)
  func aStoreThatAnotherHasMigratedIsOpenedAgain(_ type: String) throws {
    let store = try MigratedStore(type)
    _ = try store.filled(ModelText(Self.former).model(), count: 3)
    let request = request(store)
    let before = try StaticMetadata.read(type: type, at: store.url)
    var openings = 0
    let opened = try request.openMigrating { () throws -> Bool in
      openings += 1
      if openings > 1 { return true }
      try store.use(ModelText(Self.present).model()) { _ in }
      throw request.incompatible(before)
    }
    #expect(opened)
    #expect(openings == 2)
  }

  /// What has not changed is not tried again: the model is missing. // R-PSC-513
  @Test(arguments: MigratedStore.types)
  func aStoreOfAnUnknownVersionIsRefusedAtOnce(_ type: String) throws {
    let store = try MigratedStore(type)
    _ = try store.filled(ModelText(Self.former).model(), count: 3)
    let request = request(store)
    var metadata = try StaticMetadata.read(type: type, at: store.url)
    metadata[NSStoreModelVersionHashesKey] = ["Car": Data([1])]
    try NSPersistentStoreCoordinator.setMetadata(
      metadata, forPersistentStoreOfType: type, at: store.url)
    let stored = try StaticMetadata.read(type: type, at: store.url)
    var openings = 0
    let error = #expect(throws: CocoaError.self) {
      try request.openMigrating { () throws -> Bool in
        openings += 1
        throw request.incompatible(stored)
      }
    }
    #expect(error?.code == .migrationMissingSourceModel)
    #expect(openings == 1)
  }
}
