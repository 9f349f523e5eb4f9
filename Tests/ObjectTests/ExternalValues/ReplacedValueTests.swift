// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// The file of a value that was replaced is there for as long as somebody can ask for it.
@Suite struct ReplacedValueTests {
  private func replace(_ gallery: Gallery, _ name: String, by seed: Int) throws {
    try gallery.run { context in
      try context.picture(name).setValue(Gallery.content(seed), forKey: "data")
      try context.save()
    }
  }

  // R-REQ-172
  @Test func aReplacedFileIsRemoved() throws {
    let gallery = try Gallery()
    try gallery.fill([1])
    let old = gallery.files
    #expect(old.count == 1)
    try replace(gallery, "1", by: 2)
    // The rows that named it have gone with the context; the next reader finds that out.
    #expect(try gallery.data("1") == Gallery.content(2))
    #expect(gallery.files.count == 1)
    #expect(gallery.files.isDisjoint(with: old))
  }

  // R-REQ-172
  @Test func closingRemovesFilesOfDeletedObjects() throws {
    let gallery = try Gallery()
    try gallery.fill([1, 2])
    try gallery.run { context in
      try context.delete(context.picture("1"))
      try context.save()
    }
    try gallery.close()
    #expect(gallery.files.count == 1)
    #expect(try Gallery(gallery.place).data("2") == Gallery.content(2))
  }

  @Test func anObjectKeepsTheValueOfItsRow() throws {
    let gallery = try Gallery()
    try gallery.fill([1])
    try gallery.run { context in
      let picture = try context.picture("1")
      #expect(picture.string("name") == "1")
      try replace(gallery, "1", by: 2)
      #expect(try gallery.data("1") == Gallery.content(2))
      #expect(picture.data == Gallery.content(1))
      context.refresh(picture, mergeChanges: false)
      #expect(picture.data == Gallery.content(2))
    }
  }

  // R-CTX-440
  @Test func aPinnedContextReadsTheValueOfItsGeneration() throws {
    let gallery = try Gallery()
    try gallery.fill([1])
    try gallery.run { context in
      try context.setQueryGenerationFrom(.current)
      #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Picture")) == 1)
      try replace(gallery, "1", by: 2)
      try replace(gallery, "1", by: 3)
      #expect(try context.picture("1").data == Gallery.content(1))
    }
    #expect(try gallery.reopened().files.count == 1)
  }

  @Test func undoAfterASaveBringsTheFormerValueBack() throws {
    let gallery = try Gallery()
    try gallery.fill([1])
    try gallery.run { context in
      context.undoManager = UndoManager()
      let picture = try context.picture("1")
      picture.setValue(Gallery.content(2), forKey: "data")
      try context.save()
      context.undo()
      #expect(picture.data == Gallery.content(1))
      try context.save()
    }
    #expect(try gallery.reopened().data("1") == Gallery.content(1))
  }

  @Test func aDeletedObjectComesBackWithItsValue() throws {
    let gallery = try Gallery()
    try gallery.fill([1])
    try gallery.run { context in
      context.undoManager = UndoManager()
      try context.delete(context.picture("1"))
      try context.save()
      context.undo()
      try context.save()
    }
    let again = try gallery.reopened()
    #expect(try again.data("1") == Gallery.content(1))
    #expect(again.files.count == 1)
  }

  @Test func aRejectedSaveLeavesNoFile() throws {
    let gallery = try Gallery()
    try gallery.fill([1])
    try gallery.run { context in
      let picture = try context.picture("1")
      #expect(picture.string("name") == "1")
      try replace(gallery, "1", by: 2)
      picture.setValue(Gallery.content(3), forKey: "data")
      #expect(throws: (any Error).self) { try context.save() }
      context.rollback()
    }
    let again = try gallery.reopened()
    #expect(again.files.count == 1)
    #expect(try again.data("1") == Gallery.content(2))
  }

  // R-REQ-172: the row was read before another process replaced the value and removed the file
  @Test func aValueThatAnotherProcessHasReplacedIsThePresentOne() async throws {
    let gallery = try Gallery()
    try gallery.fill([1])
    let context = gallery.context()
    let picture = try context.performAndWait {
      let picture = try context.picture("1")
      #expect(picture.string("name") == "1")
      return Unchecked(picture)
    }
    await #expect(processExitsWith: .success) { [place = gallery.place.folder as URL] in
      let other = try Gallery(Workplace(existing: place))
      try other.run { context in
        try context.picture("1").setValue(Gallery.content(2), forKey: "data")
        try context.save()
      }
      try other.close()
      exit(other.files.count == 1 ? EXIT_SUCCESS : EXIT_FAILURE)
    }
    context.performAndWait { #expect(picture.value.data == Gallery.content(2)) }
  }

  // R-REQ-172
  @Test func aGenerationKeepsItsFilesFromAnotherProcess() async throws {
    let gallery = try Gallery()
    try gallery.fill([1])
    let context = gallery.context()
    try context.performAndWait {
      try context.setQueryGenerationFrom(.current)
      #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Picture")) == 1)
    }
    await #expect(processExitsWith: .success) { [place = gallery.place.folder as URL] in
      let other = try Gallery(Workplace(existing: place))
      try other.run { context in
        try context.picture("1").setValue(Gallery.content(2), forKey: "data")
        try context.save()
      }
      try other.close()
      exit(other.files.count == 2 ? EXIT_SUCCESS : EXIT_FAILURE)
    }
    try context.performAndWait {
      #expect(try context.picture("1").data == Gallery.content(1))
      try context.setQueryGenerationFrom(nil)
      context.reset()
    }
    #expect(try gallery.data("1") == Gallery.content(2))
    // What the other process could not remove is found when the store is closed.
    try gallery.close()
    #expect(gallery.files.count == 1)
  }
}

/// An object that is used on its context's queue only.
private struct Unchecked: @unchecked Sendable {
  let value: NSManagedObject

  init(_ value: NSManagedObject) { self.value = value }
}
#endif
