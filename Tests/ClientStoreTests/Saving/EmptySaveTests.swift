// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// A save of a context without changes.
struct EmptySaveTests {
  // R-PSC-457
  @Test func anIncrementalStoreIsGivenAnEmptyRequest() throws {
    let stack = try TapeStack()
    try stack.fill()
    try stack.run { context in
      try context.save()
      #expect(stack.tape.calls() == ["save "])
      context.delete(context.insert("Shelf"))
      try context.save()
      #expect(stack.tape.calls() == ["save "])
    }
  }

  // R-PSC-457: of a save with changes only stores with changes are told
  @Test func aStoreThatTakesNoPartInASaveIsNotTold() throws {
    let stack = try TapeStack(after: [NSInMemoryStoreType])
    try stack.run { context in
      _ = context.insert("Shelf", ["title": "in memory"])
      try context.save()
      #expect(stack.tape.calls().isEmpty)
      try context.save()
      #expect(stack.tape.calls() == ["save "])
    }
  }

  // R-PSC-457
  @Test func aStoreMayRefuseAnEmptySave() throws {
    let stack = try TapeStack()
    try stack.run { context in
      let log = NotificationLog(context)
      stack.tape.failures["save"] = CocoaError(.userCancelled)
      #expect(failure { try context.save() }?.code == .userCancelled)
      #expect(log.notes(.NSManagedObjectContextDidSave).isEmpty)
      stack.tape.failures = [:]
      try context.save()
      #expect(log.notes(.NSManagedObjectContextDidSave).count == 1)
    }
  }

  // R-PSC-457: a child saves to its parent
  @Test func aChildTellsNoStore() throws {
    let stack = try TapeStack()
    try stack.run { context in
      let child = Family.child(of: context)
      try child.performAndWait { try child.save() }
      #expect(stack.tape.calls().isEmpty)
    }
  }
}
