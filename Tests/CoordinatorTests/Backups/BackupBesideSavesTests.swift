// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreInterface
import StoreTestSupport
import Testing

/// A backup of a store that is being saved shows it after one save, and keeps nobody waiting.
@Suite struct BackupBesideSavesTests {
  // R-PSC-945: consistent as of one commit
  @Test(arguments: BackupStage.types)
  func aBackupIsOfOneCommit(_ type: String) async throws {
    let stage = try BackupStage(type)
    try save(10, in: stage)
    let context = stage.stage.context()
    let writer = Worker(limit: 100) { (try? add(1, to: context)) != nil }
    writer.start()
    var options = BackupOptions()
    options.pagesInStep = 1
    for round in 0..<3 {
      try await stage.backUp("copy\(round)", options: options)
      let counts = try counts(of: stage.opened("copy\(round)"))
      #expect(counts[0] >= 10)
      #expect(counts[0] == counts[1])
    }
    #expect(writer.finish())
  }

  #if SQLite
  // R-PSC-945: without a log SQLite begins anew after each commit of another connection
  @Test func aBackupWithoutALogIsOfOneCommit() async throws {
    let stage = try BackupStage(
      NSSQLiteStoreType, options: [NSSQLitePragmasOption: ["journal_mode": "DELETE"]])
    try save(200, in: stage)
    let backend = stage.coordinator.backend(of: stage.store)
    let image = try #require(try backend.beginImage(isHeld: false))
    defer { image.end() }
    var settings = ImageSettings()
    settings.pagesInStep = 1
    var steps = 0
    let isWhole = try image.write(to: stage.url(), settings) { _ in
      steps += 1
      if steps == 2 || steps == 5 { do { try save(1, in: stage) } catch { Issue.record(error) } }
      return true
    }
    #expect(isWhole)
    let counts = try counts(of: stage.opened())
    #expect(counts == [202, 202])
  }

  // R-PSC-945: a copy that would never end keeps savers waiting after all
  @Test func aBackupWithoutALogEnds() async throws {
    let stage = try BackupStage(
      NSSQLiteStoreType,
      options: [
        NSSQLitePragmasOption: ["journal_mode": "DELETE"], NSPersistentStoreTimeoutOption: 0,
      ])
    try save(200, in: stage)
    let backend = stage.coordinator.backend(of: stage.store)
    let image = try #require(try backend.beginImage(isHeld: false))
    defer { image.end() }
    var settings = ImageSettings()
    settings.pagesInStep = 1
    var saves = 0
    _ = try image.write(to: stage.url(), settings) { _ in
      // Refused once the copy holds the lock.
      if (try? save(1, in: stage)) != nil { saves += 1 }
      return true
    }
    #expect(saves >= 4)
    let counts = try counts(of: stage.opened())
    #expect(counts[0] == counts[1])
    #expect(counts[0] == 200 + saves)
  }
  #endif

  // R-PSC-945: whoever saves between two steps is not kept waiting, and not in the backup
  @Test(arguments: Workplace.types + BackupStage.atomicTypes)
  func savesGoOnBesideABackup(_ type: String) async throws {
    let stage = try BackupStage(type)
    try save(200, in: stage)
    let backend = stage.coordinator.backend(of: stage.store)
    let image = try #require(try backend.beginImage(isHeld: true))
    var settings = ImageSettings()
    settings.pagesInStep = 1
    var steps = 0
    let isWhole = try image.write(to: stage.url(), settings) { _ in
      steps += 1
      if steps < 20 { do { try save(1, in: stage) } catch { Issue.record(error) } }
      return true
    }
    image.end()
    #expect(isWhole)
    #expect(steps > 1)
    #expect(try counts(of: stage.opened()) == [200, 200])
    let all = try counts(of: stage.coordinator, isClosing: false)
    #expect(all[0] > 200)
  }

  // MARK: - Notes and clubs, as many of the one as of the other

  private func save(_ count: Int, in stage: BackupStage) throws {
    try add(count, to: stage.stage.context())
  }

  private func add(_ count: Int, to context: NSManagedObjectContext) throws {
    try context.performAndWait {
      for number in 0..<count {
        _ = context.insert("Note", ["text": "note \(number)"])
        _ = context.insert("Club", ["title": "club \(number)"])
      }
      try context.save()
    }
  }

  private func counts(
    of coordinator: NSPersistentStoreCoordinator, isClosing: Bool = true
  ) throws -> [Int] {
    defer { if isClosing { BackupStage.close(coordinator) } }
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return try context.performAndWait { try ["Note", "Club"].map { try context.all($0).count } }
  }
}
