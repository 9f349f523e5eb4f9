// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// Relationships that get a place for one object where several are related: none is lost in silence.
@Suite struct SharedMemberTests {
  static let changes = [
    VersionChange(
      testDescription: "a to-one becomes a to-many, without inverse",
      former: "A\n  n Int64\n  bs > B\nB\n  n Int64",
      present: "A\n  n Int64\n  bs >> B\nB\n  n Int64"),
    VersionChange(
      testDescription: "a to-many loses its inverse",
      former: "A\n  n Int64\n  bs >> B.owners\nB\n  n Int64\n  owners >> A.bs",
      present: "A\n  n Int64\n  bs >> B\nB\n  n Int64"),
    VersionChange(
      testDescription: "a to-many gets a to-one as inverse",
      former: "A\n  n Int64\n  bs >> B.owners\nB\n  n Int64\n  owners >> A.bs",
      present: "A\n  n Int64\n  bs >> B.owner\nB\n  n Int64\n  owner > A.bs"),
  ]

  private static func members(_ owner: NSManagedObject) -> Set<NSManagedObject> {
    if let one = owner.value(forKey: "bs") as? NSManagedObject { return [one] }
    return owner.value(forKey: "bs") as? Set<NSManagedObject> ?? []
  }

  /// The numbers of owner and member of each pair.
  private static func pairs(_ context: NSManagedObjectContext) throws -> [String] {
    try context.all("A").flatMap { owner in
      members(owner).map { "\(owner.value(forKey: "n") ?? "-") \($0.value(forKey: "n") ?? "-")" }
    }.sorted()
  }

  /// Three owners; each has the member of its number modulo a count.
  private static func fill(_ context: NSManagedObjectContext, members count: Int) throws {
    let members = (0..<3).map { context.insert("B", ["n": Int64($0)]) }
    for number in 0..<3 {
      let owner = context.insert("A", ["n": Int64(number)])
      let member = members[number % count]
      let isToMany = owner.entity.relationshipsByName["bs"]?.isToMany == true
      owner.setValue(isToMany ? NSSet(object: member) : member, forKey: "bs")
    }
    try context.save()
  }

  // R-PSC-536
  @Test(arguments: MigratedStore.types, changes)
  func sharedMembersAreKeptOrRefused(_ type: String, _ change: VersionChange) throws {
    let store = try MigratedStore(type)
    let former = ModelText(change.former).model()
    try store.use(former) { try Self.fill($0, members: 2) }
    let all = ["0 0", "1 1", "2 0"]
    do {
      #expect(try store.use(ModelText(change.present).model(), Self.pairs) == all)
    } catch let error as CocoaError {
      #expect(error.code == .migration)
      let told = "\(error.localizedDescription) \(error.userInfo)"
      #expect(["bs", "owner", "owners"].contains { told.contains("by \($0) or its inverse") })
      #expect(try store.use(former, migrating: false, Self.pairs) == all)
    }
  }

  // R-PSC-536: what is gone is not related to anything
  @Test(arguments: MigratedStore.types)
  func aReferenceThatLeadsNowhereIsNoPair(_ type: String) throws {
    let store = try MigratedStore(type)
    try store.use(ModelText(Self.changes[0].former).model()) { context in
      try Self.fill(context, members: 2)
      for member in try context.all("B") { context.delete(member) }
      try context.save()
    }
    let present = ModelText(Self.changes[0].present).model()
    #expect(try store.use(present) { try $0.all("A").count } == 3)
  }

  // R-PSC-536
  @Test(arguments: MigratedStore.types)
  func pairsOfObjectsThatGoDoNotCount(_ type: String) throws {
    let former = Self.changes[2].former + "\nSpecial: B"
    let store = try MigratedStore(type)
    try store.use(ModelText(former).model()) { context in
      try Self.fill(context, members: 3)
      let special = context.insert("Special", ["n": Int64(9)])
      special.setValue(NSSet(array: try context.all("A")), forKey: "owners")
      try context.save()
    }
    let present = ModelText(Self.changes[2].present).model()
    #expect(try store.use(present, Self.pairs) == ["0 0", "1 1", "2 2"])
  }

  // R-PSC-536
  @Test(arguments: MigratedStore.types, changes)
  func membersOfOneOwnerEachAreMigrated(_ type: String, _ change: VersionChange) throws {
    let store = try MigratedStore(type)
    try store.use(ModelText(change.former).model()) { try Self.fill($0, members: 3) }
    let present = ModelText(change.present).model()
    #expect(try store.use(present, Self.pairs) == ["0 0", "1 1", "2 2"])
  }
}
