// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import StoreTestSupport
import Testing

/// Stores that have been saved together, one of which leaves its place: what becomes of the other.
@Suite struct LeavingStoreTests {
  private static let pairs = JournalStage.pairs
  /// Those whose home can be opened at another place while it is added.
  private static let movable = pairs.filter {
    [.sqlite, .lmdb].contains($0.kinds[1 - $0.follower])
  }

  /// Returns the files that a process leaves that is killed after some saves.
  private func killed(_ stage: JournalStage, in directory: URL) throws -> [URL] {
    let folder = directory.appendingPathComponent("stores")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let coordinator = try stage.open(folder)
    let context = stage.context(coordinator)
    return try (1...2).map { number in
      try stage.save(Int64(number), in: context)
      let image = directory.appendingPathComponent("image \(number)")
      try CrashImage.copy(folder, to: image)
      return image
    }
  }

  private func names(_ index: Int, in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasPrefix("store\(index).") }
  }

  private func delete(_ index: Int, in folder: URL) throws {
    for name in try names(index, in: folder) {
      try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
  }

  // MARK: - Homes that leave in order

  // R-PSC-912
  @Test(arguments: pairs)
  func aHomeThatTheNextRunDestroysIsNotMissed(_ stage: JournalStage) throws {
    let directory = try TemporaryDirectory()
    let image = try killed(stage, in: directory.url)[1]
    let (home, follower) = (1 - stage.follower, stage.follower)
    let coordinator = try stage.open(image)
    try coordinator.destroyPersistentStore(
      at: stage.url(home, in: image), ofType: stage.kinds[home].type, options: nil)
    try stage.add(home, in: image, to: coordinator)
    let context = stage.context(coordinator)
    try stage.save(3, in: context, stores: [follower])
    #expect(try stage.last(follower, in: context) == 3)
  }

  // R-PSC-912
  @Test(arguments: pairs)
  func aHomeThatTheNextRunRemovesIsNotMissed(_ stage: JournalStage) throws {
    let directory = try TemporaryDirectory()
    let image = try killed(stage, in: directory.url)[1]
    let (home, follower) = (1 - stage.follower, stage.follower)
    let coordinator = try stage.open(image)
    try coordinator.remove(coordinator.persistentStores[home])
    try delete(home, in: image)
    let context = stage.context(coordinator)
    try stage.save(3, in: context, stores: [follower])
    #expect(try stage.last(follower, in: context) == 3)
  }

  // R-PSC-100, R-PSC-912
  @Test(arguments: pairs)
  func aHomeThatIsMigratedIsNotMissed(_ stage: JournalStage) throws {
    let directory = try TemporaryDirectory()
    let coordinator = try stage.open(directory.url)
    try stage.save(1, in: stage.context(coordinator))
    let home = try #require(coordinator.homeStore)
    try coordinator.migratePersistentStore(
      home, to: directory.url.appendingPathComponent("moved"), options: nil, withType: home.type)
    try delete(1 - stage.follower, in: directory.url)
    let context = stage.context(coordinator)
    try stage.save(2, in: context, stores: [stage.follower])
    #expect(try stage.last(stage.follower, in: context) == 2)
    try stage.save(3, in: context)
    #expect(try stage.last(stage.follower, in: context) == 3)
  }

  // MARK: - Homes elsewhere

  /// The pledge names the place that the home has now, not that of the copy that stayed behind.
  // R-PSC-083, R-PSC-919
  @Test(arguments: movable)
  func aSaveIsCompletedFromWhereTheHomeHasMoved(_ stage: JournalStage) throws {
    let directory = try TemporaryDirectory()
    let folders = ["before", "after", "other"].map { directory.url.appendingPathComponent($0) }
    for folder in folders {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    let (home, follower) = (1 - stage.follower, stage.follower)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: stage.model())
    let store = try stage.add(home, in: folders[0], to: coordinator)
    try stage.add(follower, in: folders[2], to: coordinator)
    let context = stage.context(coordinator)
    try stage.save(1, in: context)
    let place = stage.url(home, in: folders[1])
    try coordinator.replacePersistentStore(
      at: place, destinationOptions: nil, withPersistentStoreFrom: stage.url(home, in: folders[0]),
      sourceOptions: nil, ofType: stage.kinds[home].type)
    try #require(coordinator.setURL(place, for: store))
    coordinator.homeStore = store
    try stage.save(2, in: context)
    let image = directory.url.appendingPathComponent("image")
    try stage.crash(coordinator, at: image, from: folders[2]) { try stage.save(3, in: context) }
    let alone = NSPersistentStoreCoordinator(managedObjectModel: stage.model())
    try stage.add(follower, in: image, to: alone)
    #expect(try stage.last(follower, in: stage.context(alone)) == 3)
  }

  // R-PSC-919
  @Test(arguments: pairs)
  func anOlderCopyOfTheHomeIsNotTakenForIt(_ stage: JournalStage) throws {
    let directory = try TemporaryDirectory()
    let images = try killed(stage, in: directory.url)
    let (home, follower) = (1 - stage.follower, stage.follower)
    try FileManager.default.removeItem(at: directory.url.appendingPathComponent("stores"))
    try delete(home, in: images[1])
    for name in try names(home, in: images[0]) {
      try FileManager.default.moveItem(
        at: images[0].appendingPathComponent(name), to: images[1].appendingPathComponent(name))
    }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: stage.model())
    try stage.add(follower, in: images[1], to: coordinator)
    let context = stage.context(coordinator)
    let error = #expect(throws: StoreRecoveryError.self) {
      try stage.save(3, in: context, stores: [follower])
    }
    guard case .homeUnavailable = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// Nor when it is added beside the follower, and leaves in order: it cannot say what that lacks.
  // R-PSC-912, R-PSC-919
  @Test(arguments: pairs)
  func anOlderCopyOfTheHomeTakesNoPledgeBack(_ stage: JournalStage) throws {
    let directory = try TemporaryDirectory()
    let images = try killed(stage, in: directory.url)
    let (home, follower) = (1 - stage.follower, stage.follower)
    try FileManager.default.removeItem(at: directory.url.appendingPathComponent("stores"))
    try delete(home, in: images[1])
    for name in try names(home, in: images[0]) {
      try FileManager.default.moveItem(
        at: images[0].appendingPathComponent(name), to: images[1].appendingPathComponent(name))
    }
    let coordinator = try stage.open(images[1])
    try coordinator.remove(coordinator.persistentStores[home])
    let context = stage.context(coordinator)
    #expect(throws: StoreRecoveryError.self) {
      try stage.save(3, in: context, stores: [follower])
    }
  }

  // MARK: - Followers

  // R-PSC-100, R-PSC-918
  @Test(arguments: pairs)
  func aStoreThatLacksADecidedSaveIsNotMigratedWithoutIt(_ stage: JournalStage) throws {
    let directory = try TemporaryDirectory()
    let folder = directory.url.appendingPathComponent("stores")
    let image = directory.url.appendingPathComponent("image")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let first = try stage.open(folder)
    let context = stage.context(first)
    try stage.save(1, in: context)
    try stage.crash(first, at: image, from: folder) { try stage.save(2, in: context) }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: stage.model())
    try stage.add(1 - stage.follower, in: image, to: coordinator)
    let store = try stage.add(
      stage.follower, in: image, to: coordinator, options: [NSReadOnlyPersistentStoreOption: true])
    #expect(throws: StoreRecoveryError.self) {
      try coordinator.migratePersistentStore(
        store, to: directory.url.appendingPathComponent("copy"), options: nil, withType: store.type)
    }
    #expect(store.persistentStoreCoordinator === coordinator)
  }

  // R-PSC-484, R-PSC-912
  @Test(arguments: pairs)
  func metadataThatIsSetByURLLeavesTheJournalAlone(_ stage: JournalStage) throws {
    let directory = try TemporaryDirectory()
    let first = try stage.open(directory.url)
    try stage.save(1, in: stage.context(first))
    for store in first.persistentStores { try first.remove(store) }
    for index in stage.kinds.indices {
      try NSPersistentStoreCoordinator.setMetadata(
        ["imported": "2024"], forPersistentStoreOfType: stage.kinds[index].type,
        at: stage.url(index, in: directory.url), options: nil)
    }
    let coordinator = try stage.open(directory.url)
    let imports = coordinator.persistentStores.map {
      coordinator.metadata(for: $0)["imported"] as? String
    }
    #expect(imports == ["2024", "2024"])
    let context = stage.context(coordinator)
    try stage.save(2, in: context, stores: [stage.follower])
    try stage.save(3, in: context)
    #expect(try stage.last(stage.follower, in: context) == 3)
  }
}
