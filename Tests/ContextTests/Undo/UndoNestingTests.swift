// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Undoing in parents and children, whose managers know nothing of each other.
@Suite struct UndoNestingTests {
  // R-CTX-694, R-CTX-813
  @Test(arguments: StackKind.all)
  func aChildsSaveIsOneActionOfTheParent(_ kind: StackKind) throws {
    let family = try Family(kind)
    try family.run { parent, child in
      let old = parent.insert("Person", ["firstName": "Old"])
      try parent.save()
      let before = try parent.dump()
      let manager = UndoManager()
      parent.undoManager = manager
      let person = child.insert("Person", ["firstName": "Ada"])
      _ = child.insert("Car", ["numberPlate": "A1", "owner": person])
      child.object(with: old.objectID).setValue("changed", forKey: "lastName")
      child.processPendingChanges()
      try child.save()
      let after = try parent.dump()
      #expect(after.count == 3)
      #expect(child.undoManager == nil)
      parent.undo()
      #expect(try parent.dump() == before)
      #expect(!manager.canUndo)
      parent.redo()
      #expect(try parent.dump() == after)
      try parent.save()
      #expect(try family.stack.stored() == after)
    }
  }

  // R-CTX-694, R-CTX-687
  @Test(arguments: StackKind.all)
  func aChildUndoesWhatItHasSaved(_ kind: StackKind) throws {
    let family = try Family(kind)
    try family.run { parent, child in
      _ = parent.insert("Person", ["firstName": "Old"])
      try parent.save()
      let before = try parent.dump()
      child.undoManager = UndoManager()
      try child.step {
        let old = try child.only("Person")
        let person = child.insert("Person", ["firstName": "Ada"])
        person.setValue(Set([old]), forKey: "friends")
        old.setValue("changed", forKey: "lastName")
      }
      try child.save()
      let after = try parent.dump()
      #expect(after != before)
      child.undo()
      #expect(try child.dump() == before)
      #expect(try parent.dump() == after)
      try child.save()
      #expect(try parent.dump() == before)
      child.redo()
      try child.save()
      #expect(try parent.dump() == after)
      try parent.save()
      #expect(try family.stack.stored() == after)
    }
  }

  // R-CTX-687, R-CTX-694
  @Test(arguments: StackKind.all)
  func aChildUndoesADeletionThatItsParentHasNotSaved(_ kind: StackKind) throws {
    let family = try Family(kind)
    try family.run { parent, child in
      let person = parent.insert("Person", ["firstName": "Ada"])
      _ = parent.insert("Car", ["numberPlate": "A1", "owner": person])
      try parent.save()
      let before = try parent.dump()
      child.undoManager = UndoManager()
      try child.step { try child.all("Person").forEach(child.delete) }
      try child.save()
      #expect(try parent.dump().isEmpty)
      #expect(person.isDeleted)
      child.undo()
      try child.save()
      #expect(try parent.dump() == before)
      #expect(!person.isDeleted)
      try parent.save()
      #expect(try family.stack.stored() == before)
    }
  }
}
