// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CoreData
import CoreDataTestSupport
import Foundation
import Synchronization
import Testing

/// SQLite stores in memory that coordinators share by name.
@Suite struct SharedMemoryTests {
  private func container(_ url: URL) throws -> NSPersistentContainer {
    let container = NSPersistentContainer(name: "Shared", managedObjectModel: GarageModel.make())
    let description = NSPersistentStoreDescription(url: url)
    description.type = NSSQLiteStoreType
    container.persistentStoreDescriptions = [description]
    let failure = Mutex<String?>(nil)
    container.loadPersistentStores { _, error in
      failure.withLock { $0 = error.map { "\($0)" } }
    }
    let text = failure.withLock { $0 }
    #expect(text == nil)
    return container
  }

  private static func url() -> URL { URL(fileURLWithPath: "/dev/null/\(UUID().uuidString)") }

  // R-PSC-061
  @Test func containersOfOneNameShareTheirObjects() throws {
    let url = Self.url()
    let (first, second) = (try container(url), try container(url))
    let writer = first.newBackgroundContext()
    try writer.performAndWait {
      _ = writer.insert("Note", ["text": "shared"])
      try writer.save()
    }
    let reader = second.newBackgroundContext()
    try reader.performAndWait {
      let note = try reader.only("Note")
      #expect(note.string("text") == "shared")
      note.setValue("changed", forKey: "text")
      try reader.save()
    }
    try writer.performAndWait {
      writer.reset()
      let text = try writer.only("Note").string("text")
      #expect(text == "changed")
    }
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  // R-PSC-061: two coordinators write and read at once
  @Test func writersAndReadersOfOneNameDoNotFail() throws {
    let url = Self.url()
    let containers = try (0..<3).map { _ in try container(url) }
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: containers.count) { place in
      let context = containers[place].newBackgroundContext()
      for round in 0..<30 {
        context.performAndWait {
          do {
            _ = context.insert("Note", ["text": "\(place)", "rank": round])
            try context.save()
            let found = try context.all("Note", "text == '\(place)'").count
            if found != round + 1 { failures.withLock { $0.append("\(found) of \(round + 1)") } }
          } catch {
            failures.withLock { $0.append("\(error)") }
          }
        }
      }
    }
    let texts = failures.withLock { $0 }
    #expect(texts == [])
    let context = containers[0].newBackgroundContext()
    let count = try context.performAndWait { try context.all("Note").count }
    #expect(count == 90)
  }

  // R-PSC-061: the versions of rows are those of the one database
  @Test func aConflictAcrossCoordinatorsIsFound() throws {
    let url = Self.url()
    let (first, second) = (try container(url), try container(url))
    let contexts = [first.newBackgroundContext(), second.newBackgroundContext()]
    try contexts[0].performAndWait {
      _ = contexts[0].insert("Note", ["text": "a"])
      try contexts[0].save()
    }
    for context in contexts {
      try context.performAndWait {
        let note = try context.only("Note")
        #expect(note.string("text") == "a")
        note.setValue("b\(context === contexts[0])", forKey: "text")
      }
    }
    try contexts[0].performAndWait { try contexts[0].save() }
    let error = contexts[1].performAndWait { failure { try contexts[1].save() } }
    #expect(error?.code == .managedObjectMerge)
  }
}
#endif
