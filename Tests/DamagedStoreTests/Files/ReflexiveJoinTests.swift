// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// Join tables of many-to-manys that are their own inverses.
@Suite struct ReflexiveJoinTests {
  private static func model() -> NSManagedObjectModel {
    let person = GarageModel.entity("Person", [GarageModel.attribute("firstName", .string)])
    let friends = NSRelationshipDescription()
    friends.name = "friends"
    friends.destinationEntity = person
    friends.maxCount = 0
    friends.isOptional = true
    friends.deleteRule = .nullifyDeleteRule
    person.properties.append(friends)
    friends.inverseRelationship = friends
    let model = NSManagedObjectModel()
    model.entities = [person]
    return model
  }

  // R-REQ-139
  @Test func aColumnNamedReflexiveIsTheOtherSide() throws {
    let kind = StackKind(name: "SQLite", stores: [(NSSQLiteStoreType, nil)])
    let stack = try Stack(kind, model: Self.model())
    try stack.run { context in
      let people = ["Ada", "Bob"].map { context.insert("Person", ["firstName": $0]) }
      people[0].mutableSetValue(forKey: "friends").add(people[1])
      try context.save()
    }
    let store = try #require(stack.coordinator.persistentStores.first)
    let url = try #require(store.url)
    try stack.coordinator.remove(store)
    #expect(
      try RawFile.run("ALTER TABLE Z_1FRIENDS RENAME COLUMN Z_1FRIENDS1 TO REFLEXIVE", at: url))
    try stack.coordinator.addPersistentStore(type: .sqlite, at: url)
    try stack.run { context in
      let people = try context.all("Person", sortedBy: "firstName")
      #expect(people[0].objects("friends") == [people[1]])
      #expect(people[1].objects("friends") == [people[0]])
      people[1].mutableSetValue(forKey: "friends").remove(people[0])
      try context.save()
    }
    #expect(try stack.run { try $0.all("Person", "friends.@count > 0").isEmpty })
  }
}
#endif
