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
      read(people + [passport])
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

  /// Fires faults, which would else read what somebody else has saved meanwhile.
  private func read(_ objects: [NSManagedObject]) {
    for object in objects {
      object.willAccessValue(forKey: nil)
      #expect(!object.isFault)
    }
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

  // R-CTX-627, 629: where the store wins, its pair stays on both sides, whoever is resolved first
  @Test(
    arguments: StackKind.everyStore,
    [
      NSMergePolicyType.mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType,
      .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType,
    ])
  func aPairOfTheStoreStaysWhereThatWins(_ kind: StackKind, _ policy: NSMergePolicyType) throws {
    let stack = try Stack(kind)
    let (context, other) = (stack.context(), stack.context())
    try context.performAndWait {
      _ = context.people("Bob B")
      for number in ["1", "2"] { _ = context.insert("Passport", ["number": number]) }
      try context.save()
      let bob = try context.only("Person")
      let passports = try context.all("Passport", sortedBy: "number")
      read(passports + [bob])
      try other.performAndWait {
        let first = try other.all("Passport", sortedBy: "number")[0]
        first.setValue(try other.only("Person"), forKey: "holder")
        try other.save()
      }
      passports[0].setValue("10", forKey: "number")
      bob.setValue(passports[1], forKey: "passport")
      context.mergePolicy = NSMergePolicy(merge: policy)
      try context.save()
      #expect(!context.hasChanges)
    }
    let storeWins =
      policy == .mergeByPropertyStoreTrumpMergePolicyType || policy == .rollbackMergePolicyType
    try stack.run { context in
      let bob = try context.only("Person")
      let passports = try context.all("Passport", sortedBy: "number")
      let held = passports.filter { $0.value(forKey: "holder") != nil }
      #expect(held.count == 1)
      #expect(bob.value(forKey: "passport") as? NSManagedObject === held.first)
      #expect(held.first?.string("number")?.hasPrefix(storeWins ? "1" : "2") == true)
    }
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
