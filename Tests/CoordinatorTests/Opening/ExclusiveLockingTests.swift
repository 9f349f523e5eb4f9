// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// SQLite stores that one process has for itself. // R-PSC-143
@Suite struct ExclusiveLockingTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private static var exclusively: [AnyHashable: Any] {
    [StoreExclusiveLockingOption: true, NSPersistentStoreTimeoutOption: 60]
  }

  private func opened(
    _ options: [AnyHashable: Any]? = Self.exclusively
  ) throws -> NSPersistentStoreCoordinator {
    try place.opened(NSSQLiteStoreType, model: RemoteModel.make(), options: options)
  }

  private func other(_ arguments: String...) throws -> ChangeProcess {
    try ChangeProcess([NSSQLiteStoreType, place.url().path] + arguments)
  }

  private func remove(_ coordinator: NSPersistentStoreCoordinator) throws {
    for store in coordinator.persistentStores { try coordinator.remove(store) }
  }

  private func save(_ text: String, in coordinator: NSPersistentStoreCoordinator) throws {
    try place.run(coordinator) { context in
      _ = context.insert("Note", ["text": text])
      try context.save()
    }
  }

  private func texts(_ coordinator: NSPersistentStoreCoordinator) throws -> [String?] {
    try place.run(coordinator) { try $0.all("Note").map { $0.string("text") } }.sorted {
      $0 ?? "" < $1 ?? ""
    }
  }

  private func isThere(_ suffix: String) -> Bool {
    FileManager.default.fileExists(atPath: place.url().path + suffix)
  }

  // MARK: - One process

  @Test func theStoreNeedsNoSharedMemory() throws {
    let coordinator = try opened()
    try save("a", in: coordinator)
    #expect(isThere("-wal"))
    #expect(!isThere("-shm"))
    #expect(try texts(coordinator) == ["a"])
    try remove(coordinator)
    #expect(!isThere("-shm"))
  }

  @Test func readersGoOnBesideTheWriter() throws {
    let coordinator = try opened()
    try save("a", in: coordinator)
    let reader = NSManagedObjectContext(.privateQueue)
    reader.persistentStoreCoordinator = coordinator
    try reader.performAndWait { try reader.setQueryGenerationFrom(.current) }
    let before = try reader.performAndWait { try reader.all("Note").count }
    try save("b", in: coordinator)
    let pinned = try reader.performAndWait { try reader.all("Note").count }
    #expect(before == 1)
    #expect(pinned == 1)
    #expect(try texts(coordinator) == ["a", "b"])
  }

  @Test func threadsWriteAndReadAtOnce() throws {
    let coordinator = try opened()
    let failures = Failures()
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for round in 0..<20 {
        failures.note {
          let context = NSManagedObjectContext(.privateQueue)
          context.persistentStoreCoordinator = coordinator
          try context.performAndWait {
            _ = context.insert("Note", ["text": "\(thread)"])
            try context.save()
            let found = try context.all("Note", "text == '\(thread)'").count
            if found != round + 1 { throw CocoaError(.coreData) }
          }
        }
      }
    }
    #expect(failures.texts == [])
    #expect(try texts(coordinator).count == 80)
  }

  @Test func coordinatorsOfTheProcessShareIt() throws {
    let (first, second) = (try opened(), try opened())
    try save("a", in: first)
    try save("b", in: second)
    #expect(try texts(first) == ["a", "b"])
    #expect(try texts(second) == ["a", "b"])
  }

  @Test func aStoreWithoutTheOptionJoinsThem() throws {
    let (first, second) = (try opened(), try opened(nil))
    try save("a", in: second)
    #expect(try texts(first) == ["a"])
    #expect(!isThere("-shm"))
    try remove(first)
    // The file is the process's until nobody has it open.
    let error = try other()
    #expect(error.beginning.hasPrefix("failed 134090"))
    #expect(try texts(second) == ["a"])
  }

  @Test func aStoreThatIsOpenWithoutTheOptionIsInTheWay() throws {
    let first = try opened(nil)
    let error = failure { _ = try opened() }
    #expect(error?.code == .persistentStoreTimeout)
    #expect(error?.userInfo[NSFilePathErrorKey] as? String == place.url().path)
    try save("a", in: first)
    #expect(isThere("-shm"))
    try remove(first)
    #expect(try texts(opened()) == ["a"])
  }

  @Test func theOptionIsWithoutEffectForReading() throws {
    try remove(opened())
    let options: [AnyHashable: Any] = [
      StoreExclusiveLockingOption: true, NSReadOnlyPersistentStoreOption: true,
    ]
    let reader = try opened(options)
    let second = try other()
    #expect(second.beginning == "")
    #expect(try texts(reader) == [])
  }

  @Test func metadataAreReadBesideIt() throws {
    let coordinator = try opened()
    let store = try #require(coordinator.persistentStores.first)
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      ofType: NSSQLiteStoreType, at: place.url())
    #expect(metadata[NSStoreUUIDKey] as? String == store.identifier)
    try save("a", in: coordinator)
    let second = try other()
    #expect(second.beginning.hasPrefix("failed"))
  }

  @Test func aBackupIsMadeBesideIt() throws {
    let coordinator = try opened()
    try save("a", in: coordinator)
    let copy = place.url("copy")
    let store = try #require(coordinator.persistentStores.first)
    try coordinator.migratePersistentStore(
      store, to: copy, options: nil, type: .sqlite)
    #expect(try texts(coordinator) == ["a"])
    #expect(try texts(opened()) == ["a"])
  }

  @Test func aDestroyedStoreIsEmpty() throws {
    let coordinator = try opened()
    try save("a", in: coordinator)
    try coordinator.destroyPersistentStore(
      at: place.url(), ofType: NSSQLiteStoreType, options: nil)
    try remove(coordinator)
    #expect(try texts(opened()) == [])
  }

  @Test func aReplacedStoreHasTheNewContent() throws {
    let coordinator = try opened()
    try save("a", in: coordinator)
    let source = try place.opened(
      NSSQLiteStoreType, "source", model: RemoteModel.make(), options: nil)
    try save("b", in: source)
    try remove(source)
    try coordinator.replacePersistentStore(
      at: place.url(), destinationOptions: nil, withPersistentStoreFrom: place.url("source"),
      sourceOptions: nil, ofType: NSSQLiteStoreType)
    try remove(coordinator)
    #expect(try texts(opened()) == ["b"])
  }

  @Test func aHistoryIsRecorded() throws {
    var options = Self.exclusively
    options[NSPersistentHistoryTrackingKey] = true
    let coordinator = try opened(options)
    try save("a", in: coordinator)
    let result = try place.run(coordinator) { context in
      let request = NSPersistentHistoryChangeRequest.fetchHistory(
        after: nil as NSPersistentHistoryToken?)
      return try context.execute(request) as? NSPersistentHistoryResult
    }
    #expect((result?.result as? [NSPersistentHistoryTransaction])?.count == 1)
  }

  // MARK: - Two processes

  @Test func anotherProcessIsToldWhoHasIt() throws {
    let coordinator = try opened()
    try save("a", in: coordinator)
    for arguments in [[], ["exclusive"]] {
      let second = try ChangeProcess([NSSQLiteStoreType, place.url().path] + arguments)
      #expect(second.beginning.hasPrefix("failed 134090"))
      #expect(second.beginning.contains("\(getpid())"))
      #expect(second.beginning.contains(place.url().lastPathComponent))
    }
    try remove(coordinator)
    let third = try other()
    #expect(third.beginning == "")
    #expect(try third.ask("count", for: "count") == "1")
  }

  @Test func whatAnotherProcessHasOpenIsRefused() throws {
    try remove(opened())
    for arguments in [[], ["exclusive"]] {
      let second = try ChangeProcess([NSSQLiteStoreType, place.url().path] + arguments)
      let error = failure { _ = try opened() }
      #expect(error?.code == .persistentStoreTimeout)
      #expect("\(error as Any)".contains("\(second.number)"))
      #expect(error?.userInfo[NSFilePathErrorKey] as? String == place.url().path)
      try second.tell("remove")
      try second.hear("removed")
    }
    try save("a", in: opened())
  }

  @Test func metadataOfWhatAnotherProcessHasForItselfAreRefused() throws {
    try remove(opened())
    let second = try other("exclusive")
    #expect(second.beginning == "")
    let read = failure {
      _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(
        ofType: NSSQLiteStoreType, at: place.url())
    }
    #expect(read?.code == .persistentStoreTimeout)
    let reader = failure { _ = try opened([NSReadOnlyPersistentStoreOption: true]) }
    #expect(reader?.code == .persistentStoreTimeout)
    #expect(try second.ask("count", for: "count") == "0")
  }

  @Test func aProcessThatIsKilledLeavesNothingInTheWay() throws {
    let second = try other("exclusive")
    try second.tell("save first")
    try second.hear("saved")
    try second.tell("die")
    second.end()
    #expect(isThere("-wal"))
    #expect(!isThere("-shm"))
    #expect(try texts(opened(nil)) == ["first"])
  }
}

/// The errors of several threads.
private final class Failures: @unchecked Sendable {
  // Sendable: the lock guards it.
  private let lock = NSLock()
  private var found: [String] = []

  var texts: [String] { lock.withLock { found } }

  func note(_ body: () throws -> Void) {
    do { try body() } catch { lock.withLock { found.append("\(error)") } }
  }
}
#endif
