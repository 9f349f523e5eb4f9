// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Another UUID in the metadata is that of the store from when it is next added.
@Suite struct StoreIdentifierTests {
  private static let types = Workplace.types + Office.types
  private static let other = "6D5A1F0E-30B5-4B1D-9C2B-000000000490"

  private let place: Workplace

  init() throws { place = try Workplace(keepsConstraints: false) }

  /// A store with a note whose metadata have been given the other UUID, and the note's URI.
  private func renamed(
    _ type: String
  ) throws -> (coordinator: NSPersistentStoreCoordinator, uri: URL) {
    try place.make(type)
    let coordinator = try place.opened(type)
    let uri = try noteURI(coordinator)
    let store = coordinator.persistentStores[0]
    coordinator.setMetadata(["mine": 1, NSStoreUUIDKey: Self.other], for: store)
    try place.run(coordinator) { try $0.save() }
    return (coordinator, uri)
  }

  private func noteURI(_ coordinator: NSPersistentStoreCoordinator) throws -> URL {
    try place.run(coordinator) { try $0.only("Note").objectID.uriRepresentation() }
  }

  private func text(_ uri: URL, _ coordinator: NSPersistentStoreCoordinator) throws -> String? {
    try place.run(coordinator) { context in
      let id = coordinator.managedObjectID(forURIRepresentation: uri)
      return try id.map { try context.existingObject(with: $0).string("text") } ?? nil
    }
  }

  // R-PSC-490
  @Test(arguments: types)
  func anOpenStoreKeepsItsUUID(_ type: String) throws {
    let (coordinator, uri) = try renamed(type)
    let store = coordinator.persistentStores[0]
    #expect(coordinator.metadata(for: store)[NSStoreUUIDKey] as? String == Self.other)
    #expect(store.identifier != Self.other)
    #expect(uri.host == store.identifier)
    #expect(try text(uri, coordinator) == "kept")
    // It goes on working, and further metadata keep the new UUID.
    coordinator.setMetadata(["mine": 2], for: store)
    try place.run(coordinator) { context in
      let note = context.insert("Note", ["text": "new"])
      try context.save()
      #expect(note.objectID.uriRepresentation().host == store.identifier)
    }
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      ofType: type, at: place.url())
    #expect(metadata[NSStoreUUIDKey] as? String == Self.other)
    #expect(metadata["mine"] as? Int == 2)
  }

  // R-PSC-361: Alicerce's suites name stores when they have been added.
  @Test(arguments: types)
  func anIdentifierMayBeSetWhenTheStoreIsAdded(_ type: String) throws {
    try place.make(type)
    let coordinator = try place.opened(type)
    let store = coordinator.persistentStores[0]
    let host = try place.run(coordinator) { context in
      let note = context.insert("Note", ["text": "old"])
      try context.save()
      return note.objectID.uriRepresentation().host
    }
    store.identifier = Self.other
    #expect(coordinator.persistentStores.first?.identifier == Self.other)
    #expect(store.metadata[NSStoreUUIDKey] as? String == Self.other)
    try place.run(coordinator) { context in
      let note = context.insert("Note", ["text": "kept"])
      try context.save()
      #expect(note.objectID.uriRepresentation().host == host)
      #expect(try context.existingObject(with: note.objectID) === note)
    }
    try coordinator.remove(store)
    let again = try place.opened(type)
    #expect(again.persistentStores[0].identifier == Self.other)
  }

  // R-PSC-490, R-PSC-076
  @Test(arguments: types)
  func theNextAddTakesTheNewUUID(_ type: String) throws {
    let (coordinator, uri) = try renamed(type)
    try coordinator.remove(coordinator.persistentStores[0])
    try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: place.url(), options: nil)
    #expect(coordinator.persistentStores[0].identifier == Self.other)
    #expect(coordinator.managedObjectID(forURIRepresentation: uri) == nil)
    let new = try noteURI(coordinator)
    #expect(new.host == Self.other)
    #expect(new.lastPathComponent == uri.lastPathComponent)
    #expect(try text(new, coordinator) == "kept")
  }

  // R-PSC-484, R-PSC-490
  @Test(arguments: types)
  func theUUIDOfAClosedStoreIsSetAtOnce(_ type: String) throws {
    try place.make(type)
    for (identifier, expected) in [(Self.other, Self.other), ("", Self.other)] {
      try NSPersistentStoreCoordinator.setMetadata(
        [NSStoreUUIDKey: identifier], forPersistentStoreOfType: type, at: place.url())
      let coordinator = try place.opened(type)
      #expect(coordinator.persistentStores[0].identifier == expected)
      #expect(try noteURI(coordinator).host == expected)
      try coordinator.remove(coordinator.persistentStores[0])
    }
  }

  // R-PSC-056, R-PSC-490
  @Test(arguments: types)
  func aCopyCanBeAddedOnceItHasAnotherUUID(_ type: String) throws {
    try place.make(type)
    try FileManager.default.copyItem(at: place.url(), to: place.url("copy"))
    try NSPersistentStoreCoordinator.setMetadata(
      [NSStoreUUIDKey: Self.other], forPersistentStoreOfType: type, at: place.url("copy"))
    let coordinator = try place.opened(type)
    try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: place.url("copy"), options: nil)
    // The first may be given the second's UUID for the next time: then they are two of one UUID.
    let first = coordinator.persistentStores[0]
    coordinator.setMetadata([NSStoreUUIDKey: Self.other], for: first)
    try place.run(coordinator) { context in
      #expect(try context.all("Note").count == 2)
      try context.save()
    }
    try coordinator.remove(first)
    let error = failure {
      try coordinator.addPersistentStore(
        ofType: type, configurationName: nil, at: place.url(), options: nil)
    }
    #expect(error?.code == .persistentStoreIncompatibleSchema || error?.code.rawValue == 134081)
  }

  // R-PSC-084, R-PSC-490
  @Test(arguments: Workplace.types)
  func aStoreWithAnotherUUIDForTheNextTimeCanMove(_ type: String) throws {
    let (coordinator, uri) = try renamed(type)
    let store = coordinator.persistentStores[0]
    try coordinator.remove(store)
    let again = try place.opened(type)
    again.setMetadata([NSStoreUUIDKey: "next"], for: again.persistentStores[0])
    try place.run(again) { try $0.save() }
    try FileManager.default.copyItem(at: place.url(), to: place.url("copy"))
    let identifier = again.persistentStores[0].identifier
    #expect(again.setURL(place.url("copy"), for: again.persistentStores[0]))
    #expect(again.persistentStores[0].identifier == identifier)
    #expect(uri.host != identifier)
    #expect(try noteURI(again).host == identifier)
  }

  // R-PSC-372, R-PSC-490
  @Test func aStoreInMemoryKeepsItsUUID() throws {
    let coordinator = try place.opened(NSInMemoryStoreType)
    let store = coordinator.persistentStores[0]
    let identifier = store.identifier
    coordinator.setMetadata([NSStoreUUIDKey: Self.other], for: store)
    try place.run(coordinator) { context in
      let note = context.insert("Note", ["text": "kept"])
      try context.save()
      #expect(note.objectID.uriRepresentation().host == identifier)
    }
    #expect(store.identifier == identifier)
    #expect(coordinator.metadata(for: store)[NSStoreUUIDKey] as? String == Self.other)
  }
}
