// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// Files that others exchange, remove or empty while a store has them open.
@Suite struct SwappedFileTests {
  private static func move(_ source: URL, to destination: URL) throws {
    guard rename(source.path, destination.path) == 0 else { throw POSIXError(.EIO) }
  }

  // R-PSC-843
  @Test(arguments: ReplacingStage.engineTypes)
  func anotherFileInItsPlaceIsNotRead(_ type: String) throws {
    let stage = try ReplacingStage(type)
    try stage.make("b", note: "second")
    let coordinator = try stage.open("a")
    try stage.make("a", note: "first", in: coordinator)
    try Self.move(stage.url("b"), to: stage.url("a"))
    let error = #expect(throws: CocoaError.self) { try stage.notes(coordinator) }
    #expect(error?.code.rawValue == 134070)
    #expect((error?.userInfo["reason"] as? String)?.contains(stage.url("a").path) == true)
    #expect(error?.affectedStores == coordinator.persistentStores)
    #expect(ReplacingStage.code { try stage.make("a", note: "x", in: coordinator) } == 134070)
  }

  // R-PSC-843
  @Test(arguments: ReplacingStage.engineTypes)
  func aFileThatWasRemovedCanBeReadOnly(_ type: String) throws {
    let stage = try ReplacingStage(type)
    let coordinator = try stage.open("a")
    try stage.make("a", note: "first", in: coordinator)
    try FileManager.default.removeItem(at: stage.url("a"))
    #expect(try stage.notes(coordinator) == ["first"])
    #expect(ReplacingStage.code { try stage.make("a", note: "x", in: coordinator) } == 134070)
  }

  // R-PSC-843
  @Test(arguments: ReplacingStage.engineTypes)
  func anEmptiedFileIsNotRead(_ type: String) throws {
    let stage = try ReplacingStage(type)
    let coordinator = try stage.open("a")
    try stage.make("a", note: "first", in: coordinator)
    #expect(truncate(stage.url("a").path, 0) == 0)
    #expect(ReplacingStage.code { _ = try stage.notes(coordinator) } != nil)
    #expect(ReplacingStage.code { try stage.make("a", note: "x", in: coordinator) } != nil)
  }

  #if SQLite
  // R-PSC-843
  @Test func theFilesOfAStoreThatTookThePlaceAreItsOwn() throws {
    let stage = try PictureStage()
    let former = try stage.place.opened(NSSQLiteStoreType, "a", model: PictureStage.model())
    try Self.add(1, to: former, of: stage)
    for name in ["a", "a-wal", "a-shm"] {
      // A log that was emptied may be gone.
      try? FileManager.default.removeItem(at: stage.place.url(name))
    }
    let next = try stage.place.opened(NSSQLiteStoreType, "a", model: PictureStage.model())
    defer { BackupStage.close(next) }
    try Self.add(2, to: next, of: stage)
    try stage.place.run(next) { pinned in
      try pinned.setQueryGenerationFrom(.current)
      #expect(try pinned.all("Photo").count == 1)
      try stage.place.run(next) { context in
        try context.only("Photo").setValue(PictureStage.bytes(3), forKey: "picture")
        try context.save()
      }
      // What the pinned context reads is on the list of what is of no use.
      BackupStage.close(former)
      #expect(try pinned.only("Photo").value(forKey: "picture") as? Data == PictureStage.bytes(2))
    }
  }

  private static func add(
    _ seed: UInt8, to coordinator: NSPersistentStoreCoordinator, of stage: PictureStage
  ) throws {
    try stage.place.run(coordinator) { context in
      _ = context.insert("Photo", ["picture": PictureStage.bytes(seed)])
      try context.save()
    }
  }
  #endif
}

extension CocoaError {
  fileprivate var affectedStores: [NSPersistentStore]? {
    userInfo[NSAffectedStoresErrorKey] as? [NSPersistentStore]
  }
}
