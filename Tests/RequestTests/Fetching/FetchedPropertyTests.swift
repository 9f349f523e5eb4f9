// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Fetched properties and what their predicates may name. // R-MOD-162, R-MOD-023
@Suite struct FetchedPropertyTests {
  private static func model(
    _ format: String, userInfo: [AnyHashable: Any]? = nil
  ) -> (NSManagedObjectModel, NSFetchedPropertyDescription) {
    let model = GarageModel.make()
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = model.entitiesByName["Note"]
    request.predicate = NSPredicate(format: format)
    request.sortDescriptors = [NSSortDescriptor(key: "text", ascending: true)]
    let property = NSFetchedPropertyDescription()
    property.name = "mentions"
    property.fetchRequest = request
    property.userInfo = userInfo
    model.entitiesByName["Person"]?.properties.append(property)
    return (model, property)
  }

  private func mentions(
    _ kind: StackKind, _ format: String, userInfo: [AnyHashable: Any]? = nil
  ) throws -> [String] {
    let stack = try Stack(kind, model: Self.model(format, userInfo: userInfo).0)
    let context = stack.context()
    return try context.performAndWait {
      let ada = context.insert("Person", ["firstName": "Ada"])
      for (rank, text) in ["Ada", "Bob", "mentions", "Person"].enumerated() {
        _ = context.insert("Note", ["text": text, "rank": rank])
      }
      try context.save()
      let notes = try #require(ada.value(forKey: "mentions") as? [NSManagedObject])
      return notes.compactMap { $0.string("text") }
    }
  }

  @Test(
    arguments: StackKind.everyStore,
    [
      ("text == $FETCHED_PROPERTY.userInfo.wanted", ["Bob"]),
      ("text == $FETCHED_PROPERTY.name", ["mentions"]),
      ("text == $FETCHED_PROPERTY.entity.name", ["Person"]),
      ("text == $FETCHED_PROPERTY.userInfo.absent", []),
      ("rank > $FETCHED_PROPERTY.userInfo.least AND text != $FETCH_SOURCE.firstName", ["Person"]),
      (
        "text == $FETCH_SOURCE.firstName OR text IN $FETCHED_PROPERTY.userInfo.list",
        ["Ada", "Bob"]
      ),
    ])
  func theDescriptionCanBeNamed(_ kind: StackKind, _ sample: (String, [String])) throws {
    let info: [AnyHashable: Any] = ["wanted": "Bob", "least": 2, "list": ["Bob", "Eve"]]
    #expect(try mentions(kind, sample.0, userInfo: info) == sample.1)
  }

  // R-MOD-162
  @Test(arguments: StackKind.everyStore)
  func theRequestsResultTypeCounts(_ kind: StackKind) throws {
    let (model, property) = Self.model("rank > $FETCH_SOURCE.clubs.@count")
    let request = try #require(property.fetchRequest)
    func value(_ type: NSFetchRequestResultType) throws -> Any? {
      let copy = try #require(model.copy() as? NSManagedObjectModel)
      let mentions = copy.entitiesByName["Person"]?.propertiesByName["mentions"]
      (mentions as? NSFetchedPropertyDescription)?.fetchRequest?.resultType = type
      let stack = try Stack(kind, model: copy)
      let context = stack.context()
      return try context.performAndWait {
        let ada = context.insert("Person", ["firstName": "Ada"])
        for (rank, text) in ["Ada", "Bob", "Eve"].enumerated() {
          _ = context.insert("Note", ["text": text, "rank": rank])
        }
        try context.save()
        let value = ada.value(forKey: "mentions")
        guard type == .managedObjectIDResultType else { return value }
        let ids = try #require(value as? [NSManagedObjectID])
        return ids.map { context.object(with: $0).string("text") ?? "" }
      }
    }
    #expect(try value(.managedObjectIDResultType) as? [String] == ["Bob", "Eve"])
    #expect(try value(.countResultType) as? [Int] == [2])
    request.propertiesToFetch = ["text"]
    #expect(
      try value(.dictionaryResultType) as? [[String: String]] == [["text": "Bob"], ["text": "Eve"]])
    #expect(try (value([]) as? [NSManagedObject])?.count == 2)
  }

  @Test func userInfoMayChangeAfterUse() throws {  // R-MOD-023
    let (model, property) = Self.model(
      "text == $FETCHED_PROPERTY.userInfo.wanted", userInfo: ["wanted": "Ada"])
    let stack = try Stack(StackKind.singles[0], model: model)
    let context = stack.context()
    try context.performAndWait {
      let ada = context.insert("Person", ["firstName": "Ada"])
      for text in ["Ada", "Bob"] { _ = context.insert("Note", ["text": text]) }
      try context.save()
      #expect((ada.value(forKey: "mentions") as? [NSManagedObject])?.count == 1)
      property.userInfo = ["wanted": "Nobody"]
      context.refresh(ada, mergeChanges: false)
      #expect((ada.value(forKey: "mentions") as? [NSManagedObject])?.count == 0)
    }
  }

  @Test func aPredicateThatCannotWorkStopsTheReadingProgram() async {
    await #expect(processExitsWith: .failure) {
      let stack = try Stack(
        StackKind.singles[0], model: FetchedPropertyTests.model("shoeSize > 3").0)
      let context = stack.context()
      context.performAndWait {
        let ada = context.insert("Person", ["firstName": "Ada"])
        _ = ada.value(forKey: "mentions")
      }
    }
  }
}
