// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface
import StoreSQLite
import StoreTestSupport
import Synchronization
import Testing

/// Migrations that may not be, or not now: the file stays as it is.
@Suite struct RefusedMigrationTests {
  private func filled(_ named: NamedMigration, names: [String]) throws -> MigratedFile {
    let file = try MigratedFile(named.migration)
    let store = try file.openedBefore()
    try store.insert(
      "Person", objects: names.map { ["name": .string($0)] }, schema: named.source)
    store.close()
    return file
  }

  private var renaming: NamedMigration {
    var named = NamedMigration(
      { $0.entity("Person", ["name": .string]) }, { $0.entity("Person", ["title": .string]) })
    named.properties["title"] = "name"
    return named
  }

  // R-PSC-543
  @Test func aMissingValueIsNamedAndNothingIsChanged() throws {
    var named = NamedMigration(
      { $0.entity("Person", ["name": .string]) },
      { $0.entity("Person", ["name": .string, "age": .integer16]) })
    named.required = ["age"]
    let file = try filled(named, names: ["Ada"])
    let before = try Data(contentsOf: file.url)
    let error = #expect(throws: StoreError.self) { try file.migrate() }
    #expect(error?.kind == .missingValue)
    #expect(error?.message.contains("Person") == true)
    #expect(error?.message.contains("age") == true)
    #expect(try Data(contentsOf: file.url) == before)
  }

  // R-PSC-535
  @Test func aTableWithoutRowsLacksNoValue() throws {
    var named = NamedMigration(
      { $0.entity("Person", ["name": .string]) },
      { $0.entity("Person", ["name": .string, "age": .integer16]) })
    named.required = ["age"]
    #expect(try filled(named, names: []).migrate() == .migrated)
  }

  // R-PSC-535, R-PSC-543
  @Test func duplicatesAreNamedAndNothingIsChanged() throws {
    let named = NamedMigration(
      { $0.entity("Person", ["name": .string]) },
      {
        $0.entity("Person", ["name": .string])
        $0.constraint("Person", ["name"])
      })
    let file = try filled(named, names: ["Ada", "Eve", "Ada"])
    let before = try Data(contentsOf: file.url)
    let error = #expect(throws: StoreError.self) { try file.migrate() }
    #expect(error?.kind == .duplicates)
    #expect(error?.message.contains("Person") == true)
    #expect(error?.message.contains("name") == true)
    #expect(try Data(contentsOf: file.url) == before)
    #expect(try filled(named, names: ["Ada", "Eve"]).migrate() == .migrated)
  }

  // R-PSC-540
  @Test func aFileThatIsNotWhatWasPlannedForIsLeftAlone() throws {
    let file = try filled(renaming, names: ["Ada"])
    let task = try file.task()
    #expect(try SQLiteStore.migrate(task) == .migrated)
    let before = try Data(contentsOf: file.url)
    #expect(try SQLiteStore.migrate(task) == .superseded)
    #expect(try Data(contentsOf: file.url) == before)
  }

  // R-PSC-540
  @Test(arguments: ["WAL", "DELETE"])
  func whoHasAnOldVersionOpenFindsOut(_ mode: String) throws {
    let named = NamedMigration(
      { $0.entity("Person", ["name": .string]) },
      { $0.entity("Person", ["name": .string, "age": .integer16]) })
    let file = try MigratedFile(named.migration)
    let store = try file.openedBefore { $0.settings["journal_mode"] = mode }
    defer { store.close() }
    try store.insert("Person", objects: [["name": .string("Ada")]], schema: named.source)
    #expect(try file.migrate { $0.configuration.settings["journal_mode"] = mode } == .migrated)
    let kind = errorKind {
      try store.insert("Person", objects: [["name": .string("Eve")]], schema: named.source)
    }
    #expect(kind == .replaced)
    #expect(errorKind { try store.beginRead().end() } == .replaced)
    #expect(try file.raw().rows("SELECT ZNAME FROM ZPERSON") == ["Ada"])
  }

  // R-PSC-540
  @Test func whoReadsAnOldVersionReadsOn() throws {
    let file = try MigratedFile(renaming.migration)
    let store = try file.openedBefore()
    defer { store.close() }
    let key = try store.insert(
      "Person", objects: [["name": .string("Ada")]], schema: file.migration.source)[0]
    let reader = try store.beginRead()
    #expect(try file.migrate() == .migrated)
    #expect(try reader.row(for: key)?.string(0) == "Ada")
    reader.end()
    #expect(errorKind { try store.beginRead().end() } == .replaced)
  }

  /// As another process of the new version does that has the file open by then.
  // R-PSC-540
  @Test func whoWaitsForAFileNoticesThatItIsMigratedByThen() throws {
    let file = try filled(renaming, names: ["Ada"])
    let task = try file.task { $0.configuration.timeout = 60 }
    #expect(try SQLiteStore.migrate(task) == .migrated)
    let other = try file.raw()
    #expect(try other.rows("SELECT count(*) FROM ZPERSON") == ["1"])
    #expect(try SQLiteStore.migrate(task) == .superseded)
    withExtendedLifetime(other) {}
  }

  // R-PSC-540
  @Test func aFileThatIsBeingWrittenIsWaitedFor() throws {
    let file = try filled(renaming, names: ["Ada"])
    let store = try file.openedBefore()
    defer { store.close() }
    let raw = try file.raw()
    try raw.run("BEGIN IMMEDIATE")
    #expect(errorKind { try file.migrate() } == .timeout)
    try raw.run("ROLLBACK")
    #expect(try file.migrate() == .migrated)
  }

  // R-PSC-540
  @Test func ofSeveralWhoMigrateOneDoes() async throws {
    let file = try filled(renaming, names: ["Ada"])
    let task = try file.task { $0.configuration.timeout = 60 }
    let outcomes = try await withThrowingTaskGroup(of: MigrationOutcome.self) { group in
      for _ in 0..<4 { group.addTask { try SQLiteStore.migrate(task) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.filter { $0 == .migrated }.count == 1)
    #expect(outcomes.filter { $0 == .superseded }.count == 3)
  }

  // R-PSC-543
  @Test func whoWatchesCanEndItAtAnyStep() throws {
    let file = try filled(renaming, names: ["Ada"])
    let before = try Data(contentsOf: file.url)
    let total = Mutex(0)
    var step = 1
    while step <= max(total.withLock { $0 }, 1) {
      let last = step
      let kind = errorKind {
        try file.migrate {
          $0.progress = { progress in
            total.withLock { $0 = progress.total }
            return progress.done < last
          }
        }
      }
      if kind == nil { break }
      #expect(try Data(contentsOf: file.url) == before, "step \(step)")
      step += 1
    }
    #expect(step > 3)
    #expect(try SQLiteStore.readMetadata(at: file.url).properties == Data("2".utf8))
  }
}

#endif
