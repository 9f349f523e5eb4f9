// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Testing

/// Names of options, types and domains.
@Suite struct OptionSurfaceTests {
  @Test func optionsHaveApplesTexts() {
    let options: [(String, String)] = [
      (NSCoreDataCoreSpotlightExporter, "NSCoreDataCoreSpotlightExporter"),
      (NSInferMappingModelAutomaticallyOption, "NSInferMappingModelAutomaticallyOption"),
      (
        NSMigratePersistentStoresAutomaticallyOption, "NSMigratePersistentStoresAutomaticallyOption"
      ),
      (NSPersistentHistoryTrackingKey, "NSPersistentHistoryTrackingKey"),
      (NSPersistentStoreConnectionPoolMaxSizeKey, "NSPersistentStoreConnectionPoolMaxSizeKey"),
      (
        NSPersistentStoreDeferredLightweightMigrationOptionKey,
        "NSPersistentStoreDeferredLightweightMigrationOptionKey"
      ),
      (NSPersistentStoreFileProtectionKey, "NSPersistentStoreFileProtectionKey"),
      (NSPersistentStoreForceDestroyOption, "NSPersistentStoreForceDestroyOption"),
      (NSPersistentStoreOSCompatibility, "NSPersistentStoreOSCompatibility"),
      (
        NSPersistentStoreRemoteChangeNotificationPostOptionKey,
        "NSPersistentStoreRemoteChangeNotificationOptionKey"
      ),
      (
        NSPersistentStoreStagedMigrationManagerOptionKey,
        "NSPersistentStoreStagedMigrationManagerOptionKey"
      ),
      (NSSQLiteAnalyzeOption, "NSSQLiteAnalyzeOption"),
      (NSSQLiteManualVacuumOption, "NSSQLiteManualVacuumOption"),
    ]
    for (option, text) in options { #expect(option == text) }
  }

  @Test func optionsWithoutEffectAreKeptWithTheStore() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: NSManagedObjectModel())
    let options: [AnyHashable: Any] = [
      NSPersistentHistoryTrackingKey: true, NSPersistentStoreOSCompatibility: "14",
      NSSQLiteAnalyzeOption: true,
    ]
    let store = try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: options)
    #expect(store.options?.count == 3)
  }

  @Test func ourOwnNames() {
    #expect(LMDBStoreType == "LMDB")
    #expect(NSPersistentStore.StoreType.lmdb.rawValue == LMDBStoreType)
    #expect(LMDBErrorDomain == "LMDBErrorDomain")
    #expect(LMDBMapSizeOption == "LMDBMapSizeOption")
    #expect(LMDBMaxReadersOption == "LMDBMaxReadersOption")
    #expect(ObjectIDBlockSizeOption == "ObjectIDBlockSizeOption")
    #expect(StoreDurability(rawValue: "full") == .full)
    #expect(StoreExclusiveLockingOption == "StoreExclusiveLockingOption")
  }

  @Test func remoteChangesHaveTheirNames() {
    #expect(
      NSNotification.Name.NSPersistentStoreRemoteChange.rawValue
        == "NSPersistentStoreRemoteChangeNotification")
    #expect(NSPersistentHistoryTokenKey == "historyToken")
    #expect(NSPersistentStoreURLKey == "storeURL")
    #expect(NSUndoCloseGroupingRunLoopOrdering == 350_000)
  }
}
