// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Two contexts change one object: what each merge policy makes of it.
@Suite struct ConflictTests {
  /// A stack with one person, changed in one context and about to be saved in another.
  private func conflict(
    _ kind: StackKind, mine: (NSManagedObject) -> Void, theirs: (NSManagedObject) -> Void,
    _ body: (NSManagedObjectContext, NSManagedObject, Stack) throws -> Void
  ) throws {
    let stack = try Stack.traced(kind)
    try stack.run { context in
      let person = context.insert("Person", ["firstName": "Ada", "lastName": "L", "age": 20])
      try context.save()
      mine(person)
      try stack.run { other in
        theirs(try other.only("Person"))
        try other.save()
      }
      try body(context, person, stack)
    }
  }

  private func stored(_ stack: Stack) throws -> [String] {
    try stack.run { context in
      try context.all("Person").flatMap {
        [$0.string("firstName") ?? "nil", $0.string("lastName") ?? "nil", "\($0["age"] ?? "nil")"]
      }
    }
  }

  private func mine(_ person: NSManagedObject) {
    person.setValue("mine", forKey: "firstName")
    person.setValue(30, forKey: "age")
  }

  private func theirs(_ person: NSManagedObject) {
    person.setValue("theirs", forKey: "firstName")
    person.setValue("theirs", forKey: "lastName")
  }

  // R-CTX-606, R-CTX-617, R-CTX-284, R-CTX-625
  @Test(arguments: StackKind.everyStore)
  func theErrorPolicyReportsSnapshotsAndVersions(_ kind: StackKind) throws {
    try conflict(kind, mine: mine, theirs: theirs) { context, person, stack in
      let error = try #require(failure { try context.save() })
      #expect(error.code == .managedObjectMerge)
      let list = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
      let conflict = try #require(list?.first)
      #expect(list?.count == 1)
      #expect(conflict.sourceObject === person)
      #expect(conflict.oldVersionNumber == 1)
      #expect(conflict.newVersionNumber == 2)
      #expect(conflict.objectSnapshot?["firstName"] as? String == "Ada")
      #expect(conflict.objectSnapshot?["passport"] is NSNull)
      #expect(conflict.objectSnapshot?["cars"] == nil)
      let newest = conflict.persistedSnapshot ?? conflict.cachedSnapshot
      #expect(newest?["firstName"] as? String == "theirs")
      #expect(person.isUpdated)
      #expect(person.string("firstName") == "mine")
      #expect(try stored(stack) == ["theirs", "theirs", "20"])
    }
  }

  // R-CTX-626, R-CTX-635
  @Test(arguments: StackKind.everyStore)
  func storeTrumpTakesTheirsWhereBothChanged(_ kind: StackKind) throws {
    try conflict(kind, mine: mine, theirs: theirs) { context, person, stack in
      context.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
      try context.save()
      #expect(try stored(stack) == ["theirs", "theirs", "30"])
      #expect(person.string("firstName") == "theirs")
      #expect(person.string("lastName") == "theirs")
      person.setValue("again", forKey: "lastName")
      context.mergePolicy = NSMergePolicy.error
      try context.save()
    }
  }

  // R-CTX-627, R-CTX-635
  @Test(arguments: StackKind.everyStore)
  func objectTrumpKeepsMineWhereBothChanged(_ kind: StackKind) throws {
    try conflict(kind, mine: mine, theirs: theirs) { context, person, stack in
      context.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
      try context.save()
      #expect(try stored(stack) == ["mine", "theirs", "30"])
      #expect(person.string("lastName") == "theirs")
      #expect(!context.hasChanges)
    }
  }

  // R-CTX-628
  @Test(arguments: StackKind.everyStore)
  func overwritePushesTheWholeObject(_ kind: StackKind) throws {
    try conflict(kind, mine: mine, theirs: theirs) { context, person, stack in
      context.mergePolicy = NSOverwriteMergePolicy
      try context.save()
      #expect(try stored(stack) == ["mine", "L", "30"])
      #expect(person.string("lastName") == "L")
    }
  }

  // R-CTX-629
  @Test(arguments: StackKind.everyStore)
  func rollbackDropsMineButSavesTheRest(_ kind: StackKind) throws {
    try conflict(kind, mine: mine, theirs: theirs) { context, person, stack in
      _ = context.insert("Note", ["text": "other"])
      context.mergePolicy = NSMergePolicy.rollback
      try context.save()
      #expect(try stored(stack) == ["theirs", "theirs", "20"])
      #expect(person.string("firstName") == "theirs")
      #expect(person.value(forKey: "age") as? Int == 20)
      #expect(!person.isUpdated)
      #expect(!context.hasChanges)
      let notes = try stack.run { try $0.all("Note").count }
      #expect(notes == 1)
    }
  }

  // R-CTX-630
  @Test(
    arguments: StackKind.everyStore,
    [
      (NSMergePolicyType.mergeByPropertyObjectTrumpMergePolicyType, ["b", "c"]),
      (.mergeByPropertyStoreTrumpMergePolicyType, ["b", "c"]),
      (.overwriteMergePolicyType, ["b"]), (.rollbackMergePolicyType, ["a", "c"]),
    ])
  func toManyChangesAreReplayed(
    _ kind: StackKind, _ expected: (policy: NSMergePolicyType, names: [String])
  ) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let people = ["a", "b", "c"].map { context.insert("Person", ["firstName": $0]) }
      let club = context.insert("Club", ["title": "c"])
      club.setValue([people[0]] as Set, forKey: "members")
      try context.save()
      club.setValue([people[1]] as Set, forKey: "members")
      try stack.run { other in
        let third = other.object(with: people[2].objectID)
        try other.only("Club").mutableSetValue(forKey: "members").add(third)
        try other.save()
      }
      context.mergePolicy = NSMergePolicy(merge: expected.policy)
      try context.save()
    }
    let names = try stack.run { context in
      try context.only("Club").objects("members").compactMap { $0.string("firstName") }.sorted()
    }
    #expect(names == expected.names)
  }

  // R-CTX-631
  @Test(
    arguments: StackKind.everyStore,
    [
      (NSMergePolicyType.mergeByPropertyObjectTrumpMergePolicyType, ["mine", "L", "30"]),
      (.overwriteMergePolicyType, ["mine", "L", "30"]),
      (.mergeByPropertyStoreTrumpMergePolicyType, []), (.rollbackMergePolicyType, []),
    ])
  func anUpdateOfADeletedRow(
    _ kind: StackKind, _ expected: (policy: NSMergePolicyType, row: [String])
  ) throws {
    try conflict(
      kind, mine: mine, theirs: { $0.managedObjectContext?.delete($0) }
    ) { context, person, stack in
      let error = try #require(failure { try context.save() })
      let list = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
      #expect(error.code == .managedObjectMerge)
      #expect(list?.first?.newVersionNumber == 0)
      let id = person.objectID
      context.mergePolicy = NSMergePolicy(merge: expected.policy)
      try context.save()
      #expect(try stored(stack) == expected.row)
      #expect(!context.hasChanges)
      #expect(person.objectID == id)
      #expect((person.managedObjectContext == nil) == expected.row.isEmpty)
    }
  }

  // R-CTX-632
  @Test(
    arguments: StackKind.everyStore,
    [
      (NSMergePolicyType.mergeByPropertyObjectTrumpMergePolicyType, 0),
      (.overwriteMergePolicyType, 0), (.mergeByPropertyStoreTrumpMergePolicyType, 1),
      (.rollbackMergePolicyType, 1),
    ])
  func aDeletionOfAnUpdatedRow(
    _ kind: StackKind, _ expected: (policy: NSMergePolicyType, count: Int)
  ) throws {
    try conflict(
      kind, mine: { $0.managedObjectContext?.delete($0) }, theirs: theirs
    ) { context, person, stack in
      #expect(failure { try context.save() }?.code == .managedObjectMerge)
      context.mergePolicy = NSMergePolicy(merge: expected.policy)
      try context.save()
      #expect(try stored(stack).count == expected.count * 3)
      #expect(!context.hasChanges)
      if expected.count == 1 {
        #expect(!person.isDeleted)
        #expect(person.string("lastName") == "theirs")
      }
    }
  }

  // R-CTX-633
  @Test(arguments: StackKind.everyStore)
  func deletingOnBothSidesIsNoConflict(_ kind: StackKind) throws {
    let delete: (NSManagedObject) -> Void = { $0.managedObjectContext?.delete($0) }
    try conflict(kind, mine: delete, theirs: delete) { context, person, stack in
      try context.save()
      #expect(try stored(stack).isEmpty)
      #expect(person.managedObjectContext == nil)
    }
  }

  // R-CTX-610
  @Test(arguments: StackKind.everyStore)
  func identicalEditsStillConflict(_ kind: StackKind) throws {
    try conflict(kind, mine: theirs, theirs: theirs) { context, _, stack in
      #expect(failure { try context.save() }?.code == .managedObjectMerge)
      context.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
      try context.save()
      #expect(try stored(stack) == ["theirs", "theirs", "20"])
    }
  }

  // R-CTX-634
  @Test(arguments: StackKind.everyStore)
  func anObjectMarkedForDetectionIsChecked(_ kind: StackKind) throws {
    try conflict(kind, mine: { _ in }, theirs: theirs) { context, person, _ in
      context.detectConflicts(for: person)
      _ = context.insert("Note", ["text": "n"])
      #expect(failure { try context.save() }?.code == .managedObjectMerge)
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      try context.save()
      #expect(person.string("firstName") == "theirs")
    }
  }

  // R-CTX-620
  @Test(arguments: StackKind.everyStore)
  func anObjectThatAPolicyChangedHearsOfIt(_ kind: StackKind) throws {
    try conflict(kind, mine: mine, theirs: theirs) { context, person, _ in
      context.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
      try context.save()
      #expect((person as? TracedPerson)?.events.contains("mergePolicy") == true)
    }
  }
}
