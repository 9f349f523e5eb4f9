// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// A backup is a store like the original.
@Suite struct BackupTests {
  // R-PSC-945
  @Test(arguments: BackupStage.types)
  func aBackupIsAStoreWithTheSameContentAndUUID(_ type: String) async throws {
    let stage = try BackupStage(type)
    try stage.fill()
    try await stage.backUp()
    #expect(try stage.found() == TransferStage.contents)
    let copy = try stage.opened()
    #expect(copy.persistentStores[0].identifier == stage.store.identifier)
    #expect(copy.persistentStores[0].type == stage.backupType)
    BackupStage.close(copy)
    #expect(try stage.stage.found() == TransferStage.contents)
  }

  // R-PSC-945: what lies in a file has the same IDs afterwards
  @Test(arguments: Workplace.types + BackupStage.atomicTypes)
  func objectsKeepTheirIDs(_ type: String) async throws {
    let stage = try BackupStage(type)
    try stage.fill()
    try await stage.backUp()
    let copy = try stage.opened()
    #expect(try stage.uris(copy) == stage.uris(stage.coordinator))
    BackupStage.close(copy)
  }

  // R-PSC-945: restoring is adding the file in the place of the original
  @Test(arguments: BackupStage.fileTypes)
  func aBackupTakesThePlaceOfTheOriginal(_ type: String) async throws {
    let stage = try BackupStage(type)
    try stage.fill()
    try await stage.backUp()
    try stage.stage.place.run(stage.coordinator) { context in
      for note in try context.all("Note") { context.delete(note) }
      try context.save()
    }
    try stage.coordinator.remove(stage.store)
    let restored = try stage.opened()
    #expect(try stage.stage.found(in: restored) == TransferStage.contents)
    try stage.stage.place.run(restored) { context in
      _ = context.insert("Note", ["text": "second"])
      try context.save()
      let notes = try context.all("Note").count
      #expect(notes == 2)
    }
    BackupStage.close(restored)
  }

  // R-PSC-945, 056: with a UUID of its own it is added beside the original
  @Test(arguments: Workplace.types + BackupStage.atomicTypes)
  func aBackupMayBecomeAnotherStore(_ type: String) async throws {
    let stage = try BackupStage(type)
    try stage.fill()
    var options = BackupOptions()
    options.makesNewIdentifier = true
    try await stage.backUp(options: options)
    let added = try stage.coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: stage.url(), options: nil)
    #expect(added.identifier != stage.store.identifier)
    let notes = try stage.stage.place.run(stage.coordinator) { try $0.all("Note").count }
    #expect(notes == 2)
    let hidden = try stage.names().filter { $0.hasPrefix(".copy.") }
    #expect(hidden == [])
  }

  // R-PSC-945
  @Test(arguments: Workplace.types)
  func aCompactBackupIsSmaller(_ type: String) async throws {
    let stage = try BackupStage(type)
    try stage.fill()
    try stage.stage.place.run(stage.coordinator) { context in
      let extra = (0..<4000).map { context.insert("Note", ["text": "a note of some length \($0)"]) }
      try context.save()
      for note in extra { context.delete(note) }
      try context.save()
    }
    try await stage.backUp("plain")
    var options = BackupOptions()
    options.isCompact = true
    try await stage.backUp("compact", options: options)
    let sizes = try ["plain", "compact"].map { try Data(contentsOf: stage.url($0)).count }
    #expect(sizes[1] < sizes[0])
    #expect(try stage.found("compact") == TransferStage.contents)
    #expect(try stage.found("plain") == TransferStage.contents)
  }

  // R-PSC-945: a binary store takes no constraints
  @Test(arguments: Workplace.types)
  func anInMemoryStoreBecomesWhatIsAskedFor(_ type: String) async throws {
    let stage = try TransferStage(NSInMemoryStoreType)
    try stage.fill(stage.context())
    var options = BackupOptions()
    let url = stage.place.url("copy")
    await #expect(throws: CocoaError.self) {
      try await stage.coordinator.backup(stage.store, to: url, options: options)
    }
    options.typeForMemory = NSPersistentStore.StoreType(rawValue: type)
    try await stage.coordinator.backup(stage.store, to: url, options: options)
    let copy = try stage.place.opened(type, "copy")
    #expect(try stage.found(in: copy) == TransferStage.contents)
    #expect(copy.persistentStores[0].identifier == stage.store.identifier)
    BackupStage.close(copy)
  }

  // R-PSC-945: a file that was never saved is backed up all the same
  @Test(arguments: BackupStage.fileTypes)
  func anEmptyStoreHasAnEmptyBackup(_ type: String) async throws {
    let stage = try BackupStage(type)
    try await stage.backUp()
    #expect(try stage.found().isEmpty)
  }

  // R-PSC-945
  @Test(arguments: BackupStage.types)
  func theProgressEndsWithTheBackup(_ type: String) async throws {
    let stage = try BackupStage(type)
    try stage.fill()
    let progress = Progress(totalUnitCount: 1)
    try await stage.backUp(progress: progress)
    #expect(progress.isFinished)
    #expect(progress.fractionCompleted == 1)
  }

  #if SQLite
  // R-PSC-945: external files come along; they are the same on one file system
  @Test(arguments: [[:], ["journal_mode": "DELETE"]])
  func externalFilesComeAlong(_ pragmas: [String: String]) async throws {
    let model = NSManagedObjectModel()
    let picture = GarageModel.attribute("data", .binaryData)
    picture.allowsExternalBinaryDataStorage = true
    model.entities = [GarageModel.entity("Picture", [picture])]
    let place = try Workplace()
    let coordinator = try place.opened(
      NSSQLiteStoreType, "old.store", model: model, options: [NSSQLitePragmasOption: pragmas])
    let data = Data((0..<400_000).map { UInt8(truncatingIfNeeded: $0) })
    try place.run(coordinator) { context in
      _ = context.insert("Picture", ["data": data])
      try context.save()
    }
    let store = coordinator.persistentStores[0]
    try await coordinator.backup(store, to: place.url("new.store"))
    try place.run(coordinator) { context in
      for picture in try context.all("Picture") { context.delete(picture) }
      try context.save()
    }
    try coordinator.remove(store)
    let copy = try place.opened(NSSQLiteStoreType, "new.store", model: model)
    let found = try place.run(copy) { try $0.only("Picture").value(forKey: "data") as? Data }
    #expect(found == data)
    BackupStage.close(copy)
  }
  #endif
}
