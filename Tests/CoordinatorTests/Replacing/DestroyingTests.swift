// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreInterface
import StoreTestSupport
import Testing

/// What is in a store is taken away.
@Suite struct DestroyingTests {
  // R-PSC-110, 112, 880
  @Test(arguments: ReplacingStage.fileTypes)
  func whatIsThereCountsAsANewStore(_ type: String) throws {
    let stage = try ReplacingStage(type)
    let former = try stage.make("a", note: "first")
    try stage.place.coordinator().destroyPersistentStore(
      at: stage.url("a"), type: NSPersistentStore.StoreType(rawValue: type))
    #expect(try stage.notes(at: "a") == [])
    let present = try stage.make("a", note: "second")
    #expect(present != former)
    #expect(try stage.notes(at: "a") == ["second"])
  }

  // R-PSC-110
  @Test(arguments: ReplacingStage.fileTypes)
  func aCoordinatorWithoutAModelDestroysStores(_ type: String) throws {
    let stage = try ReplacingStage(type)
    try stage.make("a", note: "first")
    let coordinator = NSPersistentStoreCoordinator()
    #expect(coordinator.managedObjectModel.entities.isEmpty)
    try coordinator.destroyPersistentStore(at: stage.url("a"), ofType: type)
    #expect(try stage.notes(at: "a") == [])
  }

  // R-PSC-110
  @Test(arguments: ReplacingStage.fileTypes + [NSInMemoryStoreType])
  func nothingThereIsNoError(_ type: String) throws {
    let stage = try ReplacingStage(type)
    try stage.destroy("a")
    try stage.destroy("a")
    #expect(try stage.place.contents() == [:])
  }

  // R-PSC-110: what cannot be opened goes too
  @Test(arguments: ReplacingStage.fileTypes)
  func damagedFilesGo(_ type: String) throws {
    let stage = try ReplacingStage(type)
    try Data("nonsense".utf8).write(to: stage.url("a"))
    try stage.destroy("a")
    #expect(try stage.notes(at: "a") == [])
    try stage.make("b", note: "first")
    let file = try FileHandle(forUpdating: stage.url("b"))
    try file.seek(toOffset: 64)
    try file.write(contentsOf: Data(repeating: 0xFF, count: 4000))
    try file.close()
    try stage.destroy("b")
    #expect(try stage.notes(at: "b") == [])
  }

  // R-PSC-110
  @Test(arguments: ReplacingStage.fileTypes)
  func anotherTypesStoreStays(_ type: String) throws {
    let stage = try ReplacingStage(type)
    let other = try ReplacingStage(type == NSXMLStoreType ? NSBinaryStoreType : NSXMLStoreType)
    try other.make("a", note: "kept")
    let code = ReplacingStage.code {
      try stage.place.coordinator().destroyPersistentStore(at: other.url("a"), ofType: type)
    }
    #expect(code == 134010)
    #expect(try other.notes(at: "a") == ["kept"])
  }

  // R-PSC-111
  @Test(arguments: ReplacingStage.fileTypes + [NSInMemoryStoreType])
  func aStoreOfTheCoordinatorIsRemovedFirst(_ type: String) throws {
    let stage = try ReplacingStage(type)
    let coordinator = try stage.open("a")
    let store = coordinator.persistentStores[0]
    try stage.make("a", note: "first", in: coordinator)
    let log = CoordinatorLog([coordinator, store])
    try stage.destroy("a", by: coordinator)
    #expect(coordinator.persistentStores == [])
    #expect(
      log.names == [
        .NSPersistentStoreCoordinatorWillRemoveStore, .NSPersistentStoreCoordinatorStoresDidChange,
      ])
    try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: stage.url("a"), options: nil)
    #expect(try stage.notes(coordinator) == [])
  }

  #if LMDB
  // R-PSC-113
  @Test func aFileThatNobodyHasOpenIsRemoved() throws {
    let stage = try ReplacingStage(LMDBStoreType)
    try stage.make("a", note: "first")
    try stage.destroy("a")
    #expect(try FileManager.default.contentsOfDirectory(atPath: stage.place.folder.path) == [])
    let coordinator = try stage.open("a")
    let before = try FileManager.default.attributesOfItem(atPath: stage.url("a").path)
    try stage.destroy("a")
    let after = try FileManager.default.attributesOfItem(atPath: stage.url("a").path)
    #expect(before[.systemFileNumber] as? Int == after[.systemFileNumber] as? Int)
    BackupStage.close(coordinator)
    #expect(try stage.notes(at: "a") == [])
  }
  #endif

  // R-PSC-843
  @Test(arguments: ReplacingStage.engineTypes)
  func anotherCoordinatorIsTold(_ type: String) throws {
    let stage = try ReplacingStage(type)
    let coordinator = try stage.open("a")
    try stage.make("a", note: "first", in: coordinator)
    try stage.destroy("a")
    #expect(ReplacingStage.code { _ = try stage.notes(coordinator) } == 134070)
    #expect(ReplacingStage.code { try stage.make("a", note: "x", in: coordinator) } == 134070)
    // Also when there is a store again.
    #expect(try stage.notes(at: "a") == [])
    #expect(ReplacingStage.code { _ = try stage.notes(coordinator) } == 134070)
    try coordinator.remove(coordinator.persistentStores[0])
    try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: stage.url("a"), options: nil)
    #expect(try stage.notes(coordinator) == [])
  }

  // R-PSC-107, 110, 843: another process has it open
  @Test(arguments: ReplacingStage.engineTypes)
  func anotherProcessMayDestroyAndReplace(_ type: String) async throws {
    let stage = try ReplacingStage(type)
    let coordinator = try stage.open("a")
    try stage.make("a", note: "first", in: coordinator)
    let (url, name) = (stage.url("a"), type)
    await #expect(processExitsWith: .success) { [url = url as URL, name = name as String] in
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: GarageModel.make())
      try coordinator.destroyPersistentStore(at: url, ofType: name)
    }
    #expect(ReplacingStage.code { _ = try stage.notes(coordinator) } == 134070)
    BackupStage.close(coordinator)
    let other = try stage.open("a")
    try stage.make("a", note: "second", in: other)
    try stage.replace("b", with: "a")
    try stage.make("a", note: "third", in: other)
    await #expect(processExitsWith: .success) { [url = url as URL, name = name as String] in
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: GarageModel.make())
      try coordinator.replacePersistentStore(
        at: url,
        withPersistentStoreFrom: url.deletingLastPathComponent().appendingPathComponent("b"),
        ofType: name)
    }
    #expect(try stage.notes(other) == ["second"])
  }

  // R-PSC-110, 111, 133: locks are waited for, and overridden where that is wanted
  @Test(arguments: ReplacingStage.engineTypes)
  func locksAreHonouredUnlessForced(_ type: String) throws {
    let stage = try ReplacingStage(type)
    let coordinator = try stage.open("a")
    try stage.make("a", note: "first", in: coordinator)
    try stage.make("b", note: "second")
    let transaction = try coordinator.backend(of: coordinator.persistentStores[0]).beginWrite()
    let short = [NSPersistentStoreTimeoutOption: 0.05]
    #expect(ReplacingStage.code { try stage.destroy("a", options: short) } == 134090)
    #expect(ReplacingStage.code { try stage.replace("a", with: "b", options: short) } == 134090)
    let forced = short.merging([NSPersistentStoreForceDestroyOption: 1]) { $1 }
    try stage.replace("a", with: "b", options: forced)
    transaction.rollback()
    #expect(ReplacingStage.code { _ = try stage.notes(coordinator) } == 134070)
    #expect(try stage.notes(at: "a") == ["second"])
  }
}
