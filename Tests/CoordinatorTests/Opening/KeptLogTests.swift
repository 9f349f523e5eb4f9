// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// The log and the shared memory of an SQLite store that nobody has open: they stay, as clients expect
/// that remove all three files.
@Suite struct KeptLogTests {
  private let stage: ReplacingStage

  init() throws { stage = try ReplacingStage(NSSQLiteStoreType) }

  private static let ends = ["", "-wal", "-shm"]

  private func size(_ end: String) throws -> Int? {
    let path = stage.url("a").path + end
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
  }

  private func removeFiles() throws {
    for end in Self.ends {
      try FileManager.default.removeItem(atPath: stage.url("a").path + end)
    }
  }

  // R-PSC-073
  @Test func theLastToCloseLeavesTheLogEmpty() throws {
    let coordinators = try [stage.open("a"), stage.open("a")]
    try stage.make("a", note: "first", in: coordinators[0])
    #expect(try stage.notes(coordinators[1]) == ["first"])
    coordinators.forEach(BackupStage.close)
    #expect(try size("-wal") == 0)
    #expect(try size("-shm") != nil)
    #expect(try stage.notes(at: "a") == ["first"])
  }

  // R-PSC-073
  @Test func allFilesCanBeRemovedAfterTheStore() throws {
    try stage.make("a", note: "first")
    try removeFiles()
    #expect(try stage.notes(at: "a") == [])
  }

  // R-PSC-110
  @Test(arguments: [true, false])
  func allFilesCanBeRemovedAfterADestruction(isLoaded: Bool) throws {
    let coordinator = try stage.open("a")
    try stage.make("a", note: "first", in: coordinator)
    if !isLoaded { BackupStage.close(coordinator) }
    try stage.destroy("a", by: coordinator)
    #expect(try size("-wal") == 0)
    try removeFiles()
    #expect(try stage.notes(at: "a") == [])
  }

  // R-PSC-110
  @Test func whatADestructionLeavesIsANewStore() throws {
    try stage.make("a", note: "first")
    try stage.destroy("a")
    try FileManager.default.removeItem(at: stage.url("a"))
    try stage.make("a", note: "second")
    #expect(try stage.notes(at: "a") == ["second"])
  }

  // R-PSC-073
  @Test func whatIsLeftIsNoLogOfAnotherFileInThePlace() throws {
    try stage.make("a", note: "first")
    try stage.make("b", note: "second")
    try FileManager.default.removeItem(at: stage.url("a"))
    try FileManager.default.copyItem(at: stage.url("b"), to: stage.url("a"))
    #expect(try stage.notes(at: "a") == ["second"])
  }

  // R-PSC-073: SQLite would not empty a log without a limit
  @Test func aLogWithoutALimitIsRemoved() throws {
    let options = [NSSQLitePragmasOption: ["journal_size_limit": "-1"]]
    let coordinator = try stage.open("a", options: options)
    try stage.make("a", note: "first", in: coordinator)
    BackupStage.close(coordinator)
    #expect(try size("-wal") == nil)
    #expect(try stage.notes(at: "a") == ["first"])
  }

  // R-PSC-073
  @Test func aLookAtTheMetadataLeavesWhatIsThere() throws {
    try stage.make("a", note: "first")
    #expect(try stage.identifier("a") != nil)
    #expect(try size("-wal") == 0)
    for end in Self.ends.dropFirst() { unlink(stage.url("a").path + end) }
    #expect(try stage.identifier("a") != nil)
    #expect(try size("-wal") == nil)
  }
}
#endif
