// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What a migration may leave for later is left, and done when it is asked for.
@Suite struct DeferredMigrationTests {
  private static let texts = [
    "Car\n  name String\n  price Int32\n  extra String\nOld\n  x String",
    "Car\n  name String\n  price Int32",
  ]
  private static let options = [
    NSMigratePersistentStoresAutomaticallyOption: true,
    NSInferMappingModelAutomaticallyOption: true,
    NSPersistentStoreDeferredLightweightMigrationOptionKey: true,
  ]

  private func isPending(_ coordinator: NSPersistentStoreCoordinator) -> Bool {
    let store = coordinator.persistentStores[0]
    let value = coordinator.metadata(for: store)[
      NSPersistentStoreDeferredLightweightMigrationOptionKey]
    return value as? Bool ?? false
  }

  // R-PSC-630, R-PSC-631
  @Test(arguments: CarStage.types)
  func everythingIsFinishedOnDemand(_ type: String) throws {
    let stage = try CarStage(type, Self.texts)
    try stage.make(1)
    let coordinator = try stage.open(2, options: Self.options)
    try stage.perform(coordinator) { context in
      _ = context.insert("Car", ["name": "c"])
      try context.save()
    }
    try coordinator.finishDeferredLightweightMigration()
    #expect(!isPending(coordinator))
    try coordinator.finishDeferredLightweightMigration()
    stage.close(coordinator)
    #expect(try stage.values(2, "name").count == 3)
    #expect(
      try stage.metadata[NSPersistentStoreDeferredLightweightMigrationOptionKey] == nil)
  }

  // R-PSC-631
  @Test(arguments: CarStage.types)
  func oneTaskAtATimeLeadsToTheEndToo(_ type: String) throws {
    let stage = try CarStage(type, Self.texts)
    try stage.make(1)
    let coordinator = try stage.open(2, options: Self.options)
    var tasks = 0
    while isPending(coordinator) && tasks < 100 {
      try coordinator.finishDeferredLightweightMigrationTask()
      tasks += 1
    }
    #expect(!isPending(coordinator))
    #expect(tasks < 100)
    stage.close(coordinator)
    #expect(try stage.values(2, "name") == ["a", "b"])
  }

  #if SQLite
  // R-PSC-630: tables and columns stay until somebody asks.
  @Test func sqliteLeavesTablesForLater() throws {
    let stage = try CarStage(NSSQLiteStoreType, Self.texts)
    try stage.make(1)
    let coordinator = try stage.open(2, options: Self.options)
    #expect(isPending(coordinator))
    // What a client writes into the metadata does not make it stay.
    let store = coordinator.persistentStores[0]
    coordinator.setMetadata(coordinator.metadata(for: store), for: store)
    try stage.perform(coordinator) { try $0.save() }
    stage.close(coordinator)
    let again = try stage.open(2)
    #expect(isPending(again))
    try again.finishDeferredLightweightMigration()
    #expect(!isPending(again))
    stage.close(again)
  }
  #endif

  // R-PSC-630
  @Test(arguments: CarStage.types)
  func withoutTheOptionNothingIsLeft(_ type: String) throws {
    let stage = try CarStage(type, Self.texts)
    try stage.make(1)
    var options = Self.options
    options[NSPersistentStoreDeferredLightweightMigrationOptionKey] = nil
    let coordinator = try stage.open(2, options: options)
    #expect(!isPending(coordinator))
    try coordinator.finishDeferredLightweightMigrationTask()
    stage.close(coordinator)
  }
}
