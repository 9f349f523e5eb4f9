// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// The option that switches a history on, and stores that are opened without it.
@Suite struct HistoryOptionTests {
  private func open(
    _ kind: StackKind, _ folder: URL, _ options: [AnyHashable: Any]?
  ) throws -> NSPersistentStoreCoordinator {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: GarageModel.make())
    try coordinator.addPersistentStore(
      ofType: kind.stores[0].type, configurationName: nil, at: try kind.url(0, in: folder),
      options: options)
    return coordinator
  }

  private func save(_ coordinator: NSPersistentStoreCoordinator) throws {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      _ = context.insert("Note")
      try context.save()
    }
  }

  private func count(_ coordinator: NSPersistentStoreCoordinator) throws -> Int? {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return try context.performAndWait {
      let request = NSPersistentHistoryChangeRequest.fetchHistory(after: .distantPast)
      request.resultType = .count
      return (try context.execute(request) as? NSPersistentHistoryResult)?.result as? Int
    }
  }

  // R-PSC-730
  @Test(arguments: StackKind.singles) func theOptionIsABooleanANumberOrADictionary(
    _ kind: StackKind
  ) throws {
    let settings = ["NSPersistentHistoryTrackingKey": true]
    let values: [(Any, Bool)] = [
      (true, true), (NSNumber(value: true), true), (settings, true), (false, false),
      (NSNumber(value: 0), false), ("yes", false),
    ]
    for (value, isOn) in values {
      let directory = try TemporaryDirectory()
      let coordinator = try open(kind, directory.url, [NSPersistentHistoryTrackingKey: value])
      try save(coordinator)
      #expect(
        (coordinator.currentPersistentHistoryToken(fromStores: nil) != nil) == isOn, "\(value)")
      if isOn { #expect(try count(coordinator) == 1) }
    }
  }

  // R-PSC-140
  @Test(arguments: StackKind.singles.filter(\.isDurable))
  func withoutTheOptionAStoreWithHistoryIsReadOnly(_ kind: StackKind) throws {
    let directory = try TemporaryDirectory()
    try save(try open(kind, directory.url, [NSPersistentHistoryTrackingKey: true]))
    let plain = try open(kind, directory.url, nil)
    #expect(plain.persistentStores[0].isReadOnly)
    #expect(throws: CocoaError.self) { try save(plain) }
    for store in plain.persistentStores { try plain.remove(store) }
    let tracked = try open(kind, directory.url, [NSPersistentHistoryTrackingKey: true])
    #expect(!tracked.persistentStores[0].isReadOnly)
    try save(tracked)
    #expect(try count(tracked) == 2)
  }

  // R-PSC-140
  @Test(arguments: StackKind.singles.filter(\.isDurable)) func aHistoryMayBeGivenUp(
    _ kind: StackKind
  ) throws {
    let directory = try TemporaryDirectory()
    try save(try open(kind, directory.url, [NSPersistentHistoryTrackingKey: true]))
    let plain = try open(kind, directory.url, [AllowDisablingHistoryOption: true])
    #expect(!plain.persistentStores[0].isReadOnly)
    #expect(plain.currentPersistentHistoryToken(fromStores: nil) == nil)
    try save(plain)
    for store in plain.persistentStores { try plain.remove(store) }
    let again = try open(kind, directory.url, nil)
    #expect(!again.persistentStores[0].isReadOnly)
  }

  // R-PSC-753
  @Test(arguments: [NSXMLStoreType, NSBinaryStoreType])
  func aStoreThatIsWrittenWholeKeepsNone(_ type: String) throws {
    let model = GarageModel.make()
    for entity in model.entities { entity.uniquenessConstraints = [] }
    let directory = try TemporaryDirectory()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: directory.url.appendingPathComponent("file"),
      options: [NSPersistentHistoryTrackingKey: true])
    try save(coordinator)
    #expect(coordinator.currentPersistentHistoryToken(fromStores: nil) == nil)
    do {
      _ = try count(coordinator)
      Issue.record("There is no history.")
    } catch let error as CocoaError {
      #expect(error.code == .persistentStoreUnsupportedRequestType)
    }
  }
}
