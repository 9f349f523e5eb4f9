// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What one process hears of another's writes.
@Suite struct RemoteProcessTests {
  // R-PSC-770, 772
  @Test(arguments: RemoteStage.files)
  func aSaveOfAnotherProcessIsReported(_ type: String) throws {
    let stage = try RemoteStage(type)
    try stage.coordinator(posting: false).saveNote("first")
    let reader = try stage.coordinator()
    let log = RemoteLog(reader)
    let writer = try stage.program()
    _ = try writer.ask("save other", for: "saved")
    #expect(log.wait())
  }

  // R-PSC-773, 837
  @Test(arguments: RemoteStage.engines)
  func aFaultShowsWhatAnotherProcessHasWritten(_ type: String) throws {
    let stage = try RemoteStage(type)
    try stage.coordinator(posting: false).saveNote("first")
    let writer = try stage.program()
    let reader = try stage.coordinator()
    let log = RemoteLog(reader)
    let context = reader.makeContext()
    // The row came with the fetch, and nobody has looked at it.
    let note = try context.performAndWait { try #require(try context.all("Note").first) }
    _ = try writer.ask("save other", for: "saved")
    let isSeen = try log.wait { try reader.noteTexts() == ["other"] }
    #expect(isSeen)
    #expect(context.performAndWait { note.string("text") } == "other")
  }

  // R-PSC-772
  @Test(arguments: RemoteStage.files)
  func withoutFileSystemEventsTheStoreIsLookedAtAgainAndAgain(_ type: String) throws {
    let stage = try RemoteStage(type)
    try stage.coordinator(posting: false).saveNote("first")
    let reader = try stage.program("refused")
    try stage.coordinator(posting: false).saveNote("second")
    try reader.hear("changed")
    if RemoteStage.engines.contains(type) {
      #expect(try reader.ask("count", for: "count") == "2")
    }
  }

  // R-PSC-772: with a descriptor for all stores, which goes with the last
  @Test(arguments: RemoteStage.files)
  func theLastStoreTakesTheDescriptorWithIt(_ type: String) throws {
    let stage = try RemoteStage(type)
    let program = try stage.program()
    #expect(try program.ask("events", for: "events") == "1")
    _ = try program.ask("remove", for: "removed")
    // It is closed on another thread, soon.
    var left = try program.ask("events", for: "events")
    let end = Date(timeIntervalSinceNow: 60)
    while left != "0", Date() < end { left = try program.ask("events", for: "events") }
    #expect(left == "0")
  }

  // R-PSC-772
  @Test func storesInMemoryNeedNoDescriptor() throws {
    let program = try RemoteStage(NSInMemoryStoreType).program()
    #expect(try program.ask("events", for: "events") == "0")
  }
}
