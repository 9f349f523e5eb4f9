// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// Relationships of several entities that become one of their common ancestor: all their pairs stay.
@Suite struct HoistedRelationshipTests {
  /// Tags have an owner of each kind.
  private static let owned = """
    P abstract
      n Int64
    A: P
      tags >> Tag.a
    B: P
      tags >> Tag.b
    Tag
      n Int64
      a > A.tags
      b > B.tags
    """

  /// The entities `A` and `B` have `tags`; their members are of the entity `T`, `Tag` or `Zag`.
  static let changes = [
    VersionChange(
      testDescription: "one to many, to the parent",
      former: owned,
      present: """
        P abstract
          n Int64
          tags >> Tag.p
        A: P
        B: P
        Tag
          n Int64
          p > P.tags
        """),
    VersionChange(
      testDescription: "one to many, to the parent, the to-one of one renamed",
      former: owned,
      present: """
        P abstract
          n Int64
          tags >> Tag.p
        A: P
        B: P
        Tag
          n Int64
          p > P.tags was a
        """),
    VersionChange(
      testDescription: "many to many, to the parent",
      former: """
        P abstract
          n Int64
        A: P
          tags >> Label.vehicles
        B: P
          tags >> Label.vans
        Label
          n Int64
          vehicles >> A.tags
          vans >> B.tags
        """,
      present: """
        P abstract
          n Int64
          tags >> Label.vehicles
        A: P
        B: P
        Label
          n Int64
          vehicles >> P.tags
        """),
    VersionChange(
      testDescription: "many to many, below a former sibling",
      former: """
        R abstract
          n Int64
        A: R
          tags >> Tag.as
        B: R
          tags >> Tag.bs
        Tag
          n Int64
          as >> A.tags
          bs >> B.tags
        """,
      present: """
        R abstract
          n Int64
        A: R
          tags >> Tag.as
        B: A
        Tag
          n Int64
          as >> A.tags
        """),
  ]

  private static func pairs(_ context: NSManagedObjectContext) throws -> [String] {
    let owners = try Dictionary(grouping: context.all("A") + context.all("B"), by: \.objectID)
    return owners.values.compactMap(\.first).flatMap { owner in
      owner.objects("tags").map {
        "\(owner.entity.name ?? "") \(owner.value(forKey: "n") ?? "") \($0.value(forKey: "n") ?? "")"
      }
    }.sorted()
  }

  /// Fills a store of the former version with owners of both kinds, and returns their pairs.
  private static func fill(_ store: MigratedStore, _ model: NSManagedObjectModel) throws -> [String]
  {
    let members = model.entitiesByName["Tag"] == nil ? "Label" : "Tag"
    return try store.use(model) { context in
      for (place, name) in ["A", "B", "A", "B"].enumerated() {
        let tags = (0..<2).map { context.insert(members, ["n": Int64(10 * place + $0)]) }
        _ = context.insert(name, ["n": Int64(place), "tags": Set(tags)])
      }
      try context.save()
      return try pairs(context)
    }
  }

  // R-PSC-535, R-PSC-536
  @Test(arguments: MigratedStore.types, changes)
  func allPairsStay(_ type: String, _ change: VersionChange) throws {
    let store = try MigratedStore(type)
    let before = try Self.fill(store, ModelText(change.former).model())
    #expect(before.count == 8)
    let present = ModelText(change.present).model()
    #expect(try store.use(present, Self.pairs) == before)
    #expect(try store.use(present, migrating: false, Self.pairs) == before)
  }

  /// Of tags with an owner of each kind, and labels with several.
  private static let beside = (
    former: """
    P abstract
      n Int64
    A: P
      tags >> Tag.a
      labels >> Label.as
    B: P
      tags >> Tag.b
      labels >> Label.bs
    Tag
      n Int64
      a > A.tags
      b > B.tags
    Label
      n Int64
      as >> A.labels
      bs >> B.labels
    """,
    present: """
    P abstract
      n Int64
      tags >> Tag.p
      labels >> Label.owners
    A: P
    B: P
    Tag
      n Int64
      p > P.tags
    Label
      n Int64
      owners >> P.labels was as
    """
  )

  // R-PSC-536: what another relationship has gathered stays when objects are related one by one.
  @Test(arguments: MigratedStore.types)
  func linksBesideGatheringToOnesKeepAllPairs(_ type: String) throws {
    let store = try MigratedStore(type)
    try store.use(ModelText(Self.beside.former).model()) { context in
      let label = context.insert("Label", ["n": Int64(7)])
      for (place, name) in ["A", "B"].enumerated() {
        let tag = context.insert("Tag", ["n": Int64(10 + place)])
        let values: [String: Any] = [
          "n": Int64(place), "tags": Set([tag]), "labels": Set([label]),
        ]
        _ = context.insert(name, values)
      }
      try context.save()
    }
    let found = try store.use(ModelText(Self.beside.present).model()) { context in
      let (a, b) = (try context.only("A"), try context.only("B"))
      return [a, b].map { "\($0.objects("tags").count) \($0.objects("labels").count)" }
        + ["\(try context.only("Label").objects("owners").count)"]
    }
    #expect(found == ["1 1", "1 1", "2"])
  }

  // R-PSC-536: also by a manager, object by object, into another file.
  @Test(arguments: MigratedStore.types, changes)
  func allPairsStayInAnotherPlace(_ type: String, _ change: VersionChange) throws {
    let store = try MigratedStore(type)
    let model = ModelText(change.former).model()
    let before = try Self.fill(store, model)
    let folder = try TemporaryDirectory()
    let copy = MigratedStore(type, in: folder.url)
    let present = ModelText(change.present).model()
    let manager = NSMigrationManager(sourceModel: model, destinationModel: present)
    manager.usesStoreSpecificMigrationManager = false
    let kind = NSPersistentStore.StoreType(rawValue: type)
    try manager.migrateStore(
      from: store.url, type: kind,
      mapping: .inferredMappingModel(forSourceModel: model, destinationModel: present),
      to: copy.url, type: kind)
    #expect(try copy.use(present, migrating: false, Self.pairs) == before)
  }

  // R-PSC-536: two that lead to one, which is to lead to one of them.
  @Test(arguments: MigratedStore.types)
  func aSecondOwnerByAToOneIsRefused(_ type: String) throws {
    let store = try MigratedStore(type)
    let former = ModelText(
      "F abstract\n  n Int64\nF1: F\n  u > E.t1\nF2: F\n  u > E.t2\nE\n  t1 > F1.u\n  t2 > F2.u"
    ).model()
    try store.use(former) { context in
      let e = context.insert("E")
      for name in ["F1", "F2"] { _ = context.insert(name, ["u": e]) }
      try context.save()
    }
    let present = ModelText("F abstract\n  n Int64\n  u > E.t\nF1: F\nF2: F\nE\n  t > F.u").model()
    #expect(failure { try store.use(present) { _ in } }?.code == .migration)
    let kept = try store.use(former) { context in
      try ["F1", "F2"].filter { try context.only($0).value(forKey: "u") != nil }
    }
    #expect(kept == ["F1", "F2"])
  }

  // R-PSC-536: an object that has an owner of each kind cannot keep both in one to-one.
  @Test(arguments: MigratedStore.types)
  func aSecondOwnerIsRefused(_ type: String) throws {
    let store = try MigratedStore(type)
    let former = ModelText(Self.owned).model()
    try store.use(former) { context in
      let owners = [context.insert("A", ["n": Int64(1)]), context.insert("B", ["n": Int64(2)])]
      _ = context.insert("Tag", ["n": Int64(3), "a": owners[0], "b": owners[1]])
      try context.save()
    }
    let error = failure { try store.use(ModelText(Self.changes[0].present).model()) { _ in } }
    #expect(error?.code == .migration)
    let reason = error?.userInfo[NSLocalizedFailureReasonErrorKey] as? String ?? ""
    #expect(reason.contains("'p' of Tag"))
    let tag = try store.use(former) { context in
      let tag = try context.only("Tag")
      return [tag.value(forKey: "a"), tag.value(forKey: "b")].compactMap { $0 }.count
    }
    #expect(tag == 2)
  }

  // R-PSC-535: what a to-one has of its own stays, whatever it gets as its inverse.
  @Test(arguments: MigratedStore.types)
  func aMissingInverseThatIsAddedTakesNothingAway(_ type: String) throws {
    let store = try MigratedStore(type)
    try store.use(ModelText("A\n  n Int64\n  xs >> Tag\nTag\n  n Int64\n  a > A").model()) {
      context in
      let owner = context.insert("A", ["n": Int64(1)])
      _ = context.insert("Tag", ["n": Int64(2), "a": owner])
      try context.save()
    }
    let present = ModelText("A\n  n Int64\n  xs >> Tag.a\nTag\n  n Int64\n  a > A.xs").model()
    let owner = try store.use(present) { try $0.only("Tag").value(forKey: "a") as? NSManagedObject }
    #expect(owner != nil)
  }

  // R-PSC-542, R-MOD-111: a migrated row has the default that a new object has.
  @Test(arguments: MigratedStore.types)
  func defaultsAreThoseOfNewObjects(_ type: String) throws {
    let store = try MigratedStore(type)
    try store.use(ModelText("A\n  n Int64").model()) { context in
      _ = context.insert("A", ["n": Int64(1)])
      try context.save()
    }
    let model = ModelText("A\n  n Int64\n  price Decimal\n  rate Float\n  flag Bool").model()
    let attributes = try #require(model.entitiesByName["A"]).attributesByName
    attributes["price"]?.defaultValue = 19.99
    attributes["rate"]?.defaultValue = 0.1
    attributes["flag"]?.defaultValue = NSNumber(value: 2)
    try store.use(model) { context in
      _ = context.insert("A", ["n": Int64(2)])
      try context.save()
      for key in ["price", "rate", "flag"] {
        let values = try context.all("A").compactMap { $0.value(forKey: key) as? NSNumber }
        #expect(values.count == 2)
        #expect(Set(values.map(\.stringValue)).count == 1)
        let request = NSFetchRequest<NSManagedObject>(entityName: "A")
        request.predicate = NSPredicate(format: "%K == %@", key, values[0])
        #expect(try context.count(for: request) == 2)
      }
    }
  }
}
