// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Synchronization
import Testing

/// What the switches `-com.apple.CoreData.…` write (R-REQ-103).
struct SQLDebugTests {
  #if SQLite
  @Test func levelOneWritesStatementsAndTimes() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      try DebugRun.work(NSSQLiteStoreType, level: 1)
    }
    let text = DebugRun.text(result)
    #expect(text.contains("CoreData: annotation: Connecting to sqlite database file at \""))
    #expect(text.contains("CoreData: sql: BEGIN IMMEDIATE\n"))
    #expect(text.contains("CoreData: sql: SELECT"))
    #expect(text.contains("CoreData: annotation: sql connection fetch time: 0."))
    #expect(text.contains("CoreData: annotation: total fetch execution time: 0."))
    #expect(text.contains("s for 1 rows.\n"))
    #expect(text.contains("CoreData: annotation: total count request execution time: 0."))
    #expect(!text.contains("SQLite bind["))
  }

  // Apple's framework writes values from level 2 on.
  @Test func levelThreeWritesValues() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      try DebugRun.work(NSSQLiteStoreType, level: 3)
    }
    let text = DebugRun.text(result)
    #expect(text.contains("CoreData: details: SQLite bind[0] = \"Ada\"\n"))
    #expect(!text.contains("query plan"))
  }

  @Test func levelFourWritesPlans() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      try DebugRun.work(NSSQLiteStoreType, level: 4)
    }
    let text = DebugRun.text(result)
    #expect(text.contains("CoreData: details: query plan: "))
  }
  #endif

  #if LMDB
  @Test func storesWithoutSQLSayHowTheyFindRows() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      try DebugRun.work(LMDBStoreType, level: 1)
    }
    let text = DebugRun.text(result)
    #expect(text.contains("CoreData: query: Person: all rows"))
    #expect(text.contains("execution time: 0."))
  }
  #endif

  @Test func withoutASwitchNothingIsWritten() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      try DebugRun.work(NSInMemoryStoreType, level: 0)
    }
    let text = DebugRun.text(result)
    #expect(!text.contains("CoreData: "))
  }

  @Test func aHandlerGetsTheLinesInPlaceOfTheErrorOutput() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let lines = Lines()
      LibraryLog.handler = { level, message in lines.add("\(level.rawValue) \(message)") }
      try DebugRun.work(NSInMemoryStoreType, level: 1)
      let hasLines = lines.all.contains { $0.hasPrefix("debug annotation:") }
      FileHandle.standardError.write(Data("told \(hasLines)".utf8))
    }
    let text = DebugRun.text(result)
    #expect(text.contains("told true"))
    #expect(!text.contains("CoreData: "))
  }

  @Test func theSwitchForTheErrorOutputWritesBesideAHandler() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      setenv("com.apple.CoreData.Logging.stderr", "1", 1)
      LibraryLog.handler = { _, _ in }
      try DebugRun.work(NSInMemoryStoreType, level: 1)
    }
    let text = DebugRun.text(result)
    #expect(text.contains("CoreData: annotation: "))
  }

  @Test func theErrorOutputCanBeSilenced() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      setenv("com.apple.CoreData.Logging.stderr", "0", 1)
      try DebugRun.work(NSInMemoryStoreType, level: 1)
    }
    let text = DebugRun.text(result)
    #expect(!text.contains("CoreData: "))
  }

  @Test func migrationDebugSaysWhyAStoreDoesNotFit() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      setenv("com.apple.CoreData.MigrationDebug", "1", 1)
      let stack = try Stack(StackKind.durable[0])
      let url = stack.coordinator.persistentStores[0].url ?? URL(fileURLWithPath: "/")
      let type = StackKind.durable[0].stores[0].type
      let other = GarageModel.make()
      other.entities.first { $0.name == "Note" }?.properties.removeLast()
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: other)
      #expect(throws: (any Error).self) {
        try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url)
      }
    }
    let text = DebugRun.text(result)
    #expect(text.contains("CoreData: annotation: Migration: The store "))
    #expect(text.contains("another version of the model"))
    #expect(text.contains("Note"))
  }
}

private final class Lines: Sendable {
  private let lines = Mutex<[String]>([])
  func add(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 } }
}

/// Work in a process of its own, and what that has written.
private enum DebugRun {
  static func text(_ result: ExitTest.Result?) -> String {
    result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
  }

  static func work(_ type: String, level: Int) throws {
    if level > 0 { setenv("com.apple.CoreData.SQLDebug", "\(level)", 1) }
    let stack = try Stack(StackKind(name: type, stores: [(type, nil)]))
    let context = stack.context()
    try context.performAndWait {
      _ = context.insert("Person", ["firstName": "Ada"])
      try context.save()
      _ = try context.all("Person", "firstName == \"Ada\"")
      _ = try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Person"))
    }
  }
}
