// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Versions of an incremental store's records, however it counts.
struct IncrementalVersionTests {
  // R-PSC-449, 450
  @Test(arguments: [(0, 1), (1, 1), (5, 1), (1, 0), (3, 7)] as [(UInt64, UInt64)])
  func savesDoNotConflictWithThemselves(_ first: UInt64, _ step: UInt64) throws {
    let tape = Tape()
    tape.versions = (first, step)
    let stack = try TapeStack(tape)
    let other = stack.context()
    other.stalenessInterval = 0
    var seen: [NSManagedObject] = []
    try stack.run { context in
      let book = context.insert("Book", ["title": "0"])
      for turn in 1...4 {
        try context.save()
        if turn > 1 {
          try other.performAndWait {
            seen = try other.all("Book")
            other.refresh(seen[0], mergeChanges: false)
            #expect(seen[0].string("title") == "\(turn - 1)")
          }
        }
        book.setValue("\(turn)", forKey: "title")
      }
      try context.save()
    }
    try other.performAndWait {
      other.refresh(seen[0], mergeChanges: false)
      seen[0].setValue("x", forKey: "title")
      try other.save()
    }
  }

  // R-PSC-450
  @Test(arguments: [(1, 1), (5, 1), (3, 7)] as [(UInt64, UInt64)])
  func whatSomebodyElseHasChangedConflicts(_ first: UInt64, _ step: UInt64) throws {
    let tape = Tape()
    tape.versions = (first, step)
    let stack = try TapeStack(tape)
    let other = stack.context()
    other.stalenessInterval = 0
    try stack.run { context in
      let book = context.insert("Book", ["title": "0"])
      try context.save()
      let name = stack.store.name(book.objectID)
      tape.records[name]?.values["title"] = "elsewhere"
      tape.records[name]?.version += step
      let title = try other.performAndWait { try other.all("Book").first?.string("title") }
      #expect(title == "elsewhere")
      book.setValue("mine", forKey: "title")
      let error = try #require(throws: CocoaError.self) { try context.save() }
      #expect(error.code == .managedObjectMerge)
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      try context.save()
      #expect(tape.records[name]?.values["title"] as? String == "mine")
    }
  }

  // R-PSC-450: of a store that numbers nothing
  @Test func aVersionNeverFalls() throws {
    let tape = Tape()
    tape.versions = (1, 0)
    let stack = try TapeStack(tape)
    let other = stack.context()
    try stack.run { context in
      let book = context.insert("Book", ["title": "0"])
      try context.save()
      let name = stack.store.name(book.objectID)
      try other.performAndWait {
        let seen = try #require(try other.all("Book").first)
        seen.setValue("theirs", forKey: "title")
        try other.save()
        tape.records[name]?.values["title"] = "THEIRS"
        other.refresh(seen, mergeChanges: false)
        #expect(seen.string("title") == "THEIRS")
      }
      book.setValue("mine", forKey: "title")
      let error = try #require(throws: CocoaError.self) { try context.save() }
      #expect(error.code == .managedObjectMerge)
    }
  }

  // R-PSC-450
  @Test(arguments: [CocoaError.Code.persistentStoreSaveConflicts, .managedObjectMerge])
  func aStoreFindsConflictsItself(_ code: CocoaError.Code) throws {
    let stack = try TapeStack()
    try stack.fill()
    try stack.run { context in
      let ada = try #require(try context.all("Book", "title == 'Ada'").first)
      ada.setValue("Bee", forKey: "title")
      let name = stack.store.name(ada.objectID)
      stack.tape.answer = { request in
        guard request is NSSaveChangesRequest, stack.tape.records[name]?.version == 1 else {
          return nil
        }
        stack.tape.records[name]?.values["pages"] = 99
        stack.tape.records[name]?.version = 2
        let conflict = NSMergeConflict(
          source: ada, newVersion: 2, oldVersion: 1, cachedSnapshot: nil, persistedSnapshot: nil)
        throw NSError(
          domain: NSCocoaErrorDomain, code: code.rawValue,
          userInfo: [NSPersistentStoreSaveConflictsErrorKey: [conflict]])
      }
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      try context.save()
      #expect(ada.value(forKey: "pages") as? Int == 99)
      #expect(stack.tape.records[name]?.values["title"] as? String == "Bee")
    }
  }

  /// Saves a change to the only book of a store that says that it is in conflict, and cannot be asked
  /// for it, in words of its own.
  private func saveOverConflict(
    _ policy: NSMergePolicy, snapshot: [String: Any]? = nil,
    check: (TapeStack, NSManagedObject, CocoaError?) throws -> Void
  ) throws {
    let stack = try TapeStack()
    try stack.run { context in
      let book = context.insert("Book", ["title": "Ada"])
      try context.save()
      let name = stack.store.name(book.objectID)
      book.setValue("Bee", forKey: "title")
      stack.tape.failures["values"] = NSError(domain: "Service", code: 404)
      stack.tape.answer = { request in
        guard let save = request as? NSSaveChangesRequest, save.updatedObjects == [book] else {
          return nil
        }
        if snapshot == nil { stack.tape.records[name] = nil }
        let conflict = NSMergeConflict(
          source: book, newVersion: 2, oldVersion: 1, cachedSnapshot: snapshot,
          persistedSnapshot: snapshot)
        throw CocoaError(
          .persistentStoreSaveConflicts,
          userInfo: [NSPersistentStoreSaveConflictsErrorKey: [conflict]])
      }
      context.mergePolicy = policy
      try check(stack, book, failure { try context.save() })
    }
  }

  private func conflicts(in error: CocoaError?) -> [NSMergeConflict] {
    error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict] ?? []
  }

  // R-PSC-450: ODataIncrementalStore answers a read of what the service has deleted with a 404 of its own
  @Test func aConflictWithWhatCannotBeReadStaysAConflict() throws {
    try saveOverConflict(.error) { stack, book, error in
      #expect(error?.code == .managedObjectMerge)
      let found = conflicts(in: error)
      #expect(found.map(\.sourceObject) == [book])
      #expect(found.map(\.newVersionNumber) == [0])
      #expect(found.map { $0.persistedSnapshot == nil } == [true])
      #expect(book.string("title") == "Bee")
      #expect(book.hasChanges)
    }
  }

  // R-PSC-450, R-CTX-631
  @Test func thePolicyResolvesAConflictWithWhatCannotBeRead() throws {
    try saveOverConflict(.mergeByPropertyObjectTrump) { stack, book, error in
      #expect(error == nil)
      #expect(stack.tape.records.values.map { $0.values["title"] as? String } == ["Bee"])
    }
    try saveOverConflict(.rollback) { stack, book, error in
      #expect(error == nil)
      #expect(book.isDeleted || book.managedObjectContext == nil)
      #expect(stack.tape.records.isEmpty)
    }
  }

  // R-PSC-450: it is there, and a policy would store it a second time
  @Test func aConflictThatNobodyCanMergeIsTheErrorOfTheSave() throws {
    for policy in [NSMergePolicy.error, .mergeByPropertyObjectTrump, .rollback] {
      try saveOverConflict(policy, snapshot: ["title": "Cid"]) { stack, book, error in
        #expect(error?.code == .persistentStoreSaveConflicts)
        let found = conflicts(in: error)
        #expect(found.map { $0.persistedSnapshot?["title"] as? String } == ["Cid"])
        #expect(book.string("title") == "Bee")
        #expect(book.hasChanges)
        #expect(stack.tape.records.count == 1)
      }
    }
  }

  // R-PSC-684
  @Test func whatABatchHasChangedConflicts() throws {
    let stack = try TapeStack()
    try stack.fill()
    try stack.run { context in
      let ada = try #require(try context.all("Book", "title == 'Ada'").first)
      let name = stack.store.name(ada.objectID)
      _ = ada.string("title")
      stack.tape.answer = {
        guard $0 is NSBatchUpdateRequest else { return nil }
        stack.tape.records[name]?.values["pages"] = 99
        stack.tape.records[name]?.version += 1
        return true
      }
      let update = NSBatchUpdateRequest(entityName: "Book")
      update.propertiesToUpdate = ["pages": 99]
      _ = try context.execute(update)
      ada.setValue("Bee", forKey: "title")
      let error = try #require(throws: CocoaError.self) { try context.save() }
      #expect(error.code == .managedObjectMerge)
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      try context.save()
      #expect(ada.value(forKey: "pages") as? Int == 99)
    }
  }

  // R-PSC-037, 450
  @Test func twoSaversNeverBothWin() throws {
    let stack = try TapeStack()
    try stack.fill()
    let contexts = (0..<4).map { _ in stack.context() }
    nonisolated(unsafe) var won = [Int](repeating: 0, count: contexts.count)
    DispatchQueue.concurrentPerform(iterations: contexts.count) { index in
      let context = contexts[index]
      context.performAndWait {
        for _ in 0..<20 {
          guard let book = try? context.all("Book", "title == 'Ada'").first,
            let pages = book.value(forKey: "pages") as? Int
          else { continue }
          book.setValue(pages + 1, forKey: "pages")
          do {
            try context.save()
            won[index] += 1
          } catch {
            context.rollback()
            context.refresh(book, mergeChanges: false)
          }
        }
      }
    }
    let total = won.reduce(0, +)
    #expect(total > 0)
    let ada = stack.tape.records.values.first { $0.values["title"] as? String == "Ada" }
    #expect(ada?.values["pages"] as? Int == 10 + total)
  }
}
