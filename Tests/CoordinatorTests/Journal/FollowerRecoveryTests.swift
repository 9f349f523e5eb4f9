// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

@testable import CoreData
import Foundation
import StoreRouting
import StoreTestSupport
import Synchronization
import Testing

/// Followers whose commit fails after the save was decided, and copies of different ages.
@Suite struct FollowerRecoveryTests {
  /// The file follows another file or an engine.
  private static let stages = JournalStage.available.map { JournalStage($0, .xml) }

  /// Takes the folder away in which the follower writes, between the home's commit and its own.
  private struct Scene {
    let directory: TemporaryDirectory
    let stage: JournalStage
    let coordinator: NSPersistentStoreCoordinator
    let context: NSManagedObjectContext
    let folder: URL
    let away: URL

    init(_ stage: JournalStage) throws {
      directory = try TemporaryDirectory()
      self.stage = stage
      folder = directory.url.appendingPathComponent("follower")
      away = directory.url.appendingPathComponent("away")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      coordinator = NSPersistentStoreCoordinator(managedObjectModel: stage.model())
      try stage.add(0, in: directory.url, to: coordinator)
      try stage.add(1, in: folder, to: coordinator)
      context = stage.context(coordinator)
      try stage.save(1, in: context)
    }

    var follower: NSPersistentStore { coordinator.persistentStores[1] }

    /// Saves; the follower's commit fails.
    func saveWithoutFollower() throws {
      let home = try #require(coordinator.homeStore).ordinal
      #expect(home == coordinator.persistentStores[0].ordinal)
      let (folder, away) = (folder, away)
      coordinator.router.commitHook = { point in
        // The test fails below if it cannot be moved.
        if point == .didCommit(ordinal: home) {
          try? FileManager.default.moveItem(at: folder, to: away)
        }
      }
      try stage.save(2, in: context)
      coordinator.router.commitHook = nil
    }

    func bringBack() throws { try FileManager.default.moveItem(at: away, to: folder) }
  }

  // R-PSC-950
  @Test(arguments: stages)
  func recoveryIsTold(_ stage: JournalStage) throws {
    let scene = try Scene(stage)
    let log = scene.coordinator.log()
    try scene.saveWithoutFollower()
    let identifier = scene.follower.identifier
    #expect(log.of(.recovery).map { $0.store?.identifier } == [identifier])
    let home = try #require(scene.coordinator.homeStore)
    #expect(try scene.coordinator.statistics(for: home).pendingOutboxCount == 1)
    #expect(try scene.coordinator.statistics(for: scene.follower).recoveryError != nil)
    try scene.bringBack()
    #expect(try stage.last(1, in: scene.context) == 2)
    #expect(log.of(.recovery).count == 2)
    #expect(try scene.coordinator.statistics(for: home).pendingOutboxCount == 0)
    #expect(try scene.coordinator.statistics(for: scene.follower).recoveryError == nil)
  }

  // R-PSC-917
  @Test(arguments: stages)
  func aFollowerWhoseCommitFailsIsCompletedLater(_ stage: JournalStage) throws {
    let scene = try Scene(stage)
    let told = Mutex(0)
    let observer = NotificationCenter.default.addObserver(
      forName: .StoreRecoveryStateDidChange, object: scene.follower, queue: nil
    ) { _ in told.withLock { $0 += 1 } }
    defer { NotificationCenter.default.removeObserver(observer) }
    try scene.saveWithoutFollower()
    #expect(!scene.context.hasChanges)
    #expect(told.withLock { $0 } == 1)
    guard
      case .recovering(let store, let home, _) = scene.coordinator.recoveryError(of: scene.follower)
    else {
      Issue.record("The follower is not recovering.")
      return
    }
    #expect(store == "store1.xml")
    #expect(home == "store0.\(stage.kinds[0].rawValue)")
    // Neither reads nor writes, while the others go on.
    #expect(throws: StoreRecoveryError.self) { try stage.last(1, in: scene.context) }
    #expect(throws: StoreRecoveryError.self) {
      try stage.save(3, in: stage.context(scene.coordinator), stores: [1])
    }
    #expect(try stage.last(0, in: scene.context) == 2)
    try scene.bringBack()
    #expect(try stage.last(1, in: scene.context) == 2)
    #expect(scene.coordinator.recoveryError(of: scene.follower) == nil)
    #expect(told.withLock { $0 } == 2)
    try stage.save(3, in: scene.context)
    #expect(try stage.last(1, in: scene.context) == 3)
  }

  // R-PSC-918
  @Test(arguments: stages)
  func aStoreThatLacksASaveCanBeReadOnDemand(_ stage: JournalStage) throws {
    let scene = try Scene(stage)
    let image = scene.directory.url.appendingPathComponent("image")
    try stage.crash(scene.coordinator, at: image, from: scene.folder) {
      try stage.save(2, in: scene.context)
    }
    // Its home says that it lacks a save, and it may not be written.
    for allows in [false, true] {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: stage.model())
      let home = scene.coordinator.persistentStores[0]
      try stage.add(0, in: scene.directory.url, to: coordinator)
      let store = try stage.add(
        1, in: image, to: coordinator,
        options: [NSReadOnlyPersistentStoreOption: true, AllowStaleReadsOption: allows])
      #expect(coordinator.recoveryError(of: store) != nil)
      #expect(home.identifier == coordinator.persistentStores[0].identifier)
      let context = stage.context(coordinator)
      if allows {
        #expect(try stage.last(1, in: context) == 1)
      } else {
        #expect(throws: StoreRecoveryError.self) { try stage.last(1, in: context) }
      }
    }
  }

  // MARK: - Copies of different ages

  /// A set with copies of it after each save; in order: nothing is owed.
  private func copies(_ stage: JournalStage, _ directory: URL) throws -> [URL] {
    let folder = directory.appendingPathComponent("stores")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let coordinator = try stage.open(folder)
    let context = stage.context(coordinator)
    return try (1...5).map { number in
      try stage.save(Int64(number), in: context)
      let copy = directory.appendingPathComponent("copy \(number)")
      try CrashImage.copy(folder, to: copy)
      return copy
    }
  }

  private func mix(
    _ stage: JournalStage, _ home: URL, _ follower: URL, in directory: URL
  ) throws -> URL {
    let mixed = directory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: mixed, withIntermediateDirectories: true)
    for (source, prefix) in [
      (home, "store\(1 - stage.follower)"), (follower, "store\(stage.follower)"),
    ] {
      for name in try FileManager.default.contentsOfDirectory(atPath: source.path)
      where name.hasPrefix(prefix) {
        try FileManager.default.copyItem(
          at: source.appendingPathComponent(name), to: mixed.appendingPathComponent(name))
      }
    }
    return mixed
  }

  // R-PSC-921
  @Test(arguments: JournalStage.pairs)
  func anOlderFollowerIsBroughtForward(_ stage: JournalStage) throws {
    let directory = try TemporaryDirectory()
    let copies = try copies(stage, directory.url)
    for age in [1, 2] {
      let mixed = try mix(stage, copies[4], copies[4 - age], in: directory.url)
      #expect(try stage.lasts(mixed) == [5, 5], "\(age) saves older")
    }
  }

  // R-PSC-921
  @Test(arguments: JournalStage.pairs)
  func aCopyThatIsTooOldIsNotWritten(_ stage: JournalStage) throws {
    let directory = try TemporaryDirectory()
    let copies = try copies(stage, directory.url)
    let mixed = try mix(stage, copies[4], copies[0], in: directory.url)
    let context = stage.context(try stage.open(mixed))
    #expect(try stage.last(stage.follower, in: context) == 1)
    let error = #expect(throws: StoreRecoveryError.self) { try stage.save(6, in: context) }
    guard case .diverged(let store, let home, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(store.hasPrefix("store\(stage.follower)."))
    #expect(home.hasPrefix("store\(1 - stage.follower)."))
    #expect(try stage.last(stage.follower, in: context) == 1)
    #expect(try stage.last(1 - stage.follower, in: context) == 5)
  }

  // R-PSC-922
  @Test(arguments: JournalStage.pairs)
  func anOlderHomeGoesOnBehindItsFollower(_ stage: JournalStage) throws {
    let directory = try TemporaryDirectory()
    let copies = try copies(stage, directory.url)
    let mixed = try mix(stage, copies[1], copies[4], in: directory.url)
    #expect(try stage.lasts(mixed)[stage.follower] == 5)
    let image = directory.url.appendingPathComponent("image")
    do {
      let coordinator = try stage.open(mixed)
      let context = stage.context(coordinator)
      try stage.crash(coordinator, at: image, from: mixed) { try stage.save(6, in: context) }
    }
    let lasts = try stage.lasts(image)
    #expect(lasts[stage.follower] == 6)
  }

  // R-PSC-004
  @Test func theErrorsAreTold() {
    let errors: [StoreRecoveryError] = [
      .recovering(store: "a", home: "b", reason: "a lacks a save of b"),
      .homeUnavailable(store: "a", home: "b", lastSeen: URL(fileURLWithPath: "/c")),
      .diverged(store: "a", home: "b", reason: "a is older than b"),
    ]
    for (code, error) in zip(1..., errors) {
      let bridged = error as NSError
      #expect(bridged.domain == StoreRecoveryError.errorDomain)
      #expect(bridged.code == code)
      #expect(error.errorDescription?.contains("a") == true)
      #expect(error.localizedDescription == error.errorDescription)
    }
  }
}
