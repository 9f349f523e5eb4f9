// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// The context that a store is handed where no client's context asks.
struct HandedContextTests {
  private let plan = CuriousStore.Plan()

  // R-PSC-454, R-CTX-542
  @Test func anAsynchronousFetchAllowsBlocksOfTheContext() async throws {
    let (coordinator, _) = try CuriousStore.stack(plan)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    let (events, sink) = AsyncStream.makeStream(of: String.self)
    plan.enter = { handed in
      #expect(handed.concurrencyType == .privateQueueConcurrencyType)
      handed.performAndWait { _ = handed.registeredObjects.count }
      handed.perform { sink.yield("later") }
    }
    context.performAndWait {
      let books = NSFetchRequest<NSManagedObject>(entityName: "Book")
      let request = NSAsynchronousFetchRequest(fetchRequest: books) { result in
        let titles = result.finalResult?.compactMap { $0.string("title") } ?? []
        sink.yield(titles.joined())
      }
      do { try context.execute(request) } catch { Issue.record(error) }
    }
    var seen: Set<String> = []
    for await event in events {
      seen.insert(event)
      if seen.count == 2 { break }
    }
    #expect(seen == ["later", "BC"])
  }

  // R-PSC-100, 454
  @Test func migrationsAllowBlocksOfTheContext() throws {
    CuriousStore.register()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: TapeModel.make())
    let memory = try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      _ = context.insert("Book", ["title": "A"])
      try context.save()
      context.reset()
    }
    let plan = plan
    plan.titles = [:]
    plan.enter = { handed in
      #expect(handed.concurrencyType == .privateQueueConcurrencyType)
      handed.performAndWait {
        for object in handed.registeredObjects { plan.note(object.string("title") ?? "") }
      }
    }
    let curious = try coordinator.migratePersistentStore(
      memory, to: URL(fileURLWithPath: "/dev/null"), options: ["plan": plan],
      withType: CuriousStore.storeType)
    // When it is named, and when it is saved; later the store is asked for what it has.
    #expect(plan.noted().filter { $0 == "A" }.count == 2)
    try coordinator.migratePersistentStore(
      curious, to: URL(fileURLWithPath: "/dev/null"), withType: NSInMemoryStoreType)
    try context.performAndWait { () throws in
      #expect(try context.all("Book", sortedBy: "title").map { $0.string("title") } == ["A"])
    }
    plan.enter = { _ in }
  }
}
