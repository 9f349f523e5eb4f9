// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Testing

/// Constraints over an element of a composite attribute.
@Suite struct CompositeUniquenessTests {
  private static func model() -> NSManagedObjectModel {
    let address = NSCompositeAttributeDescription()
    address.name = "address"
    address.isOptional = true
    address.elements = [
      GarageModel.attribute("city", .string), GarageModel.attribute("street", .string),
    ]
    let place = GarageModel.entity("Place", [GarageModel.attribute("title", .string), address])
    place.uniquenessConstraints = [["address.city"]]
    let model = NSManagedObjectModel()
    model.entities = [place]
    return model
  }

  private func place(
    _ title: String, _ city: String, in context: NSManagedObjectContext
  ) -> NSManagedObject {
    context.insert("Place", ["title": title, "address": ["city": city]])
  }

  private func titles(_ stack: Stack) throws -> [String?] {
    try stack.run { try $0.all("Place", sortedBy: "title").map { $0.string("title") } }
  }

  // R-CTX-641, R-CTX-642
  @Test(arguments: StackKind.singles)
  func aClashIsAnErrorThatHasTheValue(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: Self.model())
    try stack.run { context in
      _ = place("first", "Bonn", in: context)
      try context.save()
      _ = place("second", "Bonn", in: context)
      let error = #expect(throws: CocoaError.self) { try context.save() }
      #expect(error?.code == .managedObjectConstraintMerge)
      let list = error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict]
      #expect(list?.map(\.constraint) == [["address.city"]])
      #expect(list?.first?.constraintValues["address.city"] as? String == "Bonn")
    }
  }

  // R-CTX-643, R-CTX-644
  @Test(arguments: StackKind.singles)
  func aNewObjectGivesWayOrItsValuesWin(_ kind: StackKind) throws {
    for (policy, title) in [
      (NSMergePolicy.mergeByPropertyStoreTrump, "first"),
      (NSMergePolicy.mergeByPropertyObjectTrump, "second"),
    ] {
      let stack = try Stack(kind, model: Self.model())
      try stack.run { context in
        _ = place("first", "Bonn", in: context)
        try context.save()
        _ = place("second", "Bonn", in: context)
        context.mergePolicy = policy
        try context.save()
      }
      #expect(try titles(stack) == [title])
    }
  }

  // R-CTX-643
  @Test(arguments: StackKind.singles)
  func aStoredObjectThatTookTheValueGoesBackToItsOwn(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: Self.model())
    try stack.run { context in
      let taker = place("b", "Rome", in: context)
      let holder = place("a", "Bonn", in: context)
      try context.save()
      taker.setValue(["city": "Bonn"], forKey: "address")
      holder.setValue("c", forKey: "title")
      context.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
      try context.save()
      #expect(taker.value(forKeyPath: "address.city") as? String == "Rome")
      #expect(holder.value(forKeyPath: "address.city") as? String == "Bonn")
    }
    #expect(try titles(stack) == ["b", "c"])
  }
}
