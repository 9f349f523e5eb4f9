// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreInterface
import Testing

/// A store's figures.
// R-PSC-950
struct StatisticsTests {
  private func filled(_ stack: Stack) throws -> NSManagedObjectContext {
    let context = stack.context()
    try context.performAndWait {
      for age in 1...5 { _ = context.insert("Person", ["firstName": "P\(age)", "age": age]) }
      try context.save()
    }
    return context
  }

  @Test(arguments: StackKind.everyStore) func rowsAreCountedOnDemand(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    _ = try filled(stack)
    let store = stack.coordinator.persistentStores[0]
    let cheap = try stack.coordinator.statistics(for: store)
    #expect(cheap.rowCounts == nil)
    #expect(cheap.nextNumbers == nil)
    let deep = try stack.coordinator.statistics(for: store, .deep)
    #expect(deep.rowCounts?["Person"] == 5)
    #expect(deep.rowCounts?["Car"] == 0)
    #expect((deep.nextNumbers?["Person"] ?? 0) >= 1)
    #expect(deep.store.identifier == store.identifier)
    if kind.stores.count > 1 { #expect(deep.rowCounts?["Note"] == nil) }
  }

  @Test(arguments: StackKind.all) func workIsCounted(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let store = stack.coordinator.persistentStores[0]
    let before = try stack.coordinator.statistics(for: store)
    #expect(before.saves.count == 0)
    #expect(before.conflictCount == 0)
    let context = try filled(stack)
    try context.performAndWait {
      _ = try context.all("Person")
      _ = try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Person"))
    }
    let after = try stack.coordinator.statistics(for: store)
    #expect(after.saves.count == 1)
    #expect(after.fetches.count == before.fetches.count + 2)
    #expect(after.saves.total > .zero)
    #expect(after.saves.median > .zero)
    #expect(after.fetches.median <= after.fetches.percentile99)
    #expect(after.recoveryError == nil)
    #expect(after.pendingOutboxCount == 0)
  }

  @Test(arguments: StackKind.all) func conflictsAreCounted(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    context.performAndWait {
      for _ in 1...2 { _ = context.insert("Car", ["numberPlate": "same"]) }
      #expect(throws: (any Error).self) { try context.save() }
    }
    let statistics = try stack.coordinator.statistics(for: stack.coordinator.persistentStores[0])
    #expect(statistics.conflictCount == 1)
    #expect(statistics.saves.count == 0)
  }

  @Test(arguments: StackKind.durable) func filesHaveSizes(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    _ = try filled(stack)
    for store in stack.coordinator.persistentStores {
      let bytes = try stack.coordinator.statistics(for: store).bytes
      #expect(bytes.main + bytes.log > 0)
      #expect(bytes.blobs == nil)
    }
  }

  @Test(arguments: StackKind.singles) func noWriteLockIsTaken(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    _ = try filled(stack)
    let store = stack.coordinator.persistentStores[0]
    let writing = try stack.coordinator.backend(of: store).beginWrite()
    defer { writing.rollback() }
    let statistics = try stack.coordinator.statistics(for: store, .deep)
    #expect(statistics.rowCounts?["Person"] == 5)
  }

  @Test(arguments: StackKind.durable) func theLastBackupIsKnown(_ kind: StackKind) async throws {
    let stack = try Stack(kind)
    let store = stack.coordinator.persistentStores[0]
    #expect(try stack.coordinator.statistics(for: store).lastBackup == nil)
    let begin = Date()
    try await stack.coordinator.backup(
      store, to: stack.directory.appendingPathComponent("copy"))
    let end = try #require(try stack.coordinator.statistics(for: store).lastBackup)
    #expect(end >= begin)
  }

  @Test(arguments: StackKind.singles) func anUnknownStoreIsAnError(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let other = try Stack(kind)
    #expect(throws: CocoaError.self) {
      try stack.coordinator.statistics(for: other.coordinator.persistentStores[0])
    }
  }

  @Test(arguments: StackKind.singles) func theHistoryIsMeasured(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    #expect(
      try stack.coordinator.statistics(for: stack.coordinator.persistentStores[0]).history == nil)
    let store = try stack.coordinator.addPersistentStore(
      ofType: kind.stores[0].type, configurationName: nil,
      at: stack.directory.appendingPathComponent("told"),
      options: [NSPersistentHistoryTrackingKey: true])
    let empty = try #require(try stack.coordinator.statistics(for: store).history)
    #expect(empty.transactionCount == 0)
    #expect(empty.oldestDate == nil)
    let begin = Date()
    let context = stack.context()
    try context.performAndWait {
      for rank in 1...3 {
        context.assign(context.insert("Note", ["rank": rank]), to: store)
        try context.save()
      }
    }
    let history = try #require(try stack.coordinator.statistics(for: store).history)
    #expect(history.transactionCount == 3)
    let oldest = try #require(history.oldestDate)
    #expect(oldest.timeIntervalSince(begin) > -1)
  }

  @Test(arguments: StackKind.singles) func pinnedMomentsAreCounted(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let context = try filled(stack)
    let store = stack.coordinator.persistentStores[0]
    let isPinned = stack.coordinator.backend(of: store).capabilities.contains(.queryGenerations)
    try context.performAndWait {
      try context.setQueryGenerationFrom(.current)
      _ = try context.all("Person")
      #expect(
        try stack.coordinator.statistics(for: store).pinnedGenerationCount == (isPinned ? 1 : 0))
      try context.setQueryGenerationFrom(nil)
    }
    #expect(try stack.coordinator.statistics(for: store).pinnedGenerationCount == 0)
  }

  // MARK: - Latencies

  @Test func quantilesAreExactToAnEighth() {
    let histogram = LatencyHistogram()
    for duration in 1...1_000 { histogram.add(Int64(duration) * 1_000) }
    let summary = histogram.summary
    #expect(summary.count == 1_000)
    #expect(summary.nanoseconds == 500_500_000)
    #expect((500_000...562_500).contains(summary.median))
    #expect((990_000...1_113_750).contains(summary.percentile99))
  }

  @Test func theShortestAndTheLongestHaveAPlace() {
    let histogram = LatencyHistogram()
    histogram.add(0)
    #expect(histogram.summary.median == 0)
    histogram.add(.max)
    histogram.add(-5)
    #expect(histogram.summary.count == 3)
    #expect(histogram.summary.percentile99 >= 1 << 40)
  }

  @Test func onlyLongBeginningsAreWaits() {
    let monitor = StoreMonitor()
    monitor.noteBeginning(since: StoreMonitor.time)
    monitor.noteBeginning(since: StoreMonitor.time - 5_000_000)
    #expect(monitor.waits.summary.count >= 1)
    #expect(monitor.waits.summary.percentile99 >= 5_000_000)
  }
}
