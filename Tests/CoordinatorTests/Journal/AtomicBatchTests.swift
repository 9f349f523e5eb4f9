// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

@testable import CoreData
import Foundation
import StoreRouting
import StoreTestSupport
import Testing

/// Batch requests that several stores execute together.
@Suite struct AtomicBatchTests {
  /// Both stores hold all entities: the objects of one entity are in both.
  private struct Scene {
    let directory: TemporaryDirectory
    let folder: URL
    let stage: JournalStage

    init(_ stage: JournalStage) throws {
      directory = try TemporaryDirectory()
      self.stage = stage
      folder = directory.url.appendingPathComponent("stores")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let context = stage.context(try open(folder))
      for number in 1...6 as ClosedRange<Int64> {
        let entry = NSEntityDescription.insertNewObject(forEntityName: "Entry0", into: context)
        entry.setValue(number, forKey: "number")
        let stores = try #require(context.persistentStoreCoordinator).persistentStores
        context.assign(entry, to: stores[Int(number) % 2])
      }
      try context.save()
    }

    func open(_ folder: URL) throws -> NSPersistentStoreCoordinator {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: stage.model())
      for index in stage.kinds.indices {
        try coordinator.addPersistentStore(
          ofType: stage.kinds[index].type, configurationName: nil,
          at: stage.url(index, in: folder))
      }
      return coordinator
    }

    func numbers(_ folder: URL) throws -> [Int64] {
      let context = stage.context(try open(folder))
      let entries = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Entry0"))
      return entries.compactMap { ($0.value(forKey: "number") as? NSNumber)?.int64Value }.sorted()
    }

    /// Executes a request; the files are copied between the commits of home and follower.
    func images(_ request: NSPersistentStoreRequest) throws -> [URL] {
      let coordinator = try open(folder)
      let image = directory.url.appendingPathComponent("image")
      let early = directory.url.appendingPathComponent("early")
      let context = stage.context(coordinator)
      let home = try #require(coordinator.homeStore).ordinal
      coordinator.router.commitHook = { point in
        // Without the image nothing can be opened there.
        if point == .willCommit { try? CrashImage.copy(folder, to: early) }
        if point == .didCommit(ordinal: home) { try? CrashImage.copy(folder, to: image) }
      }
      _ = try coordinator.execute(request, with: context)
      coordinator.router.commitHook = nil
      return [early, image]
    }
  }

  // R-PSC-926
  @Test(arguments: engines)
  func anUpdateIsInAllStoresOrInNone(_ stage: JournalStage) throws {
    let scene = try Scene(stage)
    let request = NSBatchUpdateRequest(entityName: "Entry0")
    request.propertiesToUpdate = ["number": NSExpression(format: "number + 10")]
    request.isAtomic = true
    let images = try scene.images(request)
    #expect(try scene.numbers(images[0]) == [1, 2, 3, 4, 5, 6])
    #expect(try scene.numbers(images[1]) == [11, 12, 13, 14, 15, 16])
    #expect(try scene.numbers(scene.folder) == [11, 12, 13, 14, 15, 16])
  }

  // R-PSC-926
  @Test(arguments: engines)
  func aDeletionIsInAllStoresOrInNone(_ stage: JournalStage) throws {
    let scene = try Scene(stage)
    let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: "Entry0")
    fetch.predicate = NSPredicate(format: "number > 2")
    let request = NSBatchDeleteRequest(fetchRequest: fetch)
    request.isAtomic = true
    #expect((request.copy() as? NSBatchDeleteRequest)?.isAtomic == true)
    let images = try scene.images(request)
    #expect(try scene.numbers(images[0]) == [1, 2, 3, 4, 5, 6])
    #expect(try scene.numbers(images[1]) == [1, 2])
    #expect(try scene.numbers(scene.folder) == [1, 2])
  }

  // R-PSC-926
  @Test(arguments: engines)
  func anErrorInOneStoreUndoesAll(_ stage: JournalStage) throws {
    let scene = try Scene(stage)
    let coordinator = try scene.open(scene.folder)
    let request = NSBatchUpdateRequest(entityName: "Entry0")
    let other = coordinator.persistentStores[1]
    let text = "x-coredata://\(other.identifier ?? "")/Account0/p1"
    let uri = try #require(URL(string: text))
    let destination = try #require(coordinator.managedObjectID(forURIRepresentation: uri))
    request.propertiesToUpdate = ["number": 7, "account": destination]
    request.isAtomic = true
    #expect(throws: CocoaError.self) {
      try coordinator.execute(request, with: stage.context(coordinator))
    }
    #expect(try scene.numbers(scene.folder) == [1, 2, 3, 4, 5, 6])
  }

  private static let engines = JournalStage.pairs.filter { stage in
    stage.kinds.allSatisfy { $0 == .sqlite || $0 == .lmdb }
  }
}
