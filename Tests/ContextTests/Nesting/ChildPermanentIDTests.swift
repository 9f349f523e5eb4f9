// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Permanent IDs of objects that a child has saved to its parent.
@Suite struct ChildPermanentIDTests {
  // R-CTX-135, R-CTX-139
  @Test(arguments: StackKind.everyStore)
  func theParentsIDIsTakenOver(_ kind: StackKind) throws {
    let family = try Family(kind)
    let (child, parent) = (family.child, family.parent)
    try child.performAndWait { () throws in
      let note = child.insert("Note", ["text": "a"])
      let temporary = note.objectID
      try child.save()
      try parent.performAndWait { try parent.save() }
      try child.obtainPermanentIDs(for: [note])
      let id = note.objectID
      #expect(!id.isTemporaryID)
      #expect(id.persistentStore != nil)
      #expect(!note.hasChanges)
      #expect(child.registeredObject(for: id) === note)
      #expect(child.object(with: temporary) === note)
      let text = try family.stack.run { try $0.existingObject(with: id).string("text") }
      #expect(text == "a")
      note.setValue("b", forKey: "text")
      try child.save()
      try parent.performAndWait { try parent.save() }
      #expect(note.objectID == id)
    }
    #expect(try family.stored("Note", "text == 'b'") == 1)
  }

  // R-CTX-135, R-CTX-139
  @Test(arguments: StackKind.everyStore, [1, 3])
  func whatTheRootHasNotSavedYetIsNumberedThere(_ kind: StackKind, _ depth: Int) throws {
    let family = try Family(kind)
    var contexts = [family.parent]
    for _ in 0..<depth { contexts.append(Family.child(of: contexts[contexts.count - 1])) }
    let bottom = contexts[depth]
    let (id, uri) = try bottom.performAndWait {
      let notes = ["a", "b"].map { bottom.insert("Note", ["text": $0]) }
      let draft = bottom.insert("Draft")
      draft.setValue("new", forKey: "text")
      for context in contexts.dropFirst().reversed() {
        try context.performAndWait { try context.save() }
      }
      let fresh = bottom.insert("Note", ["text": "fresh"])
      try bottom.obtainPermanentIDs(for: notes + [draft, fresh])
      #expect((notes + [draft, fresh]).allSatisfy { !$0.objectID.isTemporaryID })
      #expect(fresh.isInserted)
      #expect(!notes[0].isInserted)
      return (notes[0].objectID, draft.objectID.uriRepresentation())
    }
    try family.parent.performAndWait {
      let note = try family.parent.existingObject(with: id)
      #expect(note.isInserted)
      #expect(note.objectID == id)
      #expect(note.string("text") == "a")
      try family.parent.save()
      #expect(note.objectID == id)
    }
    let found = try #require(family.stack.coordinator.managedObjectID(forURIRepresentation: uri))
    let text = try family.stack.run { try $0.existingObject(with: found).string("text") }
    #expect(text == "new")
  }

  // R-CTX-137
  @Test func obtainingBelowAParentIsAllOrNothing() throws {
    let kind = StackKind(name: "notes", stores: [(NSInMemoryStoreType, "Notes")])
    let family = try Family(kind)
    let (child, parent) = (family.child, family.parent)
    try child.performAndWait { () throws in
      let (note, draft) = (child.insert("Note"), child.insert("Draft"))
      try child.save()
      let fresh = child.insert("Note")
      let objects = [fresh, note, draft]
      #expect {
        try child.obtainPermanentIDs(for: objects)
      } throws: { ($0 as? CocoaError)?.code == .persistentStoreSave }
      #expect(objects.allSatisfy { $0.objectID.isTemporaryID })
      parent.performAndWait {
        #expect(parent.insertedObjects.allSatisfy { $0.objectID.isTemporaryID })
      }
      try child.obtainPermanentIDs(for: [fresh, note])
      #expect(!fresh.objectID.isTemporaryID)
      #expect(!note.objectID.isTemporaryID)
    }
  }

  // R-CTX-139
  @Test(arguments: StackKind.all)
  func whatTheParentHasDeletedHasNoID(_ kind: StackKind) throws {
    try Family(kind).run { (parent, child) throws in
      let note = child.insert("Note", ["text": "a"])
      try child.save()
      parent.delete(try #require(parent.insertedObjects.first))
      parent.processPendingChanges()
      #expect {
        try child.obtainPermanentIDs(for: [note])
      } throws: { ($0 as? CocoaError)?.code == .managedObjectReferentialIntegrity }
      #expect(note.objectID.isTemporaryID)
    }
  }

  // R-CTX-112, R-CTX-138
  @Test(arguments: StackKind.everyStore)
  func bothLookupsKnowATemporaryIDWhoseObjectWasSaved(_ kind: StackKind) throws {
    try Family(kind).run { (parent, child) throws in
      let temporary = try saved(child)
      try parent.save()
      let found = try parent.existingObject(with: temporary)
      #expect(found.string("text") == "a")
      #expect(!found.objectID.isTemporaryID)
      #expect(parent.object(with: temporary) === found)
    }
    try Family(kind).run { (parent, child) throws in
      let temporary = try saved(child)
      try parent.save()
      let found = parent.object(with: temporary)
      #expect(found.string("text") == "a")
      #expect(try parent.existingObject(with: temporary) === found)
    }
  }

  /// The temporary ID of what a child has saved to its parent, where nobody holds it.
  private func saved(_ child: NSManagedObjectContext) throws -> NSManagedObjectID {
    let note = child.insert("Note", ["text": "a"])
    let id = note.objectID
    try child.save()
    return id
  }
}
