// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Giving an added store another place.
struct StoreURLTests {
  /// The files of a durable store under another name.
  private static func copy(_ url: URL, to other: URL) throws {
    for suffix in ["", "-wal", "-shm", "-lock"] {
      let source = url.path + suffix
      guard FileManager.default.fileExists(atPath: source) else { continue }
      try FileManager.default.copyItem(atPath: source, toPath: other.path + suffix)
    }
  }

  private static let durable = StackKind.singles.filter(\.isDurable)

  // R-PSC-080, 083
  @Test(arguments: durable) func aStoreReconnectsToTheSameStoreElsewhere(
    _ kind: StackKind
  ) throws {
    var stack = try Stack(kind)
    try stack.run { context in
      _ = context.insert("Note", ["text": "there"])
      try context.save()
    }
    let url = stack.coordinator.url(for: stack.coordinator.persistentStores[0])
    let other = url.deletingLastPathComponent().appendingPathComponent("other")
    stack = try stack.reopened()
    let store = stack.coordinator.persistentStores[0]
    try stack.coordinator.remove(store)
    try Self.copy(url, to: other)
    let added = try stack.coordinator.addPersistentStore(
      ofType: kind.stores[0].type, configurationName: nil, at: url)
    try stack.run { context in
      let note = try context.only("Note")
      note.setValue("here", forKey: "text")
      try context.save()
      #expect(stack.coordinator.setURL(other, for: added))
      #expect(stack.coordinator.persistentStores == [added])
      #expect(added.url == other)
      #expect(stack.coordinator.persistentStore(for: other) === added)
      #expect(stack.coordinator.persistentStore(for: url) == nil)
      context.reset()
      let again = try context.only("Note")
      #expect(again.string("text") == "there")
      #expect(again.objectID == note.objectID)
      again.setValue("moved", forKey: "text")
      try context.save()
    }
    try stack.coordinator.remove(added)
    let reread = try stack.coordinator.addPersistentStore(
      ofType: kind.stores[0].type, configurationName: nil, at: other)
    let text = try stack.run { try $0.only("Note").string("text") }
    #expect(text == "moved")
    #expect(reread.identifier == added.identifier)
  }

  // R-PSC-083, 084
  @Test(arguments: durable) func aStoreStaysWhereItIsWhenThereIsNoneElsewhere(
    _ kind: StackKind
  ) throws {
    let (stack, second) = (try Stack(kind), try Stack(kind))
    let store = stack.coordinator.persistentStores[0]
    let url = stack.coordinator.url(for: store)
    let missing = stack.directory.appendingPathComponent("missing")
    #expect(!stack.coordinator.setURL(missing, for: store))
    #expect(!FileManager.default.fileExists(atPath: missing.path))
    let other = second.coordinator.persistentStores[0]
    let foreign = second.coordinator.url(for: other)
    try second.coordinator.remove(other)
    #expect(!stack.coordinator.setURL(foreign, for: store))
    let third = try stack.coordinator.addPersistentStore(
      ofType: kind.stores[0].type, configurationName: nil, at: foreign)
    #expect(!stack.coordinator.setURL(foreign, for: store))
    #expect(stack.coordinator.setURL(url, for: store))
    #expect(stack.coordinator.url(for: store) == url)
    try stack.coordinator.remove(third)
    #expect(!stack.coordinator.setURL(foreign, for: third))
    try stack.run { context in
      _ = context.insert("Note", ["text": "still"])
      try context.save()
    }
  }

  // R-PSC-081
  @Test func aStoreWithoutAPlaceHasAURLAllTheSame() throws {
    let stack = try TapeStack()
    let url = stack.coordinator.url(for: stack.store)
    #expect(url.scheme == "memory")
    #expect(stack.coordinator.persistentStore(for: url) === stack.store)
  }

  // R-PSC-082
  @Test func aStoreInMemoryOnlyChangesItsName() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: TapeModel.make())
    let store = try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    let url = URL(fileURLWithPath: "/somewhere/else")
    #expect(coordinator.setURL(url, for: store))
    #expect(coordinator.persistentStore(for: url) === store)
  }

  // R-PSC-083
  @Test func anIncrementalStoreIsAskedWhatItFinds() throws {
    let stack = try TapeStack()
    let former = stack.store.url
    let url = try #require(URL(string: "tape:other"))
    let metadata = stack.tape.metadata
    stack.tape.metadata = [NSStoreTypeKey: TapeStore.storeType, NSStoreUUIDKey: "another"]
    #expect(!stack.coordinator.setURL(url, for: stack.store))
    #expect(stack.store.url == former)
    stack.tape.metadata = metadata
    #expect(stack.coordinator.setURL(url, for: stack.store))
    #expect(stack.store.url == url)
  }

  // R-PSC-083, 490
  @Test func anIncrementalStoreIsKnownByTheUUIDOfTheNextTime() throws {
    let stack = try TapeStack()
    let identifier = stack.store.identifier
    stack.coordinator.setMetadata([NSStoreUUIDKey: "next"], for: stack.store)
    try stack.run { try $0.save() }
    #expect(stack.tape.metadata?[NSStoreUUIDKey] as? String == "next")
    let url = try #require(URL(string: "tape:other"))
    #expect(stack.coordinator.setURL(url, for: stack.store))
    #expect(stack.store.url == url)
    #expect(stack.store.identifier == identifier)
  }
}
