// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// The IDs of objects whose store has been migrated.
@Suite struct TransferredIDTests {
  private func note(
    _ context: NSManagedObjectContext
  ) throws -> (NSManagedObject, NSManagedObjectID) {
    let note = context.insert("Note", ["text": "a"])
    try context.save()
    return (note, note.objectID)
  }

  // R-PSC-102
  @Test(arguments: TransferStage.types, TransferStage.types)
  func objectsHaveNewIDsAndOldOnesLeadToThem(from old: String, to new: String) throws {
    let stage = try TransferStage(old)
    let context = stage.context()
    try context.performAndWait {
      let (note, id) = try note(context)
      let uri = id.uriRepresentation()
      let store = try stage.migrate(to: new)
      #expect(note.objectID != id)
      #expect(note.objectID.persistentStore === store)
      #expect(note.objectID.uriRepresentation().host == store.identifier)
      #expect(id.uriRepresentation() == uri)
      #expect(id.persistentStore === store)
      #expect(context.object(with: id) === note)
      #expect(try context.existingObject(with: id) === note)
      #expect(context.registeredObject(for: note.objectID) === note)
      #expect(stage.coordinator.managedObjectID(forURIRepresentation: uri) == note.objectID)
      #expect(stage.coordinator.migratedObjectID(for: id) == note.objectID)
      #expect(stage.coordinator.migratedObjectID(for: note.objectID) === note.objectID)
      let found = try context.all("Note", nil).map(\.objectID)
      #expect(found == [note.objectID])
    }
  }

  // R-PSC-102: chains of migrations
  @Test func theOldestIDLeadsToTheNewest() throws {
    let stage = try TransferStage(TransferStage.types[0])
    let context = stage.context()
    try context.performAndWait {
      let (note, first) = try note(context)
      for (place, type) in TransferStage.types.enumerated() {
        try stage.migrate(to: type, "\(place)")
      }
      #expect(context.object(with: first) === note)
      #expect(stage.coordinator.migratedObjectID(for: first) == note.objectID)
      #expect(
        stage.coordinator.managedObjectID(forURIRepresentation: first.uriRepresentation())
          == note.objectID)
    }
  }

  @Test func everyContextAndItsChildrenGetNewIDs() throws {
    let stage = try TransferStage(TransferStage.types[0])
    let (context, other) = (stage.context(), stage.context())
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = context
    let id = try context.performAndWait { try note(context).1 }
    let near = child.performAndWait { child.object(with: id) }
    let far = other.performAndWait { other.object(with: id) }
    let store = try stage.migrate(to: TransferStage.types.last ?? "")
    #expect(near.objectID.persistentStore === store)
    #expect(near.objectID != id)
    #expect(far.objectID == near.objectID)
    child.performAndWait { #expect(near.string("text") == "a") }
  }

  // R-PSC-093: IDs of another coordinator over the old file
  @Test(arguments: Workplace.types)
  func foreignIDsOfTheOldStoreLeadToTheNew(_ type: String) throws {
    let stage = try TransferStage(type)
    let context = stage.context()
    try context.performAndWait {
      let (note, _) = try note(context)
      let foreign = try stage.place.run(stage.place.opened(type, "old")) { other in
        try #require(other.all("Note").first).objectID
      }
      try stage.migrate(to: type)
      #expect(context.object(with: foreign) === note)
    }
  }

  @Test(arguments: Workplace.types)
  func theOldStoreCanBeAddedAgain(_ type: String) throws {
    let stage = try TransferStage(type)
    let context = stage.context()
    try context.performAndWait {
      let (note, id) = try note(context)
      try stage.migrate(to: type)
      let again = try stage.coordinator.addPersistentStore(
        ofType: type, configurationName: nil, at: stage.place.url("old"))
      #expect(context.object(with: id) !== note)
      #expect(context.object(with: id).objectID.persistentStore === again)
      #expect(try context.all("Note").count == 2)
    }
  }

  @Test func anIDOfAStoreThatIsNotHereHasNoOther() throws {
    let stage = try TransferStage(TransferStage.types[0])
    let other = try TransferStage(TransferStage.types[0])
    let context = other.context()
    let id = try context.performAndWait { try note(context).1 }
    #expect(stage.coordinator.migratedObjectID(for: id) == nil)
  }

  @Test func afterARemovalOldIDsLeadNowhere() throws {
    let stage = try TransferStage(TransferStage.types[0])
    let context = stage.context()
    try context.performAndWait {
      let (_, id) = try note(context)
      let store = try stage.migrate(to: TransferStage.types[0])
      try stage.coordinator.remove(store)
      #expect(id.persistentStore == nil)
      #expect(stage.coordinator.migratedObjectID(for: id) == nil)
      #expect(
        stage.coordinator.managedObjectID(forURIRepresentation: id.uriRepresentation()) == nil)
    }
  }

  // R-PSC-101: no lock is held while the store is asked
  @Test func theListOfIDsMayBeAskedForWhileItIsRead() throws {
    let (stack, tape) = (try TapeStack(), Tape())
    try stack.fill()
    let log = CoordinatorLog([stack.coordinator])
    try stack.coordinator.migratePersistentStore(
      stack.store, to: URL(fileURLWithPath: "/dev/null"), options: ["tape": tape],
      withType: TapeStore.storeType)
    let place = log.names.lastIndex(of: .NSPersistentStoreCoordinatorStoresDidChange) ?? 0
    let change = log.value(NSUUIDChangedPersistentStoresKey, at: place) as? [Any]
    let ids = try #require(change?.last as? NSArray)
    var countWithin: Int?
    tape.answer = { _ in
      tape.answer = nil
      countWithin = ids.count
      return nil
    }
    #expect(ids.count == 8)
    #expect(countWithin == 8)
  }

  // R-PSC-101
  @Test func aStoreThatCannotBeReadHasNoIDsToTell() throws {
    let (stack, tape) = (try TapeStack(), Tape())
    try stack.fill()
    let log = CoordinatorLog([stack.coordinator])
    try stack.coordinator.migratePersistentStore(
      stack.store, to: URL(fileURLWithPath: "/dev/null"), options: ["tape": tape],
      withType: TapeStore.storeType)
    let place = log.names.lastIndex(of: .NSPersistentStoreCoordinatorStoresDidChange) ?? 0
    let change = log.value(NSUUIDChangedPersistentStoresKey, at: place) as? [Any]
    let ids = try #require(change?.last as? NSArray)
    tape.answer = { request in
      guard (request as? NSFetchRequest<any NSFetchRequestResult>)?.entityName == "Shelf" else {
        return nil
      }
      throw CocoaError(.fileReadUnknown)
    }
    #expect(ids.count == 0)
  }
}
