// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Two contexts give one object different partners: in the end it has one, on both sides (R-CTX-376).
@Suite struct OneToOneConflictTests {
  /// A passport of nobody, which somebody else gives to Bob, and this context to Cyd, once it has read
  /// what is there.
  private func contest(
    _ kind: StackKind, _ body: (NSManagedObjectContext, Notification) throws -> Void
  ) throws -> Stack {
    let stack = try Stack(kind)
    let (context, other) = (stack.context(), stack.context())
    try context.performAndWait {
      _ = context.people("Bob B", "Cyd C")
      _ = context.insert("Passport", ["number": "1"])
      try context.save()
      let passport = try context.only("Passport")
      let people = try context.all("Person", sortedBy: "firstName")
      let note = try other.saveNote {
        let people = try other.all("Person", sortedBy: "firstName")
        try other.only("Passport").setValue(people[0], forKey: "holder")
      }
      passport.setValue(people[1], forKey: "holder")
      try body(context, note)
      #expect(passport.value(forKey: "holder") as? NSManagedObject === people[1])
      #expect(people[1].value(forKey: "passport") as? NSManagedObject === passport)
      #expect(people[0].value(forKey: "passport") == nil)
      #expect(!context.hasChanges)
    }
    return stack
  }

  private func check(_ stack: Stack) throws {
    try stack.run { context in
      let people = try context.all("Person", sortedBy: "firstName")
      let passport = try context.only("Passport")
      #expect(passport.value(forKey: "holder") as? NSManagedObject === people[1])
      #expect(people[1].value(forKey: "passport") as? NSManagedObject === passport)
      #expect(people[0].value(forKey: "passport") == nil)
    }
  }

  @Test(
    arguments: StackKind.everyStore,
    [NSMergePolicyType.mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType])
  func thePolicysWinnerIsTheOnlyPartner(_ kind: StackKind, _ policy: NSMergePolicyType) throws {
    let stack = try contest(kind) { context, _ in
      context.mergePolicy = NSMergePolicy(merge: policy)
      try context.save()
    }
    try check(stack)
  }

  // R-CTX-761
  @Test(arguments: StackKind.everyStore)
  func whatIsPendingCountsAfterAMerge(_ kind: StackKind) throws {
    let stack = try contest(kind) { context, note in
      context.mergeChanges(fromContextDidSave: note)
      try context.save()
    }
    try check(stack)
  }
}
