// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Writes to a store as its observers hear of them.
@Suite struct RemoteChangeTests {
  // R-PSC-770, 120
  @Test(arguments: RemoteStage.all)
  func aSaveIsReportedToTheOwnCoordinator(_ type: String) throws {
    let stage = try RemoteStage(type)
    let coordinator = try stage.coordinator()
    let log = RemoteLog(coordinator)
    try coordinator.saveNote("own")
    #expect(log.wait())
    let store = try #require(coordinator.persistentStores.first)
    let note = try #require(log.all.first)
    #expect(note.store == store.identifier)
    #expect(note.url == coordinator.url(for: store))
  }

  // R-PSC-771
  @Test func itIsPostedOnAThreadOfItsOwn() throws {
    let stage = try RemoteStage(NSInMemoryStoreType)
    let coordinator = try stage.coordinator()
    let log = RemoteLog(coordinator)
    try coordinator.saveNote("own")
    #expect(log.wait())
    #expect(log.all.allSatisfy { !$0.wasOnMainThread })
  }

  // R-PSC-770
  @Test(arguments: [NSInMemoryStoreType] + RemoteStage.engines)
  func aBatchRequestIsReported(_ type: String) throws {
    let stage = try RemoteStage(type)
    let coordinator = try stage.coordinator()
    let log = RemoteLog(coordinator)
    let context = coordinator.makeContext()
    try context.performAndWait {
      let request = NSBatchInsertRequest(entityName: "Note", objects: [["text": "a"]])
      _ = try context.execute(request)
    }
    #expect(log.wait())
    #expect(try coordinator.noteTexts() == ["a"])
  }

  // R-PSC-770, 832
  @Test(arguments: RemoteStage.files)
  func aSaveOfAnotherCoordinatorIsReported(_ type: String) throws {
    let stage = try RemoteStage(type)
    let writer = try stage.coordinator(posting: false)
    try writer.saveNote("first")
    let reader = try stage.coordinator()
    let log = RemoteLog(reader)
    try writer.saveNote("second")
    #expect(log.wait())
  }

  // R-PSC-770, 061
  @Test(.enabled(if: RemoteStage.engines.contains(NSSQLiteStoreType)))
  func storesInMemoryThatShareADatabaseHearOfEachOther() throws {
    let stage = try RemoteStage(NSSQLiteStoreType)
    let url = URL(fileURLWithPath: "/dev/null/\(UUID().uuidString)")
    let reader = try stage.coordinator(at: url)
    let writer = try stage.coordinator(posting: false, at: url)
    let log = RemoteLog(reader)
    try writer.saveNote("shared")
    #expect(log.wait { $0.url == url })
    #expect(try reader.noteTexts() == ["shared"])
  }

  // R-PSC-770: the store of another coordinator that has only the type in common
  @Test func aStoreInMemoryHearsOfItselfOnly() throws {
    let stage = try RemoteStage(NSInMemoryStoreType)
    let (one, other) = (try stage.coordinator(), try stage.coordinator())
    let (log, others) = (RemoteLog(one), RemoteLog(other))
    try one.saveNote("own")
    #expect(log.wait())
    // Commits are passed on in order, and reported one by one.
    try other.saveNote("its own")
    #expect(others.wait())
    #expect(others.all.count == 1)
  }

  // R-PSC-770
  @Test func nothingIsPostedWithoutTheOption() throws {
    let stage = try RemoteStage(NSInMemoryStoreType)
    let (silent, loud) = (try stage.coordinator(posting: false), try stage.coordinator())
    let (none, log) = (RemoteLog(silent), RemoteLog(loud))
    try silent.saveNote("a")
    try loud.saveNote("b")
    #expect(log.wait())
    #expect(none.all.isEmpty)
  }

  // R-PSC-771
  @Test(arguments: RemoteStage.all)
  func manyWritesMayBeOneNotificationAndTheLastOneIsReported(_ type: String) throws {
    let stage = try RemoteStage(type)
    let coordinator = try stage.coordinator()
    let (arrived, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let turn = FirstTurn()
    let log = RemoteLog(coordinator) {
      guard turn.take() else { return }
      arrived.signal()
      gate.wait()
    }
    try coordinator.saveNote("0")
    // The first one is of the first write, and waits until everything is written.
    try #require(arrived.wait(timeout: .now() + 60) == .success)
    for number in 1..<50 { try coordinator.saveNote("\(number)") }
    gate.signal()
    let isComplete = try log.wait { try coordinator.noteTexts().count == 50 }
    #expect(isComplete)
    let isToldAgain = log.wait(until: { log.all.count >= 2 })
    #expect(isToldAgain)
    #expect(log.all.count < 50)
  }

  // R-PSC-124, 830
  @Test(arguments: RemoteStage.all)
  func anObserverMaySaveAndRemoveTheStore(_ type: String) throws {
    let stage = try RemoteStage(type)
    let coordinator = try stage.coordinator()
    let turn = FirstTurn()
    let log = RemoteLog(coordinator) { [weak coordinator] in
      guard turn.take(), let store = coordinator?.persistentStores.first else { return }
      try? coordinator?.saveNote("of the observer")  // what fails is another test's matter
      try? coordinator?.remove(store)  // it shows
    }
    try coordinator.saveNote("first")
    #expect(log.wait())
    #expect(coordinator.persistentStores.isEmpty)
  }
}
