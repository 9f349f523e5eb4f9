// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import StoreTestSupport
import Testing

/// Which store decides, and what becomes of stores without it.
@Suite struct HomeStoreTests {
  private static let stage = JournalStage(kinds: [.xml] + JournalStage.available)

  // R-PSC-911
  @Test func theFirstStoreWithTransactionsIsHome() throws {
    let directory = try TemporaryDirectory()
    let coordinator = try Self.stage.open(directory.url)
    let home = try #require(coordinator.homeStore)
    #if SQLite
    #expect(home.type == "SQLite")
    #elseif LMDB
    #expect(home.type == "LMDB")
    #else
    #expect(home === coordinator.persistentStores.first)
    #endif
    let other = try #require(coordinator.persistentStores.last)
    coordinator.homeStore = other
    #expect(coordinator.homeStore === other)
    other.isReadOnly = true
    #expect(coordinator.homeStore !== other)
    coordinator.homeStore = nil
    #expect(coordinator.homeStore === home)
  }

  // R-PSC-911
  @Test func aStoreInMemoryIsNoHome() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.stage.model())
    try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    #expect(coordinator.homeStore == nil)
  }

  /// The home has the journal though it has no changes of its own.
  // R-PSC-910, R-PSC-911
  @Test func aHomeWithoutChangesDecides() throws {
    let stage = JournalStage(kinds: JournalStage.available + [.xml])
    let directory = try TemporaryDirectory()
    do {
      let coordinator = try stage.open(directory.url)
      coordinator.homeStore = coordinator.persistentStores[0]
      try stage.save(1, in: stage.context(coordinator), stores: [1, 2])
    }
    #expect(try stage.lasts(directory.url)[..<3] == [0, 1, 1])
  }

  // MARK: - A follower without its home

  /// Stops between the commits of home and follower, as a crash would; the files are in a folder.
  private func crash(_ stage: JournalStage, in directory: URL) throws -> URL {
    let (folder, image) = (
      directory.appendingPathComponent("stores"), directory.appendingPathComponent("image")
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let coordinator = try stage.open(folder)
    let context = stage.context(coordinator)
    try stage.save(1, in: context)
    try stage.crash(coordinator, at: image, from: folder) { try stage.save(2, in: context) }
    return image
  }

  private static let pairs = JournalStage.pairs

  /// The follower finds its home beside it and is completed from there.
  // R-PSC-918, R-PSC-919, R-PSC-920
  @Test(arguments: pairs)
  func aFollowerAloneIsCompletedFromItsHomesFile(_ stage: JournalStage) throws {
    let directory = try TemporaryDirectory()
    let image = try crash(stage, in: directory.url)
    let follower = stage.follower
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: stage.model())
    let store = try stage.add(follower, in: image, to: coordinator)
    #expect(coordinator.recoveryError(of: store) == nil)
    let context = stage.context(coordinator)
    #expect(try stage.last(follower, in: context) == 2)
    try stage.save(3, in: context, stores: [follower])
    try coordinator.remove(store)
    #expect(try stage.lasts(image)[follower] == 3)
  }

  // R-PSC-919
  @Test(arguments: pairs)
  func aFollowerWhoseHomeIsGoneCanBeReadOnly(_ stage: JournalStage) throws {
    let directory = try TemporaryDirectory()
    let image = try crash(stage, in: directory.url)
    let follower = stage.follower
    let folder = directory.url.appendingPathComponent("alone")
    try FileManager.default.moveItem(at: directory.url.appendingPathComponent("stores"), to: folder)
    for name in try FileManager.default.contentsOfDirectory(atPath: image.path)
    where name.hasPrefix("store\(1 - follower).") {
      try FileManager.default.removeItem(at: image.appendingPathComponent(name))
    }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: stage.model())
    try stage.add(follower, in: image, to: coordinator)
    let context = stage.context(coordinator)
    #expect(try stage.last(follower, in: context) == 1)
    let error = #expect(throws: StoreRecoveryError.self) {
      try stage.save(2, in: context, stores: [follower])
    }
    guard case .homeUnavailable(let store, _, let lastSeen) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(store == "store\(follower).\(stage.kinds[follower].rawValue)")
    #expect(lastSeen?.lastPathComponent.hasPrefix("store\(1 - follower).") == true)
    #expect(context.hasChanges)
  }

  // R-PSC-919
  @Test(arguments: pairs)
  func aHomeThatIsLostCanBeForgotten(_ stage: JournalStage) throws {
    let directory = try TemporaryDirectory()
    let image = try crash(stage, in: directory.url)
    let follower = stage.follower
    try FileManager.default.removeItem(at: directory.url.appendingPathComponent("stores"))
    for name in try FileManager.default.contentsOfDirectory(atPath: image.path)
    where name.hasPrefix("store\(1 - follower).") {
      try FileManager.default.removeItem(at: image.appendingPathComponent(name))
    }
    for options in [[ForgetHomeOption: true], [:]] {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: stage.model())
      try stage.add(follower, in: image, to: coordinator, options: options)
      let context = stage.context(coordinator)
      let last = try stage.last(follower, in: context)
      try stage.save(last + 1, in: context, stores: [follower])
      #expect(try stage.last(follower, in: context) == last + 1)
    }
  }

  /// Stores that were closed in order owe each other nothing.
  // R-PSC-912
  @Test(arguments: pairs)
  func aFollowerThatWasClosedInOrderNeedsNoHome(_ stage: JournalStage) throws {
    let directory = try TemporaryDirectory()
    let coordinator = try stage.open(directory.url)
    try stage.save(1, in: stage.context(coordinator))
    for store in coordinator.persistentStores { try coordinator.remove(store) }
    let follower = stage.follower
    for name in try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
    where name.hasPrefix("store\(1 - follower).") {
      try FileManager.default.removeItem(at: directory.url.appendingPathComponent(name))
    }
    let alone = NSPersistentStoreCoordinator(managedObjectModel: stage.model())
    try stage.add(follower, in: directory.url, to: alone)
    try stage.save(2, in: stage.context(alone), stores: [follower])
    #expect(try stage.last(follower, in: stage.context(alone)) == 2)
  }
}
