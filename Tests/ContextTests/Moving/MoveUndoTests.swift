// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Undoing moves.
@Suite struct MoveUndoTests {
  // R-PSC-935
  @Test func aMarkingIsUndoneAndRedone() throws {
    let stack = try StudioModel.stack(StorePair.own[0])
    try stack.run { context in
      let studio = try Studio(in: stack.first, context)
      context.undoManager = UndoManager()
      try context.move([studio.department], to: stack.second)
      context.undo()
      #expect(!context.hasChanges)
      context.redo()
      #expect(context.updatedObjects == studio.everything)
      try context.save()
      #expect(studio.department.objectID.persistentStore === stack.second)
    }
  }

  // R-PSC-932, 935: after the save the objects go back
  @Test func aSavedMoveIsUndoneByAnother() throws {
    let stack = try StudioModel.stack(StorePair.own[0])
    try stack.run { context in
      let studio = try Studio(in: stack.first, context)
      let (text, id) = (studio.text, studio.department.objectID)
      context.undoManager = UndoManager()
      try context.move([studio.department], to: stack.second)
      try context.save()
      context.undo()
      #expect(context.updatedObjects == studio.everything)
      try context.save()
      #expect(studio.department.objectID == id)
      #expect(studio.text == text)
    }
  }
}
