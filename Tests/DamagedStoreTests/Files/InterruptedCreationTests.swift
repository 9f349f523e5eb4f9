// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// Processes that die while they make a store: the next launch has one.
@Suite struct InterruptedCreationTests {
  // R-PSC-059, R-PSC-992
  @Test func whatADeadProcessLeavesIsAStoreAtTheNextLaunch() throws {
    var number = 0
    var isInterrupted = true
    while isInterrupted, number < 200 {
      number += 1
      let (place, left) = (try TemporaryDirectory(), try TemporaryDirectory())
      let disk = FaultyDisk(place.url)
      isInterrupted = try disk.copying(at: number, to: left.url) {
        try Self.launch(in: place.url, isWhole: false)
      }
      #expect(throws: Never.self, "call \(number)") { try Self.launch(in: left.url, isWhole: true) }
    }
    #expect(number > 10)
    #expect(!isInterrupted)
  }

  private static func launch(in folder: URL, isWhole: Bool) throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: GarageModel.make())
    let store = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil,
      at: folder.appendingPathComponent("store.sqlite"), options: nil)
    defer { try? coordinator.remove(store) }
    guard isWhole else { return }
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      _ = context.insert("Note", ["text": "first"])
      try context.save()
      _ = try context.all("Person")
    }
  }
}
#endif
