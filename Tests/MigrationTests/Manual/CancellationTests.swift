// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Dispatch
import Foundation
import Testing

@Suite struct CancellationTests {
  private static let former = "Item\n  name String"
  private static let present = "Item\n  name String\n  size Int32"

  private struct Stopped: Error, Equatable {
    var word = ""
  }

  private func scene(_ pair: StorePair) throws -> Relocation {
    let scene = try Relocation(pair, Self.former, Self.present)
    try scene.fill { context in
      for number in 0..<10 { _ = context.insert("Item", ["name": "\(number)"]) }
    }
    return scene
  }

  // R-PSC-581
  @Test(arguments: Relocation.sameKinds, 0..<3)
  func aMigrationIsCancelledInAnyPass(_ pair: StorePair, pass: Int) throws {
    let scene = try scene(pair)
    let manager = scene.manager()
    manager.progressHandler = { manager in
      if manager.migrationProgress >= Float(pass) / 4 {
        manager.cancelMigrationWithError(Stopped(word: "first"))
        manager.cancelMigrationWithError(Stopped(word: "second"))
      }
    }
    #expect(throws: Stopped(word: "first")) { try scene.migrate([.copy("Item")], manager) }
    #expect(try scene.files() == [scene.source.lastPathComponent])
    #expect(manager.migrationProgress == 0)
    manager.progressHandler = nil
    try scene.migrate([.copy("Item")], manager)
    let count = try scene.read { try $0.all("Item").count }
    #expect(count == 10)
  }

  // R-PSC-581
  @Test func anotherThreadCancels() throws {
    let scene = try scene(Relocation.sameKinds[0])
    let manager = scene.manager()
    manager.progressHandler = { manager in
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        manager.cancelMigrationWithError(Stopped())
        done.signal()
      }
      done.wait()
    }
    #expect(throws: Stopped()) { try scene.migrate([.copy("Item")], manager) }
    #expect(try scene.files() == [scene.source.lastPathComponent])
  }

  // R-PSC-581: what was there before stays as it was.
  @Test(arguments: Relocation.sameKinds)
  func anExistingDestinationIsAsItWas(_ pair: StorePair) throws {
    let scene = try scene(pair)
    try Relocation.use(scene.present, pair.second, scene.destination) { context in
      _ = context.insert("Item", ["name": "old"])
      try context.save()
    }
    let manager = scene.manager()
    manager.progressHandler = { manager in
      if manager.migrationProgress >= 0.5 { manager.cancelMigrationWithError(Stopped()) }
    }
    #expect(throws: Stopped()) { try scene.migrate([.copy("Item")], manager) }
    let names = try scene.read { try $0.all("Item").map { $0.string("name") } }
    #expect(names == ["old"])
  }

  // R-PSC-581: as the handler of a `Progress` does that was cancelled before
  @Test(arguments: Relocation.sameKinds)
  func aMigrationIsCancelledBeforehand(_ pair: StorePair) throws {
    let scene = try scene(pair)
    let manager = scene.manager()
    manager.cancelMigrationWithError(Stopped(word: "early"))
    #expect(throws: Stopped(word: "early")) { try scene.migrate([.copy("Item")], manager) }
    #expect(try scene.files() == [scene.source.lastPathComponent])
    try scene.migrate([.copy("Item")], manager)
    let count = try scene.read { try $0.all("Item").count }
    #expect(count == 10)
  }
}
