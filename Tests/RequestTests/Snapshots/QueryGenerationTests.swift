// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

#if SQLite
/// Contexts pinned to a state of their stores.
struct QueryGenerationTests {
  private static let sqlite = StackKind(name: "SQLite", stores: [(NSSQLiteStoreType, nil)])

  /// Notes are in a SQLite store; other entities may be elsewhere.
  private static let kinds =
    StackKind.all.filter { kind in
      kind.stores.contains { store in
        store.type == NSSQLiteStoreType
          && (store.configuration == nil || store.configuration == "Notes")
      }
    }

  // R-CTX-836, R-CTX-837, S-67, R-CTX-042, R-PSC-790, R-PSC-791
  @Test(arguments: kinds)
  func aPinnedContextReadsItsGeneration(_ kind: StackKind) throws {
    let stack = try filled(kind)
    try stack.run { context in
      #expect(context.queryGenerationToken == nil)
      try context.setQueryGenerationFrom(.current)
      let note = try context.only("Note")
      let token = try #require(context.queryGenerationToken)
      #expect(token != .current)
      try change(stack, to: "new")
      #expect(try context.all("Note").count == 1)
      #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Note")) == 1)
      #expect(note.string("text") == "old")
      context.refresh(note, mergeChanges: false)
      #expect(note.string("text") == "old")
      #expect(note.objects("tags").isEmpty)
      #expect(context.queryGenerationToken == token)
      try context.setQueryGenerationFrom(nil)
      #expect(context.queryGenerationToken == nil)
      #expect(try context.all("Note").count == 2)
      // R-CTX-838
      #expect(note.string("text") == "old")
      context.refreshAllObjects()
      #expect(note.string("text") == "new")
    }
  }

  // R-CTX-841
  @Test(arguments: kinds)
  func tokensAreEqualThatAreOfOneState(_ kind: StackKind) throws {
    let stack = try filled(kind)
    func token() throws -> NSQueryGenerationToken {
      try stack.run { context in
        try context.setQueryGenerationFrom(.current)
        _ = try context.all("Note")
        return try #require(context.queryGenerationToken)
      }
    }
    let tokens = [try token(), try token()]
    #expect(tokens[0] == tokens[1])
    #expect(Set(tokens).count == 1)
    try stack.run { try $0.save() }
    #expect(try token() == tokens[0])
    try change(stack, to: "new")
    let later = try token()
    #expect(later != tokens[0])
    #expect(try later == token())
  }

  // R-CTX-836: lazily, at the next read
  @Test(arguments: kinds)
  func theGenerationIsThatOfTheNextRead(_ kind: StackKind) throws {
    let stack = try filled(kind)
    try stack.run { context in
      try context.setQueryGenerationFrom(.current)
      try change(stack, to: "new")
      #expect(try context.all("Note").count == 2)
      try change(stack, to: "newer")
      #expect(try context.all("Note").count == 2)
      #expect(Set(try context.all("Note").map { $0.string("text") }) == ["new", "added"])
    }
  }

  // R-CTX-852, R-CTX-594: also where nothing has been read yet
  @Test(arguments: kinds)
  func theFirstSaveOfAPinnedContextTellsItsGeneration(_ kind: StackKind) throws {
    let stack = try filled(kind)
    try stack.run { context in
      try context.setQueryGenerationFrom(.current)
      let log = NotificationLog(context)
      _ = context.insert("Note", ["text": "mine"])
      try context.save()
      let info = log.notes(.NSManagedObjectContextDidSave).last?.userInfo
      let told = info?[NSManagedObjectContextQueryGenerationKey] as? NSQueryGenerationToken
      #expect(told != nil)
      #expect(told != .current)
      #expect(told == context.queryGenerationToken)
      try change(stack, to: "newer")
      #expect(try context.all("Note").count == 2)
    }
  }

  // R-CTX-836, R-CTX-841
  @Test(arguments: kinds)
  func aTokenAlignsTwoContexts(_ kind: StackKind) throws {
    let stack = try filled(kind)
    try stack.run { context in
      try context.setQueryGenerationFrom(.current)
      _ = try context.all("Note")
      let token = try #require(context.queryGenerationToken)
      try change(stack, to: "new")
      try stack.run { other in
        #expect(try other.all("Note").count == 2)
        try other.setQueryGenerationFrom(token)
        #expect(other.queryGenerationToken == token)
        #expect(try other.all("Note").count == 1)
        let rows = NSFetchRequest<NSDictionary>(entityName: "Note")
        rows.resultType = .dictionaryResultType
        #expect(try other.fetch(rows).count == 1)
      }
    }
  }

  // R-CTX-594, R-CTX-668, R-CTX-837, R-PSC-792, R-PSC-798
  @Test(arguments: kinds)
  func aSaveAndAResetMoveThePin(_ kind: StackKind) throws {
    let stack = try filled(kind)
    try stack.run { context in
      try context.setQueryGenerationFrom(.current)
      _ = try context.all("Note")
      let first = try #require(context.queryGenerationToken)
      try change(stack, to: "new")
      let log = NotificationLog(context)
      _ = context.insert("Note", ["text": "mine"])
      try context.save()
      let second = try #require(context.queryGenerationToken)
      #expect(second != first)
      let info = log.notes(.NSManagedObjectContextDidSave).last?.userInfo
      #expect(
        info?[NSManagedObjectContextQueryGenerationKey] as? NSQueryGenerationToken == second)
      #expect(try context.all("Note").count == 3)
      try change(stack, to: "newer")
      #expect(try context.all("Note").count == 3)
      context.reset()
      #expect(try context.all("Note").count == 4)
    }
  }

  // R-CTX-772, R-CTX-837
  @Test(arguments: kinds)
  func aMergeMovesThePin(_ kind: StackKind) throws {
    let stack = try filled(kind)
    try stack.run { context in
      try context.setQueryGenerationFrom(.current)
      let note = try context.only("Note")
      #expect(note.string("text") == "old")
      let other = stack.context()
      let log = NotificationLog(other)
      try other.performAndWait {
        for note in try other.all("Note") { note.setValue("new", forKey: "text") }
        try other.save()
      }
      let saved = try #require(log.notes(.NSManagedObjectContextDidSave).last)
      context.mergeChanges(
        fromContextDidSave: Notification(name: saved.name, object: other, userInfo: saved.userInfo))
      #expect(note.string("text") == "new")
      try change(stack, to: "newer")
      #expect(note.string("text") == "new")
      #expect(try context.all("Note").count == 1)
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSUpdatedObjectsKey: [note.objectID]], into: [context])
      #expect(note.string("text") == "newer")
      #expect(try context.all("Note").count == 2)
    }
  }

  // R-CTX-837: conflicts are checked against the newest state, not the pinned one
  @Test(arguments: kinds)
  func aSaveChecksAgainstTheNewestState(_ kind: StackKind) throws {
    let stack = try filled(kind)
    try stack.run { context in
      try context.setQueryGenerationFrom(.current)
      let note = try context.only("Note")
      try change(stack, to: "new")
      note.setValue(5, forKey: "rank")
      let error = #expect(throws: CocoaError.self) { try context.save() }
      #expect(error?.code == .managedObjectMerge)
    }
  }

  // R-PSC-686
  @Test(arguments: kinds)
  func aBatchRequestDoesNotMoveThePin(_ kind: StackKind) throws {
    let stack = try filled(kind)
    try stack.run { context in
      try context.setQueryGenerationFrom(.current)
      _ = try context.all("Note")
      let token = context.queryGenerationToken
      try context.execute(NSBatchInsertRequest(entityName: "Note", objects: [[:], [:]]))
      #expect(context.queryGenerationToken == token)
      #expect(try context.all("Note").count == 1)
      context.reset()
      #expect(try context.all("Note").count == 3)
    }
  }

  // R-PSC-797
  @Test(arguments: kinds)
  func automaticMergesMoveThePin(_ kind: StackKind) throws {
    let stack = try filled(kind)
    let context = stack.context()
    context.automaticallyMergesChangesFromParent = true
    try context.performAndWait {
      try context.setQueryGenerationFrom(.current)
      #expect(try context.all("Note").count == 1)
    }
    try change(stack, to: "new")
    // Behind what the save has enqueued.
    try context.performAndWait { () throws in
      #expect(try context.all("Note").count == 2)
    }
  }

  // R-CTX-839
  @Test(arguments: kinds)
  func aChildReadsThroughItsParent(_ kind: StackKind) throws {
    let stack = try filled(kind)
    let parent = stack.context()
    try parent.performAndWait {
      try parent.setQueryGenerationFrom(.current)
      _ = try parent.all("Note")
    }
    try change(stack, to: "new")
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = parent
    try child.performAndWait { () throws in
      #expect(child.queryGenerationToken == nil)
      #expect(throws: CocoaError.self) { try child.setQueryGenerationFrom(.current) }
      #expect(try child.only("Note").string("text") == "old")
    }
  }

  // R-CTX-840, R-CTX-062, R-PSC-798
  @Test(arguments: kinds)
  func anExpiredOrForeignTokenIsRefused(_ kind: StackKind) throws {
    let stack = try filled(kind)
    let foreign = try filled(kind)
    try stack.run { context in
      try context.setQueryGenerationFrom(.current)
      _ = try context.all("Note")
      var archive = Data()
      try scoped {
        let token = try #require(context.queryGenerationToken)
        archive = try NSKeyedArchiver.archivedData(
          withRootObject: token, requiringSecureCoding: true)
        let copy = try #require(try unarchived(archive))
        #expect(copy == token)
        try context.setQueryGenerationFrom(copy)
        #expect(throws: CocoaError.self) {
          try foreign.run { try $0.setQueryGenerationFrom(token) }
        }
      }
      try context.setQueryGenerationFrom(nil)
      let late = try #require(try unarchived(archive))
      let error = #expect(throws: CocoaError.self) { try context.setQueryGenerationFrom(late) }
      #expect(error?.code == .persistentStoreOperation)
      let current = try NSKeyedArchiver.archivedData(
        withRootObject: NSQueryGenerationToken.current, requiringSecureCoding: true)
      #expect(try unarchived(current) == .current)
    }
  }

  // R-CTX-840, R-PSC-793: stores that come later are not seen, those that leave do not wait
  @Test func storesComeAndGoBesideAPinnedContext() throws {
    let stack = try filled(Self.sqlite)
    try stack.run { context in
      try context.setQueryGenerationFrom(.current)
      let note = try context.only("Note")
      let token = try #require(context.queryGenerationToken)
      let other = try stack.coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: "Archive",
        at: stack.directory.appendingPathComponent("other"), options: nil)
      try stack.run { writer in
        writer.assign(writer.insert("Note"), to: other)
        try writer.save()
      }
      #expect(try context.all("Note") == [note])
      try stack.coordinator.remove(stack.coordinator.persistentStores[0])
      #expect(throws: CocoaError.self) { try context.setQueryGenerationFrom(token) }
      try context.setQueryGenerationFrom(nil)
      #expect(try context.all("Note").count == 1)
    }
  }

  // R-CTX-835, S-67, R-PSC-794
  @Test(arguments: StackKind.singles.filter { $0.stores[0].type != NSSQLiteStoreType })
  func otherStoresReadAsUnpinned(_ kind: StackKind) throws {
    let stack = try filled(kind)
    try stack.run { context in
      try context.setQueryGenerationFrom(.current)
      let log = NotificationLog(context)
      #expect(try context.all("Note").count == 1)
      try change(stack, to: "new")
      #expect(try context.all("Note").count == 2)
      _ = context.insert("Note")
      try context.save()
      let info = log.notes(.NSManagedObjectContextDidSave).last?.userInfo
      #expect(info?[NSManagedObjectContextQueryGenerationKey] == nil)
    }
  }

  // R-CTX-836: neither writers nor the log wait for a pinned context
  @Test func aTokenThatIsLetGoFreesItsState() throws {
    let stack = try filled(Self.sqlite)
    for index in 0..<5 {
      try stack.run { context in
        try context.setQueryGenerationFrom(.current)
        _ = try context.all("Note")
        try change(stack, to: "\(index)")
      }
    }
    for store in stack.coordinator.persistentStores { try stack.coordinator.remove(store) }
    #expect(stack.coordinator.persistentStores.isEmpty)
  }

  /// What is held in the block is let go at its end.
  private func scoped(_ body: () throws -> Void) throws { try body() }

  private func unarchived(_ data: Data) throws -> NSQueryGenerationToken? {
    try NSKeyedUnarchiver.unarchivedObject(ofClass: NSQueryGenerationToken.self, from: data)
  }

  private func filled(_ kind: StackKind) throws -> Stack {
    let stack = try Stack(kind)
    try stack.run { context in
      _ = context.insert("Note", ["text": "old"])
      try context.save()
    }
    return stack
  }

  /// Another context changes every note, gives it a tag, and adds a note.
  private func change(_ stack: Stack, to text: String) throws {
    try stack.run { other in
      let tag = other.insert("Tag", ["label": text])
      for note in try other.all("Note", "text != 'added'") {
        note.setValue(text, forKey: "text")
        note.mutableSetValue(forKey: "tags").add(tag)
      }
      _ = other.insert("Note", ["text": "added"])
      try other.save()
    }
  }
}
#endif
