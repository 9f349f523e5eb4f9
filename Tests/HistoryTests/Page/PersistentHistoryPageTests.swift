// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Synchronization
import Testing

/// docs/persistent-history.md: what it says compiles, and does what it says between two processes.
@Suite struct PersistentHistoryPageTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private var path: String { directory.url.appendingPathComponent("news").path }
  private var tokenFile: URL { directory.url.appendingPathComponent("token") }

  private func open(_ type: String) throws -> NSPersistentStoreCoordinator {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: NewsModel.make())
    try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: URL(fileURLWithPath: path),
      options: [
        NSPersistentHistoryTrackingKey: true,
        NSPersistentStoreRemoteChangeNotificationPostOptionKey: true,
      ])
    return coordinator
  }

  private func shown(_ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.transactionAuthor = "app"
    return context
  }

  private func history(_ context: NSManagedObjectContext) throws -> [NSPersistentHistoryTransaction]
  {
    try context.performAndWait {
      let request = NSPersistentHistoryChangeRequest.fetchHistory(after: .distantPast)
      let result = try context.execute(request) as? NSPersistentHistoryResult
      return result?.result as? [NSPersistentHistoryTransaction] ?? []
    }
  }

  /// What merges have brought into a context, until there is enough of it.
  private final class Arrivals: Sendable {
    private let count = Mutex(0)
    private let changed = DispatchSemaphore(value: 0)

    func note(_ number: Int) {
      count.withLock { $0 += number }
      changed.signal()
    }

    func wait(for number: Int) {
      while count.withLock({ $0 }) < number {
        guard changed.wait(timeout: .now() + 120) == .success else {
          Issue.record("Only \(count.withLock { $0 }) of \(number) stories have come.")
          return
        }
      }
    }
  }

  private func observe(_ context: NSManagedObjectContext, _ arrivals: Arrivals)
    -> any NSObjectProtocol
  {
    NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidMergeChangesObjectIDs, object: context, queue: nil
    ) { note in
      let ids = note.userInfo?[NSInsertedObjectIDsKey] as? Set<NSManagedObjectID>
      arrivals.note(ids?.count ?? 0)
    }
  }

  @Test(arguments: StackKind.singles.filter(\.isDurable)) func aProcessShowsWhatAnotherImports(
    _ kind: StackKind
  ) throws {
    let type = kind.stores[0].type
    let coordinator = try open(type)
    let context = shown(coordinator)
    let arrivals = Arrivals()
    let observer = observe(context, arrivals)
    defer { NotificationCenter.default.removeObserver(observer) }
    let follower = HistoryFollower(context, of: coordinator, file: tokenFile)
    let importer = try ImportProcess(type, path)
    try importer.add("Flood")
    arrivals.wait(for: 1)
    try context.performAndWait {
      _ = context.insert("Story", ["headline": "Ours"])
      try context.save()
    }
    try importer.add("Drought")
    arrivals.wait(for: 2)
    follower.settle()
    let headlines = try context.performAndWait {
      try context.all("Story").compactMap { $0.string("headline") }.sorted()
    }
    #expect(headlines == ["Drought", "Flood", "Ours"])
    let all = try history(context)
    #expect(all.map(\.author) == ["importer", "app", "importer"])
    // Somebody who begins later goes on where the file says.
    try follower.purge(before: all[2].timestamp)
    #expect(try history(context).count == 1)
    let later = shown(coordinator)
    let others = Arrivals()
    let next = observe(later, others)
    defer { NotificationCenter.default.removeObserver(next) }
    let second = HistoryFollower(later, of: coordinator, file: tokenFile)
    second.follow()
    second.settle()
    try importer.add("Snow")
    others.wait(for: 1)
    arrivals.wait(for: 3)
    follower.settle()
    second.settle()
  }

  /// Every example of the page stands in a source of the tests.
  @Test func whatThePageShowsIsCompiled() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appendingPathComponent("docs/persistent-history.md"), encoding: .utf8)
    let sources = try [
      "Tests/HistoryTests/Page/HistoryFollower.swift", "Tests/ImportDriver/Importer.swift",
      "Tests/HistoryTests/Page/PersistentHistoryPageTests.swift",
    ].map { try lines(String(contentsOf: root.appendingPathComponent($0), encoding: .utf8)) }
    let blocks = page.components(separatedBy: "```swift\n").dropFirst().map {
      lines($0.components(separatedBy: "```")[0])
    }
    #expect(blocks.count >= 4)
    for block in blocks {
      #expect(sources.contains { $0.contains(block) }, "\(block.prefix(80))")
    }
  }

  /// The text without indentation and empty lines.
  private func lines(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
