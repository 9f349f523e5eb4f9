// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What contexts do when a store is removed from their coordinator.
@Suite struct StoreRemovalTests {
  // R-CTX-346, R-CTX-345, R-CTX-854
  @Test(arguments: StackKind.all)
  func itsObjectsBecomeInvalid(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let (near, far) = (stack.context(), stack.context())
    try near.performAndWait {
      let note = near.insert("Note", ["text": "a"])
      let person = near.insert("Person", ["firstName": "Ada"])
      try near.save()
      let store = try #require(note.objectID.persistentStore)
      let isShared = person.objectID.persistentStore === store
      let other = try far.realised("Note")
      let logs = [near, far].map { NotificationLog($0) }
      try stack.coordinator.remove(store)
      let lost: Set = isShared ? [note, person] : [note]
      #expect(logs[0].notes.map(\.keys) == [[NSInvalidatedObjectsKey]])
      #expect(logs[0].notes.first?.objects(NSInvalidatedObjectsKey) == lost)
      for object in lost {
        #expect(object.managedObjectContext == nil)
        #expect(object.isFault)
      }
      #expect(note.string("text") == nil)
      #expect(!near.registeredObjects.contains(note))
      #expect(person.string("firstName") == (isShared ? nil : "Ada"))
      #expect(!near.hasChanges)
      far.performAndWait {
        #expect(logs[1].notes.first?.objects(NSInvalidatedObjectsKey) == [other])
        #expect(other.managedObjectContext == nil)
        #expect(far.registeredObjects.isEmpty)
      }
    }
  }
}
