// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What policies that programs write see of a clash, and of what the standard resolution has made of it.
@Suite struct ClientPolicyTests {
  static let kinds = StackKind.singles.filter(\.enforcesUniqueness)

  private func stack(_ kind: StackKind) throws -> Stack {
    let model = ModelText(
      """
      App
        identifier String
        name String
        versions >> Version.app
        unique identifier
      Version
        number String
        app > App.versions
        unique number
      """
    ).model()
    model.entitiesByName["App"]?.relationshipsByName["versions"]?.deleteRule = .cascadeDeleteRule
    let stack = try Stack(kind, model: model)
    try stack.run { context in
      insert("old", versions: ["1", "2"], in: context)
      try context.save()
    }
    return stack
  }

  @discardableResult
  private func insert(
    _ name: String, versions: [String], in context: NSManagedObjectContext
  ) -> NSManagedObject {
    let app = context.insert("App", ["identifier": "a", "name": name])
    for number in versions {
      context.insert("Version", ["number": number]).setValue(app, forKey: "app")
    }
    return app
  }

  // R-CTX-644: AltStore's policy fails the save unless the stored app has the new one's versions then.
  @Test(arguments: kinds)
  func whatAPolicyDeletesIsNoMemberBehindTheStandardResolution(_ kind: StackKind) throws {
    let stack = try stack(kind)
    let policy = PruningPolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
    try stack.run { context in
      context.mergePolicy = policy
      insert("new", versions: ["2", "3"], in: context)
      try context.save()
    }
    #expect(policy.numbersBehindSuper == ["2", "3"])
    try stack.run { context in
      let app = try context.only("App")
      #expect(app.string("name") == "new")
      #expect(Set(app.objects("versions").map { $0.string("number") }) == ["2", "3"])
    }
  }

  // R-CTX-641: AltStore's policy tells such a clash by it.
  @Test(arguments: kinds, [true, false])
  func aStoredObjectThatTheSaveChangesClashesInTheContext(
    _ kind: StackKind, _ byAttribute: Bool
  ) throws {
    let stack = try stack(kind)
    let policy = ListeningPolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
    try stack.run { context in
      context.mergePolicy = policy
      let cached = try context.only("App")
      let new = insert("new", versions: [], in: context)
      if byAttribute {
        cached.setValue("modified", forKey: "name")
      } else {
        try context.all("Version")[0].setValue(new, forKey: "app")
      }
      try context.save()
      let heard = try #require(policy.heard.first { $0.constraint == ["identifier"] })
      #expect(heard.database == nil)
      #expect(Set(heard.conflicting) == [cached, new])
    }
    try stack.run { context in
      let app = try context.only("App")
      #expect(app.string("name") == "new")
    }
  }

  // R-CTX-643: assigned anew, the value is the stored object's as before.
  @Test(arguments: kinds, [true, false])
  func aStoredObjectThatIsGivenItsOwnValueAgainHoldsIt(
    _ kind: StackKind, _ objectTrumps: Bool
  ) throws {
    let stack = try stack(kind)
    try stack.run { context in
      context.mergePolicy =
        objectTrumps ? NSMergePolicy.mergeByPropertyObjectTrump : .mergeByPropertyStoreTrump
      let cached = try context.only("App")
      cached.setValue("a", forKey: "identifier")
      cached.setValue("pending", forKey: "name")
      insert("new", versions: [], in: context)
      try context.save()
    }
    try stack.run { context in
      let app = try context.only("App")
      #expect(app.string("name") == (objectTrumps ? "new" : "pending"))
    }
  }

  // R-CTX-641
  @Test(arguments: kinds)
  func aStoredObjectThatTheSaveLeavesClashesInTheStore(_ kind: StackKind) throws {
    let stack = try stack(kind)
    let policy = ListeningPolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
    try stack.run { context in
      context.mergePolicy = policy
      let new = insert("new", versions: [], in: context)
      try context.save()
      let heard = try #require(policy.heard.first)
      let stored = try context.only("App")
      #expect(heard.database === stored)
      #expect(heard.conflicting == [new])
    }
  }
}

/// AltStore's policy in small: what the new object does not list goes.
private final class PruningPolicy: NSMergePolicy, @unchecked Sendable {
  private(set) var numbersBehindSuper: Set<String?> = []

  override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
    var stored: NSManagedObject?
    for conflict in list where conflict.constraint == ["identifier"] {
      guard let app = conflict.databaseObject, let new = conflict.conflictingObjects.first
      else { continue }
      let numbers = Set(new.objects("versions").map { $0.string("number") })
      for version in app.objects("versions") where !numbers.contains(version.string("number")) {
        version.managedObjectContext?.delete(version)
      }
      stored = app
    }
    try super.resolve(constraintConflicts: list)
    guard let stored else { return }
    numbersBehindSuper = Set(stored.objects("versions").map { $0.string("number") })
  }
}

private final class ListeningPolicy: NSMergePolicy, @unchecked Sendable {
  struct Heard {
    let constraint: [String]
    let database: NSManagedObject?
    let conflicting: [NSManagedObject]
  }

  private(set) var heard: [Heard] = []

  override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
    heard += list.map {
      Heard(
        constraint: $0.constraint, database: $0.databaseObject, conflicting: $0.conflictingObjects)
    }
    try super.resolve(constraintConflicts: list)
  }
}
