// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// How long stores are watched, and what is done to them meanwhile.
@Suite struct RemoteWatchTests {
  // R-PSC-770
  @Test(arguments: RemoteStage.files)
  func aRemovedStoreIsNotReportedAnyMore(_ type: String) throws {
    let stage = try RemoteStage(type)
    let (left, writer) = (try stage.coordinator(), try stage.coordinator())
    let (log, others) = (RemoteLog(left), RemoteLog(writer))
    try left.remove(try #require(left.persistentStores.first))
    try writer.saveNote("later")
    #expect(others.wait())
    #expect(log.all.isEmpty)
  }

  // R-PSC-770
  @Test(arguments: RemoteStage.all)
  func aCoordinatorIsNotKept(_ type: String) throws {
    let stage = try RemoteStage(type)
    weak var released: NSPersistentStoreCoordinator?
    do {
      let coordinator = try stage.coordinator()
      try coordinator.saveNote("first")
      released = coordinator
    }
    // A notification that is under way keeps it for as long as that takes.
    let end = Date(timeIntervalSinceNow: 60)
    while released != nil, Date() < end { sched_yield() }
    #expect(released == nil)
  }

  // R-PSC-772: what was saved is still read, nothing is saved (R-PSC-843), and others are heard of
  @Test(arguments: RemoteStage.engines)
  func aWatchSurvivesTheRemovalOfItsFiles(_ type: String) throws {
    let (stage, other) = (try RemoteStage(type), try RemoteStage(type))
    let coordinator = try stage.coordinator()
    let log = RemoteLog(coordinator)
    try coordinator.saveNote("first")
    #expect(log.wait())
    try FileManager.default.removeItem(at: stage.directory)
    #expect(throws: CocoaError.self) { try coordinator.saveNote("second") }
    #expect(try coordinator.noteTexts() == ["first"])
    let neighbour = try other.coordinator()
    let heard = RemoteLog(neighbour)
    try neighbour.saveNote("elsewhere")
    #expect(heard.wait())
  }

  // R-PSC-770: whoever migrates a store goes on hearing of it where it is
  @Test(arguments: RemoteStage.engines)
  func aMigratedStoreIsWatchedInItsNewPlace(_ type: String) throws {
    let stage = try RemoteStage(type)
    let coordinator = try stage.coordinator()
    try coordinator.saveNote("first")
    let store = try #require(coordinator.persistentStores.first)
    let place = stage.directory.appendingPathComponent("moved")
    try coordinator.migratePersistentStore(
      store, to: place, options: store.options, type: .init(rawValue: type))
    let log = RemoteLog(coordinator)
    try stage.coordinator(posting: false, at: place).saveNote("second")
    #expect(log.wait { $0.url?.lastPathComponent == "moved" })
  }

  // R-PSC-773, R-CTX-283: rows from before a batch request are forgotten with it
  @Test(arguments: [NSInMemoryStoreType] + RemoteStage.engines)
  func aBatchUpdateShowsOnceItIsReported(_ type: String) throws {
    let stage = try RemoteStage(type)
    let coordinator = try stage.coordinator()
    try coordinator.saveNote("first")
    let context = coordinator.makeContext()
    let note = try context.performAndWait { try #require(try context.all("Note").first) }
    let log = RemoteLog(coordinator)
    // Often: a watch may look just when the request has been committed.
    for text in (2...20).map(String.init) {
      try context.performAndWait {
        let request = NSBatchUpdateRequest(entityName: "Note")
        request.propertiesToUpdate = ["text": text]
        _ = try context.execute(request)
      }
      let isShown = log.wait {
        context.performAndWait {
          context.refresh(note, mergeChanges: false)
          return note.string("text") == text
        }
      }
      #expect(isShown)
    }
  }

  // R-PSC-770: the option may be a number, and false
  @Test func theOptionIsABoolean() throws {
    let key = NSPersistentStoreRemoteChangeNotificationPostOptionKey
    let logs = try [false as NSNumber, true as NSNumber].map { value in
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: RemoteModel.make())
      try coordinator.addPersistentStore(
        ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: [key: value])
      let log = RemoteLog(coordinator)
      try coordinator.saveNote("a")
      return (log, coordinator)
    }
    #expect(logs[1].0.wait())
    #expect(logs[0].0.all.isEmpty)
  }
}
