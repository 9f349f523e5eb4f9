// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

@testable import CoreData
import Foundation
import StoreRouting
import StoreTestSupport
import Testing

/// The ways to commit a save over several stores.
@Suite struct SavePolicyTests {
  private static let stage = JournalStage(kinds: [.xml] + JournalStage.available.suffix(2))

  // R-PSC-910
  @Test func thePolicyIsJournaledUnlessChosenOtherwise() {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.stage.model())
    #expect(coordinator.multiStoreSavePolicy == .journaled)
    for policy in MultiStoreSavePolicy.allCases {
      coordinator.multiStoreSavePolicy = policy
      #expect(coordinator.multiStoreSavePolicy == policy)
    }
  }

  // R-PSC-900, R-PSC-901, R-PSC-910
  @Test(arguments: MultiStoreSavePolicy.allCases)
  func everyPolicySaves(_ policy: MultiStoreSavePolicy) throws {
    let directory = try TemporaryDirectory()
    let coordinator = try Self.stage.open(directory.url)
    coordinator.multiStoreSavePolicy = policy
    let context = Self.stage.context(coordinator)
    for number in 1...3 as ClosedRange<Int64> { try Self.stage.save(number, in: context) }
    #expect(try Self.stage.lasts(directory.url) == [3, 3, 3])
  }

  /// The stores have the save one after the other; a crash between them leaves it in the first.
  // R-PSC-901
  @Test func withoutAJournalACrashSplitsASave() throws {
    let directory = try TemporaryDirectory()
    let (folder, image) = (
      directory.url.appendingPathComponent("stores"), directory.url.appendingPathComponent("image")
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let coordinator = try Self.stage.open(folder)
    coordinator.multiStoreSavePolicy = .prepared
    let context = Self.stage.context(coordinator)
    try Self.stage.save(1, in: context)
    coordinator.router.commitHook = { point in
      guard case .didCommit = point, !FileManager.default.fileExists(atPath: image.path) else {
        return
      }
      // Without the image nothing can be opened there.
      try? CrashImage.copy(folder, to: image)
    }
    try Self.stage.save(2, in: context)
    coordinator.router.commitHook = nil
    #expect(try Set(Self.stage.lasts(image)) == [1, 2])
  }

  /// Two contexts save the same object of the last store: the first stores have the save already.
  // R-PSC-900, R-PSC-202
  @Test func inTurnTheFirstKeepWhatTheyHave() throws {
    let directory = try TemporaryDirectory()
    let coordinator = try Self.stage.open(directory.url)
    coordinator.multiStoreSavePolicy = .sequential
    let (one, other) = (Self.stage.context(coordinator), Self.stage.context(coordinator))
    try Self.stage.save(1, in: one)
    #expect(try Self.stage.last(2, in: other) == 1)
    let stale = try #require(
      try other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Account2")).first)
    _ = stale.value(forKey: "last")
    try Self.stage.save(2, in: one)
    stale.setValue(Int64(7), forKey: "last")
    let fresh = NSEntityDescription.insertNewObject(forEntityName: "Account0", into: other)
    fresh.setValue(Int64(9), forKey: "last")
    let error = #expect(throws: CocoaError.self) { try other.save() }
    #expect(error?.code == .persistentStoreIncompleteSave)
    let outcomes = try #require(
      error?.userInfo[StoreSaveOutcomesErrorKey] as? [NSPersistentStore: StoreSaveOutcome])
    let stores = coordinator.persistentStores
    #expect(outcomes == [stores[0]: .committed, stores[2]: .rolledBack])
    #expect(!fresh.hasChanges)
    #expect(stale.hasChanges)
  }

  /// A save that fails before it is decided tells the outcome too.
  // R-PSC-201, R-PSC-203, R-PSC-913
  @Test(arguments: MultiStoreSavePolicy.allCases)
  func aRefusedSaveIsRolledBackEverywhere(_ policy: MultiStoreSavePolicy) throws {
    let directory = try TemporaryDirectory()
    let coordinator = try Self.stage.open(directory.url)
    coordinator.multiStoreSavePolicy = policy
    let context = Self.stage.context(coordinator)
    try Self.stage.save(1, in: context)
    for index in [0, 2] {
      let accounts = NSFetchRequest<NSManagedObject>(entityName: "Account\(index)")
      try context.fetch(accounts).first?.setValue(Int64(2), forKey: "last")
    }
    coordinator.persistentStores[2].isReadOnly = true
    let error = #expect(throws: CocoaError.self) { try context.save() }
    let outcomes =
      error?.userInfo[StoreSaveOutcomesErrorKey] as? [NSPersistentStore: StoreSaveOutcome]
    #expect(outcomes?.count == 2)
    #expect(outcomes.map { Set($0.values) } == [.rolledBack])
    #expect(context.updatedObjects.count == 2)
    #expect(try Self.stage.last(0, in: Self.stage.context(coordinator)) == 1)
    coordinator.persistentStores[2].isReadOnly = false
    try context.save()
    #expect(!context.hasChanges)
  }
}
