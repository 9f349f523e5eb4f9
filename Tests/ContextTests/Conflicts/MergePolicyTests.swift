// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Merge policies as objects, and those that client code writes.
@Suite struct MergePolicyTests {
  private static let resolving: [NSMergePolicyType] = [
    .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType,
    .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType,
  ]

  /// A person whose age was saved as 1, is 10 here, and was saved as 100 elsewhere.
  private func clash(
    _ kind: StackKind, model: NSManagedObjectModel = GarageModel.make(),
    _ body: (Stack, NSManagedObjectContext, NSManagedObject) throws -> Void
  ) throws {
    let stack = try Stack(kind, model: model)
    try stack.run { context in
      let person = context.insert("Person", ["firstName": "Ada", "age": 1])
      try context.save()
      person.setValue(10, forKey: "age")
      try stack.run { other in
        try other.only("Person").setValue(100, forKey: "age")
        try other.save()
      }
      try body(stack, context, person)
    }
  }

  // R-CTX-057, R-CTX-058, R-CTX-065
  @Test func theStandardPoliciesAreKnownByNameAndType() {
    let globals = [
      NSErrorMergePolicy, NSRollbackMergePolicy, NSOverwriteMergePolicy,
      NSMergeByPropertyStoreTrumpMergePolicy, NSMergeByPropertyObjectTrumpMergePolicy,
    ]
    let properties: [NSMergePolicy] = [
      .error, .rollback, .overwrite, .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump,
    ]
    #expect(globals.map(ObjectIdentifier.init) == properties.map(ObjectIdentifier.init))
    #expect(NSMergePolicy.overwrite.mergeType == .overwriteMergePolicyType)
    let context = NSManagedObjectContext(.privateQueue)
    #expect((context.mergePolicy as? NSMergePolicy)?.mergeType == .errorMergePolicyType)
  }

  // R-CTX-075
  @Test func anythingElseIsReported() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      NSManagedObjectContext(.privateQueue).mergePolicy = "overwrite"
    }
    #expect(result?.reports("NSInvalidArgumentException") == true)
  }

  // R-CTX-616
  @Test(arguments: StackKind.all)
  func aPolicyMaySetValuesAfterTheStandardResolution(_ kind: StackKind) throws {
    try clash(kind) { stack, context, person in
      let policy = SummingPolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
      context.mergePolicy = policy
      try context.save()
      #expect(policy.calls == ["mergeConflicts", "optimisticLockingConflicts"])
      #expect(person.value(forKey: "age") as? Int == 110)
      let age = try stack.run { try $0.only("Person").value(forKey: "age") as? Int }
      #expect(age == 110)
    }
  }

  // R-CTX-616: an object that the standard resolution has left without changes is saved once
  @Test(arguments: StackKind.all, resolving)
  func aPolicyMayAddUpWhatBothHave(_ kind: StackKind, _ type: NSMergePolicyType) throws {
    try clash(kind) { stack, context, person in
      let policy = AddingPolicy(merge: type)
      context.mergePolicy = policy
      try context.save()
      #expect(policy.callCount == 1)
      #expect(!context.hasChanges)
      #expect(person.value(forKey: "age") as? Int == policy.sum)
      let age = try stack.run { try $0.only("Person").value(forKey: "age") as? Int }
      #expect(age == policy.sum)
    }
  }

  // R-CTX-616, R-CTX-620: what an object sets while it is told that the policy has changed it
  @Test(arguments: StackKind.all, resolving)
  func anObjectMaySetValuesWhenItIsTold(_ kind: StackKind, _ type: NSMergePolicyType) throws {
    try clash(kind, model: GarageModel.make(person: MendingPerson.self)) { stack, context, _ in
      context.mergePolicy = NSMergePolicy(merge: type)
      try context.save()
      #expect(!context.hasChanges)
      let name = try stack.run { try $0.only("Person").string("lastName") }
      #expect(name == "mended")
    }
  }

  // R-CTX-617
  @Test(arguments: StackKind.all)
  func anErrorThrownByAPolicyIsTheSaves(_ kind: StackKind) throws {
    try clash(kind) { _, context, person in
      context.mergePolicy = RefusingPolicy(merge: .errorMergePolicyType)
      #expect(throws: RefusingPolicy.Refusal()) { try context.save() }
      #expect(person.isUpdated)
      #expect(person.value(forKey: "age") as? Int == 10)
    }
  }

  // R-CTX-615
  @Test(arguments: StackKind.all)
  func allConflictsOfASaveComeTogether(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      let note = context.insert("Note", ["text": "n"])
      try context.save()
      person.setValue(1, forKey: "age")
      note.setValue(1, forKey: "rank")
      try stack.run { other in
        try other.only("Person").setValue(2, forKey: "age")
        try other.only("Note").setValue(2, forKey: "rank")
        try other.save()
      }
      do {
        try context.save()
        Issue.record("The save did not fail.")
      } catch let error as CocoaError {
        let list = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
        #expect(Set((list ?? []).map(\.sourceObject)) == [person, note])
      }
    }
  }
}

/// Adds both sides' growth of the age.
private final class SummingPolicy: NSMergePolicy, @unchecked Sendable {
  // Sendable: used by one context only.
  var calls: [String] = []

  override func resolve(mergeConflicts list: [Any]) throws {
    calls.append("mergeConflicts")
    try super.resolve(mergeConflicts: list)
    for case let conflict as NSMergeConflict in list {
      conflict.sourceObject.setValue(110, forKey: "age")
    }
  }

  override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
    calls.append("optimisticLockingConflicts")
    try super.resolve(optimisticLockingConflicts: list)
  }

  override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
    calls.append("constraintConflicts")
    try super.resolve(constraintConflicts: list)
  }
}

/// Adds the object's own age to the one that the standard resolution leaves.
private final class AddingPolicy: NSMergePolicy, @unchecked Sendable {
  // Sendable: used by one context only.
  private(set) var callCount = 0
  private(set) var sum = 0

  override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
    callCount += 1
    let own = list.map { Self.age(of: $0) }
    try super.resolve(optimisticLockingConflicts: list)
    for (conflict, age) in zip(list, own) {
      sum = Self.age(of: conflict) + age
      conflict.sourceObject.setValue(sum, forKey: "age")
    }
  }

  private static func age(of conflict: NSMergeConflict) -> Int {
    conflict.sourceObject.value(forKey: "age") as? Int ?? 0
  }
}

/// Throws an error of its own.
private final class RefusingPolicy: NSMergePolicy, @unchecked Sendable {
  struct Refusal: Error, Equatable {}

  override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
    throw Refusal()
  }
}

/// Has a last name from the moment on that a policy changes it.
final class MendingPerson: NSManagedObject {
  override func awake(fromSnapshotEvents flags: NSSnapshotEventType) {
    super.awake(fromSnapshotEvents: flags)
    if flags.contains(.mergePolicy) { setValue("mended", forKey: "lastName") }
  }
}
