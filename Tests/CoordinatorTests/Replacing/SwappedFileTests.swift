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
}

extension CocoaError {
  fileprivate var affectedStores: [NSPersistentStore]? {
    userInfo[NSAffectedStoresErrorKey] as? [NSPersistentStore]
  }
}
