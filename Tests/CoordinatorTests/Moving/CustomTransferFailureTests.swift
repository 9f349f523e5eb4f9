// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// A migration to an incremental store that fails leaves its place as it was.
@Suite struct CustomTransferFailureTests {
  private let place: Workplace
  private let coordinator: NSPersistentStoreCoordinator
  private let there = Data("there".utf8)

  init() throws {
    TapeStore.register()
    place = try Workplace()
    coordinator = place.coordinator(TapeModel.make())
    try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
    try place.run(coordinator) { context in
      _ = context.insert("Book", ["title": "A"])
      try context.save()
    }
  }

  private func refusal(_ tape: Tape) -> CocoaError? {
    failure {
      try coordinator.migratePersistentStore(
        coordinator.persistentStores[0], to: place.url("new"), options: ["tape": tape],
        withType: TapeStore.storeType)
    }
  }

  /// A store that writes half of its file.
  private func failing() -> Tape {
    let (tape, url) = (Tape(), place.url("new"))
    tape.answer = { request in
      guard request is NSSaveChangesRequest else { return nil }
      try Data("half".utf8).write(to: url)
      throw CocoaError(.fileWriteOutOfSpace)
    }
    return tape
  }

  // R-PSC-104
  @Test func aUUIDThatAnotherStoreHasIsRefusedBeforeAnythingIsTouched() throws {
    let (first, second) = (Tape(), Tape())
    try coordinator.addPersistentStore(
      ofType: TapeStore.storeType, configurationName: nil, at: nil, options: ["tape": first])
    second.metadata = first.metadata
    try there.write(to: place.url("new"))
    let stores = coordinator.persistentStores
    #expect(refusal(second)?.code.rawValue == 134081)
    #expect(coordinator.persistentStores == stores)
    #expect(try place.contents() == ["new": there])
    let titles = try place.run(coordinator) { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
      request.affectedStores = [stores[0]]
      return try context.fetch(request).map { $0.string("title") }
    }
    #expect(titles == ["A"])
  }

  // R-PSC-104
  @Test func aHalfFilledFileIsRemoved() throws {
    #expect(refusal(failing())?.code == .fileWriteOutOfSpace)
    #expect(try place.contents().isEmpty)
    #expect(try place.run(coordinator) { try $0.only("Book").string("title") } == "A")
  }

  // R-PSC-104
  @Test func whatAHalfFilledFileReplacedComesBack() throws {
    try there.write(to: place.url("new"))
    #expect(refusal(failing())?.code == .fileWriteOutOfSpace)
    #expect(try place.contents() == ["new": there])
  }
}
