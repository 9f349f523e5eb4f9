// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreInterface
import StoreTestSupport
import Testing

/// The options with which stores are added.
@Suite struct StoreOptionTests {
  // R-PSC-130, R-PSC-010
  @Test func keysAreTheirNames() {
    let keys = [
      NSReadOnlyPersistentStoreOption: "NSReadOnlyPersistentStoreOption",
      NSSQLiteAnalyzeOption: "NSSQLiteAnalyzeOption",
      NSSQLiteManualVacuumOption: "NSSQLiteManualVacuumOption",
      NSPersistentStoreConnectionPoolMaxSizeKey: "NSPersistentStoreConnectionPoolMaxSizeKey",
      NSPersistentStoreForceDestroyOption: "NSPersistentStoreForceDestroyOption",
    ]
    for (key, name) in keys { #expect(key == name) }
    let description = NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
    #expect(description.timeout == 240)
    #expect(!description.isReadOnly)
  }

  // R-PSC-011
  @Test(arguments: [true as any Sendable, 1, Int8(1), 2.0, NSNumber(value: true)])
  func booleansAreReadLeniently(_ value: any Sendable) throws {
    let stage = try ReplacingStage(NSXMLStoreType)
    try stage.make("a", note: "first")
    let coordinator = try stage.open("a", options: [NSReadOnlyPersistentStoreOption: value])
    #expect(coordinator.persistentStores[0].isReadOnly)
  }

  // R-PSC-011, R-PSC-012, R-PSC-066
  @Test(arguments: ReplacingStage.fileTypes)
  func whatIsNotUnderstoodIsKept(_ type: String) throws {
    let stage = try ReplacingStage(type)
    let options: [AnyHashable: Any] = [
      NSReadOnlyPersistentStoreOption: "no Boolean", "unknown": [1, 2],
      NSPersistentStoreFileProtectionKey: "complete", NSPersistentStoreOSCompatibility: 15,
    ]
    let coordinator = try stage.open("a", options: options)
    let store = coordinator.persistentStores[0]
    #expect(!store.isReadOnly)
    #expect(store.options?["unknown"] as? [Int] == [1, 2])
    #expect(store.options?.count == 4)
    try stage.make("a", note: "first", in: coordinator)
  }

  #if SQLite
  // R-PSC-136
  @Test func vacuumingMakesTheFileSmaller() throws {
    let stage = try ReplacingStage(NSSQLiteStoreType)
    let filled = try stage.open("a")
    try stage.place.run(filled) { context in
      for _ in 0..<200 {
        _ = context.insert("Note", ["text": String(repeating: "n", count: 5000)])
      }
      try context.save()
      for note in try context.all("Note") { context.delete(note) }
      try context.save()
    }
    BackupStage.close(filled)
    func size() throws -> Int { try stage.place.contents()["a"]?.count ?? 0 }
    let before = try size()
    BackupStage.close(try stage.open("a"))
    #expect(try size() == before)
    BackupStage.close(try stage.open("a", options: [NSSQLiteManualVacuumOption: true]))
    #expect(try size() < before / 2)
    try stage.make("a", note: "first")
  }

  // R-PSC-136
  @Test func analysingLeavesFigures() throws {
    let stage = try ReplacingStage(NSSQLiteStoreType)
    try stage.make("a", note: "first")
    let name = Data("sqlite_stat1".utf8)
    #expect(try stage.place.contents()["a"]?.range(of: name) == nil)
    BackupStage.close(try stage.open("a", options: [NSSQLiteAnalyzeOption: 1]))
    #expect(try stage.place.contents()["a"]?.range(of: name) != nil)
    #expect(try stage.notes(at: "a") == ["first"])
  }

  // R-PSC-136: what cannot be run is no error
  @Test func upkeepWaitsForNobody() throws {
    let stage = try ReplacingStage(NSSQLiteStoreType)
    let coordinator = try stage.open("a")
    try stage.make("a", note: "first", in: coordinator)
    let transaction = try coordinator.backend(of: coordinator.persistentStores[0]).beginWrite()
    let options = [NSSQLiteManualVacuumOption: true, NSSQLiteAnalyzeOption: true]
    let other = try stage.open("a", options: options)
    transaction.rollback()
    #expect(try stage.notes(other) == ["first"])
  }

  // R-PSC-131, R-PSC-136
  @Test func aReadOnlyStoreIsNotTidied() throws {
    let stage = try ReplacingStage(NSSQLiteStoreType)
    try stage.make("a", note: "first")
    let before = try stage.place.contents()["a"]
    let options = [NSSQLiteAnalyzeOption: true, NSReadOnlyPersistentStoreOption: true]
    BackupStage.close(try stage.open("a", options: options))
    #expect(try stage.place.contents()["a"] == before)
  }

  // R-PSC-139
  @Test func onlySoManyRequestsAreServedAtOnce() throws {
    let stage = try ReplacingStage(NSSQLiteStoreType)
    let coordinator = try stage.open(
      "a",
      options: [
        NSPersistentStoreConnectionPoolMaxSizeKey: 1, NSPersistentStoreTimeoutOption: 0.1,
      ])
    try stage.make("a", note: "first", in: coordinator)
    let transaction = try coordinator.backend(of: coordinator.persistentStores[0]).beginWrite()
    // The thread that has the request goes on.
    #expect(try stage.notes(coordinator) == ["first"])
    let other = OtherThread { ReplacingStage.code { _ = try stage.notes(coordinator) } }
    #expect(try other.value() == 134090)
    transaction.rollback()
    let later = OtherThread { try stage.notes(coordinator) }
    #expect(try later.value() == ["first"])
  }

  // R-PSC-139: an invalid size is none
  @Test(arguments: [0, -1, "many"] as [any Sendable])
  func anInvalidSizeIsTheDefault(_ size: any Sendable) throws {
    let stage = try ReplacingStage(NSSQLiteStoreType)
    let coordinator = try stage.open(
      "a",
      options: [
        NSPersistentStoreConnectionPoolMaxSizeKey: size, NSPersistentStoreTimeoutOption: 0.1,
      ])
    try stage.make("a", note: "first", in: coordinator)
    let transaction = try coordinator.backend(of: coordinator.persistentStores[0]).beginWrite()
    let other = OtherThread { try stage.notes(coordinator) }
    #expect(try other.value() == ["first"])
    transaction.rollback()
  }
  #endif

  // R-PSC-138
  @Test(arguments: ReplacingStage.fileTypes)
  func inferringWithoutMigratingHasNoEffect(_ type: String) throws {
    let stage = try ReplacingStage(type)
    try stage.make("a", note: "first")
    let model = GarageModel.make()
    for entity in model.entities { entity.uniquenessConstraints = [] }
    model.entitiesByName["Note"]?.properties.append(GarageModel.attribute("more", .string))
    let options = [NSInferMappingModelAutomaticallyOption: true]
    let code = ReplacingStage.code {
      _ = try stage.place.opened(type, "a", model: model, options: options)
    }
    #expect(code == 134100)
  }

  // R-PSC-056
  @Test(arguments: ReplacingStage.fileTypes)
  func aCopyMayGetAUUIDOfItsOwn(_ type: String) throws {
    let stage = try ReplacingStage(type)
    let identifier = try stage.make("a", note: "first")
    try stage.replace("b", with: "a")
    let coordinator = try stage.open("a")
    let options = [StoreRegenerateUUIDOption: true]
    let copy = try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: stage.url("b"), options: options)
    let present = try #require(copy.identifier)
    #expect(present != identifier)
    #expect(try stage.notes(coordinator) == ["first", "first"])
    BackupStage.close(coordinator)
    #expect(try stage.identifier("b") == present)
    // One that collides with nothing stays what it is.
    BackupStage.close(try stage.open("b", options: options))
    #expect(try stage.identifier("b") == present)
    #expect(try stage.identifier("a") == identifier)
  }

  // R-PSC-844
  @Test(arguments: ReplacingStage.fileTypes)
  func newFilesAreTheirOwnersUnlessTold(_ type: String) throws {
    let stage = try ReplacingStage(type)
    try stage.make("a", note: "first")
    #expect(try Self.mode(stage.url("a")) == 0o600)
    let shared = try stage.open("b", options: [StoreFileModeOption: 0o640])
    try stage.make("b", note: "first", in: shared)
    #expect(try Self.mode(stage.url("b")) == 0o640)
    for end in ["-wal", "-shm", "-lock"] {
      let beside = stage.url("b\(end)")
      guard FileManager.default.fileExists(atPath: beside.path) else { continue }
      #expect(try Self.mode(beside) == 0o640)
    }
    BackupStage.close(shared)
    // What is there stays as it is.
    BackupStage.close(try stage.open("a", options: [StoreFileModeOption: 0o666]))
    try stage.make("a", note: "second")
    #expect(try Self.mode(stage.url("a")) == 0o600)
  }

  private static func mode(_ url: URL) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    return attributes[.posixPermissions] as? Int ?? 0
  }

  // R-PSC-841
  @Test(arguments: ReplacingStage.engineTypes)
  func networkFileSystemsAreRefused(_ type: String) throws {
    let stage = try ReplacingStage(type)
    let nfs: UInt32 = 0x6969
    NetworkFileSystem.$simulated.withValue(nfs) {
      #expect(ReplacingStage.code { _ = try stage.open("a") } == 134080)
    }
    #expect(try stage.place.contents() == [:])
    guard type == NSSQLiteStoreType else { return }
    let options = [NSSQLitePragmasOption: ["journal_mode": "DELETE"]]
    let coordinator = try NetworkFileSystem.$simulated.withValue(nfs) {
      try stage.open("a", options: options)
    }
    try stage.make("a", note: "first", in: coordinator)
    #expect(try stage.notes(coordinator) == ["first"])
  }
}
