// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// A migration succeeds as a whole, or changes nothing.
@Suite struct TransferFailureTests {
  // R-PSC-104: what is there is replaced as a whole
  @Test(arguments: Workplace.types, Workplace.types)
  func aStoreThatIsThereIsReplaced(there: String, type: String) throws {
    let stage = try TransferStage(TransferStage.types[0])
    try stage.place.make(there, "new")
    try stage.fill(stage.context())
    let store = try stage.migrate(to: type)
    #expect(try stage.found() == TransferStage.contents)
    try stage.coordinator.remove(store)
    #expect(try stage.place.contents().keys.sorted() == ["new"])
    #expect(try stage.found(in: stage.place.opened(type, "new")) == TransferStage.contents)
  }

  #if SQLite
  // R-PSC-104: a log that is there is not taken for the new file's
  @Test func aStoreInUseIsNotReplaced() throws {
    let stage = try TransferStage(TransferStage.types[0])
    try stage.fill(stage.context())
    let user = try stage.place.opened(NSSQLiteStoreType, "new")
    try stage.place.run(user) { context in
      _ = context.insert("Note", ["text": "kept"])
      try context.save()
    }
    let options = [NSPersistentStoreTimeoutOption: 0.1]
    let error = failure { try stage.migrate(to: NSSQLiteStoreType, options: options) }
    #expect(error?.code == .persistentStoreTimeout)
    #expect(stage.coordinator.persistentStores == [stage.store])
    #expect(try stage.found(in: user) == ["kept []"])
    #expect(try stage.found() == TransferStage.contents)
    let names = try stage.place.contents().keys.sorted()
    #expect(names.allSatisfy { $0.hasPrefix("new") })
  }

  // R-PSC-375
  @Test(arguments: [NSSQLiteStoreType], Workplace.types)
  func externalValuesComeAlong(from old: String, to new: String) throws {
    let model = NSManagedObjectModel()
    let picture = GarageModel.attribute("data", .binaryData)
    picture.allowsExternalBinaryDataStorage = true
    model.entities = [GarageModel.entity("Picture", [picture])]
    let place = try Workplace()
    let coordinator = try place.opened(old, "old.store", model: model)
    let data = Data((0..<400_000).map { UInt8(truncatingIfNeeded: $0) })
    try place.run(coordinator) { context in
      _ = context.insert("Picture", ["data": data])
      try context.save()
    }
    for name in ["new.store", "other.store"] {
      try coordinator.migratePersistentStore(
        coordinator.persistentStores[0], to: place.url(name), withType: new)
    }
    try coordinator.remove(coordinator.persistentStores[0])
    let again = try place.opened(new, "other.store", model: model)
    try place.run(again) { context in
      let pictures = try context.all("Picture")
      #expect(pictures.map { $0.value(forKey: "data") as? Data } == [data])
    }
    let hidden = try FileManager.default.contentsOfDirectory(atPath: place.folder.path)
      .filter { $0.hasPrefix("..") || $0.hasPrefix(".other.store") }
    #expect(hidden.isEmpty)
  }
  #endif

  @Test(arguments: Workplace.types)
  func aPlaceThatIsTakenIsRefused(_ type: String) throws {
    let stage = try TransferStage(type)
    let other = try stage.coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: stage.place.url("other"))
    for name in ["old", "other"] {
      let error = failure { try stage.migrate(to: type, name) }
      #expect(error?.code == .persistentStoreOperation)
      #expect(error?.localizedDescription.contains(stage.place.url(name).path) == true)
    }
    #expect(stage.coordinator.persistentStores == [stage.store, other])
  }

  @Test(arguments: Workplace.types)
  func aFolderIsRefused(_ type: String) throws {
    let stage = try TransferStage(type)
    try FileManager.default.createDirectory(
      at: stage.place.url("new"), withIntermediateDirectories: false)
    let error = failure { try stage.migrate(to: type) }
    #expect(error?.code == .persistentStoreOperation)
    #expect(error?.localizedDescription.contains("folder") == true)
  }

  @Test func aForeignStoreIsRefused() throws {
    let stage = try TransferStage(TransferStage.types[0])
    let other = try TransferStage(TransferStage.types[0])
    let error = failure {
      try stage.coordinator.migratePersistentStore(
        other.store, to: stage.place.url(), withType: NSInMemoryStoreType)
    }
    #expect(error?.code == .persistentStoreOperation)
  }

  @Test func anUnknownTypeIsRefused() throws {
    let stage = try TransferStage(TransferStage.types[0])
    let error = failure { try stage.migrate(to: "Punched cards") }
    #expect(error?.code == .persistentStoreInvalidType)
  }

  // MARK: - Progress

  @Test(arguments: TransferStage.types)
  func progressCountsObjects(_ type: String) throws {
    let stage = try TransferStage(type)
    try stage.fill(stage.context())
    let progress = Progress(totalUnitCount: 10)
    progress.becomeCurrent(withPendingUnitCount: 10)
    try stage.migrate(to: type)
    progress.resignCurrent()
    #expect(progress.isFinished)
    #expect(progress.fractionCompleted == 1)
  }

  @Test(arguments: TransferStage.types, Workplace.types)
  func aCancelledMigrationChangesNothing(from old: String, to new: String) throws {
    let stage = try TransferStage(old)
    try stage.fill(stage.context())
    let progress = Progress(totalUnitCount: 1)
    progress.becomeCurrent(withPendingUnitCount: 1)
    progress.cancel()
    let error = failure { try stage.migrate(to: new) }
    progress.resignCurrent()
    #expect(error?.code == .migrationCancelled)
    #expect(stage.coordinator.persistentStores == [stage.store])
    let names = try stage.place.contents().keys.sorted()
    #expect(names.allSatisfy { $0.hasPrefix("old") })
    #expect(try stage.found() == TransferStage.contents)
  }
}
