// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

@testable import CoreData
import Foundation
import StoreInterface
import StoreRouting
import StoreTestSupport
import Testing

/// Histories of stores that are brought in step after a crash: they have what those of the stores
/// have that did not crash. // R-PSC-206, R-PSC-914
@Suite struct RecoveredHistoryTests {
  private static let stages = JournalStage.pairs.filter { stage in
    stage.kinds.allSatisfy { [.sqlite, .lmdb].contains($0) }
  }

  private static func open(
    _ stage: JournalStage, _ folder: URL
  ) throws -> NSPersistentStoreCoordinator {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: stage.model())
    for index in stage.kinds.indices {
      try stage.add(
        index, in: folder, to: coordinator, options: [NSPersistentHistoryTrackingKey: true])
    }
    return coordinator
  }

  private static func histories(
    _ coordinator: NSPersistentStoreCoordinator
  ) throws -> [[HistoryEntry]] {
    try coordinator.persistentStores.map { store in
      var entries: [HistoryEntry] = []
      try coordinator.router.history(HistoryRange(), of: store.ordinal, bounds: { _ in }) {
        entries.append($0)
        return true
      }
      return entries
    }
  }

  private static func context(
    _ stage: JournalStage, _ coordinator: NSPersistentStoreCoordinator
  ) -> NSManagedObjectContext {
    let context = stage.context(coordinator)
    context.transactionAuthor = "author"
    context.name = "context"
    return context
  }

  @Test(arguments: stages)
  func aReplayedSaveLeavesTheEntryThatItWouldHaveLeft(_ stage: JournalStage) throws {
    let directory = try TemporaryDirectory()
    let (folder, image) = (
      directory.url.appendingPathComponent("stores"), directory.url.appendingPathComponent("image")
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let coordinator = try Self.open(stage, folder)
    let context = Self.context(stage, coordinator)
    for number in 1...3 { try stage.save(Int64(number), in: context) }
    try stage.crash(coordinator, at: image, from: folder) { try stage.save(4, in: context) }
    let recovered = try Self.open(stage, image)
    // Reading brings the follower in step.
    let lasts = try stage.kinds.indices.map { index in
      try stage.last(index, in: stage.context(recovered))
    }
    #expect(lasts == [4, 4])
    let histories = try Self.histories(recovered)
    #expect(try Self.histories(coordinator) == histories)
    #expect(histories.map { $0.map(\.transaction.number) } == [[1, 2, 3, 4], [1, 2, 3, 4]])
    #expect(histories[0].map(\.transaction.timestamp) == histories[1].map(\.transaction.timestamp))
    let authors = Set(histories.flatMap { $0 }.map(\.transaction.author))
    #expect(authors == ["author"])
  }

  /// Both stores hold all entities.
  private static func openAlike(
    _ stage: JournalStage, _ folder: URL
  ) throws -> NSPersistentStoreCoordinator {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: stage.model())
    for index in stage.kinds.indices {
      try coordinator.addPersistentStore(
        ofType: stage.kinds[index].type, configurationName: nil, at: stage.url(index, in: folder),
        options: [NSPersistentHistoryTrackingKey: true])
    }
    return coordinator
  }

  /// Batches are recorded as what they did, though they are replayed as rows.
  @Test(arguments: stages)
  func soDoesABatchOverSeveralStores(_ stage: JournalStage) throws {
    let directory = try TemporaryDirectory()
    let (folder, image) = (
      directory.url.appendingPathComponent("stores"), directory.url.appendingPathComponent("image")
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let coordinator = try Self.openAlike(stage, folder)
    let context = Self.context(stage, coordinator)
    for number in 0..<4 {
      let entry = NSEntityDescription.insertNewObject(forEntityName: "Entry0", into: context)
      entry.setValue(number, forKey: "number")
      context.assign(entry, to: coordinator.persistentStores[number % 2])
    }
    try context.save()
    let request = NSBatchUpdateRequest(entityName: "Entry0")
    request.propertiesToUpdate = ["text": "changed"]
    request.isAtomic = true
    try stage.crash(coordinator, at: image, from: folder) { try context.execute(request) }
    let recovered = try Self.openAlike(stage, image)
    let found = try stage.context(recovered)
      .count(for: NSFetchRequest<NSManagedObject>(entityName: "Entry0"))
    #expect(found == 4)
    let histories = try Self.histories(recovered)
    #expect(try Self.histories(coordinator) == histories)
    for history in histories {
      #expect(history.map(\.transaction.number) == [1, 2])
      #expect(history.last?.changes.map(\.kind) == [.update, .update])
    }
  }
}
