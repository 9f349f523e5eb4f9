// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Merges that happen some time after the saves that they tell of.
@Suite struct MergeOrderTests {
  private static let change = [Notification.Name.NSManagedObjectContextObjectsDidChange]

  // R-CTX-765, R-CTX-781
  @Test(arguments: StackKind.everyStore)
  func anInsertionAndItsDeletionAreBothAnnounced(_ kind: StackKind) throws {
    let pair = try Pair(kind)
    let (receiver, child) = (pair.receiver, Family.child(of: pair.receiver))
    for context in [receiver, child] { context.automaticallyMergesChangesFromParent = true }
    // Keep what they are told of.
    let logs = [NotificationLog(receiver, Self.change), NotificationLog(child, Self.change)]
    try child.performAndWait {
      try receiver.performAndWait {
        try pair.save { _ = $0.insert("Note", ["text": "a"]) }
        try pair.save { $0.delete(try $0.only("Note")) }
      }
    }
    for (context, log) in zip([receiver, child], logs) {
      context.performAndWait {
        #expect(log.notes.map(\.keys) == [[NSInsertedObjectsKey], [NSDeletedObjectsKey]])
      }
    }
  }

  // R-CTX-766
  @Test(arguments: StackKind.everyStore)
  func theDeletionOfWhatNobodyHoldsIsNotAnnounced(_ kind: StackKind) throws {
    let pair = try Pair(kind)
    let receiver = pair.receiver
    receiver.automaticallyMergesChangesFromParent = true
    let names = Names(receiver)
    try pair.save { _ = $0.insert("Note", ["text": "a"]) }
    try pair.save { $0.delete(try $0.only("Note")) }
    receiver.performAndWait { #expect(names.keys == [[NSInsertedObjectsKey]]) }
  }

  // R-CTX-761
  @Test(arguments: StackKind.everyStore)
  func anOlderSaveDoesNotCoverANewerOne(_ kind: StackKind) throws {
    let pair = try Pair(kind)
    let receiver = pair.receiver
    receiver.automaticallyMergesChangesFromParent = true
    try pair.save { _ = $0.insert("Note", ["text": "a"]) }
    let note = try receiver.realised("Note")
    try receiver.performAndWait {
      try pair.save { try $0.only("Note").setValue("theirs", forKey: "text") }
      receiver.refresh(note, mergeChanges: false)
      #expect(note.string("text") == "theirs")
      note.setValue("mine", forKey: "text")
      try receiver.save()
    }
    try receiver.performAndWait {
      #expect(note.string("text") == "mine")
      note.setValue("again", forKey: "text")
      try receiver.save()
    }
    let stored = try pair.stack.run { try $0.only("Note").string("text") }
    #expect(stored == "again")
  }

  // R-CTX-781
  @Test(arguments: StackKind.everyStore)
  func whatAnObserverOfTheSaveSavesIsToldLater(_ kind: StackKind) throws {
    let pair = try Pair(kind)
    let receiver = pair.receiver
    receiver.automaticallyMergesChangesFromParent = true
    let log = NotificationLog(receiver, Self.change)
    let other = pair.stack.context()
    let problem = Problem()
    let token = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: pair.sender, queue: nil
    ) { _ in
      problem.catching {
        try other.performAndWait {
          other.delete(try other.only("Note"))
          try other.save()
        }
      }
    }
    _ = try receiver.performAndWait { try pair.save { _ = $0.insert("Note", ["text": "a"]) } }
    NotificationCenter.default.removeObserver(token)
    receiver.performAndWait {
      #expect(log.notes.map(\.keys) == [[NSInsertedObjectsKey], [NSDeletedObjectsKey]])
      #expect(problem.error == nil)
    }
  }

  // R-CTX-762
  @Test(arguments: StackKind.everyStore)
  func whatNobodyTookHoldOfLeavesTheContext(_ kind: StackKind) throws {
    let pair = try Pair(kind)
    let receiver = pair.receiver
    receiver.automaticallyMergesChangesFromParent = true
    try pair.save { context in
      for rank in 0..<20 { _ = context.insert("Note", ["rank": rank]) }
    }
    receiver.performAndWait { #expect(receiver.registeredObjects.isEmpty) }
    receiver.automaticallyMergesChangesFromParent = false
    let note = try pair.save { _ = $0.insert("Note", ["text": "a"]) }
    receiver.performAndWait {
      receiver.mergeChanges(fromContextDidSave: note)
      #expect(receiver.registeredObjects.count == 1)
    }
    receiver.performAndWait { #expect(receiver.registeredObjects.isEmpty) }
  }

  // R-CTX-761, R-CTX-379
  @Test(arguments: StackKind.everyStore)
  func relationshipsFollowASaveThatOnlyLinks(_ kind: StackKind) throws {
    let pair = try Pair(kind)
    let receiver = pair.receiver
    receiver.automaticallyMergesChangesFromParent = true
    try pair.save { context in
      _ = context.insert("Note", ["text": "a"])
      for label in ["x", "y"] { _ = context.insert("Tag", ["label": label]) }
    }
    let note = try receiver.realised("Note")
    try receiver.performAndWait { try receiver.all("Tag").forEach { _ = $0.objects("notes") } }
    receiver.performAndWait { #expect(note.objects("tags").isEmpty) }
    try pair.save { context in
      try context.only("Note").setValue(Set(try context.all("Tag")), forKey: "tags")
    }
    receiver.performAndWait {
      #expect(note.objects("tags").count == 2)
      #expect(note.objects("tags").allSatisfy { $0.objects("notes") == [note] })
    }
  }
}

/// The keys of a context's did-change notifications, without their objects.
private final class Names: @unchecked Sendable {
  // Sendable: written and read on the queue of one context.
  private(set) var keys: [Set<String>] = []
  private var token: (any NSObjectProtocol)?

  init(_ context: NSManagedObjectContext) {
    token = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
    ) { [weak self] note in
      let keys = (note.userInfo ?? [:]).keys.compactMap { $0 as? String }
      self?.keys.append(Set(keys).subtracting(["managedObjectContext"]))
    }
  }

  deinit { if let token { NotificationCenter.default.removeObserver(token) } }
}

/// What went wrong in an observer.
private final class Problem: @unchecked Sendable {
  // Sendable: written and read on one thread.
  private(set) var error: (any Error)?

  func catching(_ body: () throws -> Void) {
    do { try body() } catch { self.error = error }
  }
}
