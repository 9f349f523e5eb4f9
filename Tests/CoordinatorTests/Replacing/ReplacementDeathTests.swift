// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Synchronization
import Testing

/// A process that dies while it replaces and destroys leaves one content or the other.
@Suite struct ReplacementDeathTests {
  // R-PSC-104, R-PSC-109, R-PSC-110
  @Test(arguments: ReplacingStage.fileTypes, 0..<3)
  func whatIsLeftIsWhole(_ type: String, _ round: Int) async throws {
    let stage = try ReplacingStage(type)
    try stage.make("a", note: "a")
    let filled = try stage.open("b")
    try stage.place.run(filled) { context in
      for _ in 0..<300 { _ = context.insert("Note", ["text": "b"]) }
      try context.save()
    }
    BackupStage.close(filled)
    try stage.replace("c", with: "a")
    let (folder, limit) = (stage.place.folder, round * 5 + 1)
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [folder = folder as URL, name = type as String, limit = limit as Int] in
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: GarageModel.make())
      let done = Counter()
      Thread.detachNewThread {
        // Somewhere within the next one.
        while done.value < limit { sched_yield() }
        kill(getpid(), SIGKILL)
      }
      while true {
        for source in ["b", "a"] {
          try coordinator.replacePersistentStore(
            at: folder.appendingPathComponent("c"),
            withPersistentStoreFrom: folder.appendingPathComponent(source), ofType: name)
          done.increase()
        }
        try coordinator.destroyPersistentStore(
          at: folder.appendingPathComponent("c"), ofType: name)
      }
    }
    let left = try stage.notes(at: "c")
    #expect([[], ["a"], Array(repeating: "b", count: 300)].contains(left))
    try stage.make("c", note: "z")
    #expect(try stage.notes(at: "c").count == left.count + 1)
  }
}

/// How often something was done.
private final class Counter: Sendable {
  private let count = Atomic<Int>(0)

  var value: Int { count.load(ordering: .relaxed) }

  func increase() { count.add(1, ordering: .relaxed) }
}
