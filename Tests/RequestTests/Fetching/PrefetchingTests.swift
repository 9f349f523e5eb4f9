// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Prefetching changes no answers. // R-REQ-022
@Suite struct PrefetchingTests {
  private func request(_ entity: String, _ keys: [String]) -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.relationshipKeyPathsForPrefetching = keys
    return request
  }

  /// One person with a passport and a car, and another passport and another car of nobody.
  private func stack(_ kind: StackKind) throws -> Stack {
    let stack = try Stack(kind)
    try stack.run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      context.insert("Passport", ["number": "1"]).setValue(person, forKey: "holder")
      _ = context.insert("Passport", ["number": "2"])
      context.insert("Car", ["numberPlate": "1"]).setValue(person, forKey: "owner")
      _ = context.insert("SportCar", ["numberPlate": "2"])
      try context.save()
    }
    return stack
  }

  /// Another context gives the person the other passport and both cars.
  private func change(_ stack: Stack) throws {
    try stack.run { context in
      let person = try context.only("Person")
      person.setValue("Augusta", forKey: "firstName")
      person.setValue(try context.all("Passport", "number == '2'")[0], forKey: "passport")
      for car in try context.all("Car") { car.setValue(person, forKey: "owner") }
      try context.save()
    }
  }

  // R-CTX-761: faults fire with what the store has.
  @Test(arguments: StackKind.everyStore, [false, true])
  func aFaultFollowsAMergeWithItsRelationships(_ kind: StackKind, _ isChild: Bool) throws {
    let stack = try stack(kind)
    let parent = stack.context()
    let context = isChild ? Family.child(of: parent) : parent
    for one in [parent, context] { one.automaticallyMergesChangesFromParent = true }
    let person = try context.performAndWait {
      try #require(try context.fetch(request("Person", ["cars", "passport"])).first)
    }
    try change(stack)
    // A merge waits its turn in the queue: first the parent's, then the child's.
    parent.performAndWait {}
    context.performAndWait {
      #expect(person.string("firstName") == "Augusta")
      #expect((person.value(forKey: "passport") as? NSManagedObject)?.string("number") == "2")
      #expect(person.objects("cars").count == 2)
    }
  }

  // R-REQ-026
  @Test(arguments: StackKind.everyStore)
  func prefetchingAgainBringsWhatIsThereNow(_ kind: StackKind) throws {
    let stack = try stack(kind)
    try stack.run { context in
      let people = try context.fetch(request("Person", ["cars", "passport"]))
      try change(stack)
      #expect(people.first?.isFault == true)
      #expect(try context.fetch(request("Person", ["cars", "passport"])) == people)
      #expect(people.first?.objects("cars").count == 2)
      let passport = people.first?.value(forKey: "passport") as? NSManagedObject
      #expect(passport?.string("number") == "2")
    }
  }

  // R-REQ-026
  @Test(arguments: StackKind.everyStore)
  func aFetchWithoutPrefetchingBringsItToo(_ kind: StackKind) throws {
    let stack = try stack(kind)
    try stack.run { context in
      let people = try context.fetch(request("Person", ["cars", "passport"]))
      try change(stack)
      #expect(try context.fetch(request("Person", [])) == people)
      #expect(people.first?.string("firstName") == "Augusta")
      #expect(people.first?.objects("cars").count == 2)
      let passport = people.first?.value(forKey: "passport") as? NSManagedObject
      #expect(passport?.string("number") == "2")
    }
  }

  @Test(arguments: StackKind.everyStore, ["nothing", "firstName", "cars.nothing", "cars.price"])
  func aWrongPathIsPassedOver(_ kind: StackKind, _ path: String) throws {
    let stack = try stack(kind)
    try stack.run { context in
      let people = try context.fetch(request("Person", [path, "cars"]))
      #expect(people.map { $0.string("firstName") } == ["Ada"])
      // What the other path names is there all the same.
      #expect(people.first?.hasFault(forRelationshipNamed: "cars") == false)
    }
  }

  /// Which object comes first does not matter.
  @Test(arguments: StackKind.everyStore, [true, false])
  func aRelationshipOfASubentityIsPrefetchedWhereItIs(_ kind: StackKind, _ up: Bool) throws {
    let model = GarageModel.make()
    let car = try #require(model.entitiesByName["SportCar"])
    let club = try #require(model.entitiesByName["Club"])
    GarageModel.relate(
      car, name: "victories", many: true, rule: .nullifyDeleteRule, to: club,
      inverseName: "winner", many: false)
    GarageModel.relate(
      car, name: "sponsor", many: false, rule: .nullifyDeleteRule, to: club,
      inverseName: "sponsored", many: true)
    let stack = try Stack(kind, model: model)
    try stack.run { context in
      _ = context.insert(
        "Car", ["numberPlate": "a", "maker": "Fiat", "model": "500", "price": 1.0])
      let car = context.insert("SportCar", ["numberPlate": "b", "maker": "Lotus"])
      let club = context.insert("Club", ["title": "C"])
      club.setValue(car, forKey: "winner")
      car.setValue(club, forKey: "sponsor")
      try context.save()
    }
    try stack.run { context in
      let prefetching = request("Car", ["victories.members", "sponsor", "owner"])
      prefetching.sortDescriptors = [NSSortDescriptor(key: "numberPlate", ascending: up)]
      let cars = try context.fetch(prefetching)
      #expect(
        cars.compactMap { $0.string("maker") } == (up ? ["Fiat", "Lotus"] : ["Lotus", "Fiat"]))
      let sport = try #require(cars.first { $0.entity.name == "SportCar" })
      #expect(sport.objects("victories").count == 1)
      #expect((sport.value(forKey: "sponsor") as? NSManagedObject)?.string("title") == "C")
    }
  }
}
