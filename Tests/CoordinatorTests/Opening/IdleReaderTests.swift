// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Others that write to a file, after a context has read an object and does nothing any more.
@Suite struct IdleReaderTests {
  /// Two coordinators over a file; the first has read a note and is idle.
  private final class Scene {
    let place: Workplace
    let coordinators: [NSPersistentStoreCoordinator]
    private let reader = NSManagedObjectContext(.privateQueue)

    init(_ options: [AnyHashable: Any]) throws {
      let place = try Workplace()
      self.place = place
      coordinators = try (0..<2).map { _ in
        try place.opened(NSSQLiteStoreType, options: options)
      }
      let id = try save("first", in: coordinators[0])
      reader.persistentStoreCoordinator = coordinators[0]
      let text = reader.performAndWait { reader.object(with: id).string("text") }
      #expect(text == "first")
    }

    @discardableResult
    func save(_ text: String, in coordinator: NSPersistentStoreCoordinator) throws
      -> NSManagedObjectID
    {
      try place.run(coordinator) { context in
        let note = context.insert("Note", ["text": text])
        try context.save()
        return note.objectID
      }
    }

    var logSize: Int {
      (try? FileManager.default.attributesOfItem(atPath: place.url().path + "-wal"))?[.size]
        as? Int ?? 0
    }
  }

  // R-PSC-831
  @Test(arguments: ["DELETE", "TRUNCATE"])
  func anIdleReaderKeepsNoOtherFromSavingWithoutALog(_ mode: String) throws {
    let scene = try Scene([
      NSSQLitePragmasOption: ["journal_mode": mode], NSPersistentStoreTimeoutOption: 2,
    ])
    #expect(throws: Never.self) { try scene.save("second", in: scene.coordinators[1]) }
  }

  /// The log begins anew with one of the saves, which happens only if nobody reads what is in it.
  // R-PSC-831
  @Test func anIdleReaderKeepsNoLogFromBeingEmptied() throws {
    let scene = try Scene([NSSQLitePragmasOption: ["wal_autocheckpoint": "100"]])
    let text = String(repeating: "n", count: 1 << 19)
    let beginsAnew = try (0..<200).contains { _ in
      let size = scene.logSize
      try scene.save(text, in: scene.coordinators[1])
      return scene.logSize <= size
    }
    #expect(beginsAnew)
  }
}
#endif
