// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Values by name: what goes in, what comes out, and as which types.
@Suite struct KeyValueTests {
  // R-CTX-006, R-CTX-203
  @Test(arguments: StackKind.all)
  func aNumberCastsToEveryNumericType(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    func check(_ person: NSManagedObject) {
      let value = person.value(forKey: "age")
      #expect(value is NSNumber)
      #expect(value as? Int == 1)
      #expect(value as? Int16 == 1)
      #expect(value as? Int32 == 1)
      #expect(value as? Int64 == 1)
      #expect(value as? Double == 1)
      #expect(value as? Float == 1)
      #expect(value as? Bool == true)
    }
    try stack.run { context in
      let person = context.insert("Person", ["firstName": "Ada", "age": Int32(1)])
      check(person)
      try context.save()
      check(person)
    }
    try stack.run { context in check(try context.only("Person")) }
  }

  // R-CTX-006
  @Test(arguments: StackKind.all)
  func foundationAndSwiftTypesBothComeOut(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let (date, badge) = (Date(timeIntervalSinceReferenceDate: 1.25), UUID())
    try stack.run { context in
      _ = context.insert("Person", ["firstName": "Ada", "updatedAt": date, "badge": badge])
      try context.save()
    }
    try stack.run { context in
      let person = try context.only("Person")
      #expect(person.value(forKey: "firstName") as? String == "Ada")
      #expect(person.value(forKey: "firstName") as? NSString == "Ada")
      #expect(person.value(forKey: "updatedAt") as? Date == date)
      #expect(person.value(forKey: "updatedAt") as? NSDate == date as NSDate)
      #expect(person.value(forKey: "badge") as? UUID == badge)
      #expect(person.value(forKey: "badge") as? NSUUID == badge as NSUUID)
    }
  }

  // R-CTX-202
  @Test(arguments: StackKind.all)
  func aKeyFindsThePropertyWithItsSetter(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      person.setValue("Grace", forKey: "FirstName")
      person.setValuesForKeys(["Age": 36])
      #expect(person.hasChanges)
      try context.save()
    }
    try stack.run { context in
      let person = try context.only("Person")
      #expect(person.string("firstName") == "Grace")
      #expect(person.value(forKey: "age") as? Int == 36)
    }
  }

  // R-CTX-007, R-CTX-200
  @Test(arguments: StackKind.all)
  func aToManyValueCastsToBothKindsOfSet(_ kind: StackKind) throws {
    let stack = try Stack.traced(kind)
    try stack.run { context in
      let club = context.insert("Club", ["title": "c"])
      #expect((club.value(forKey: "members") as? NSSet)?.count == 0)
      #expect((club.value(forKey: "waiting") as? NSOrderedSet)?.count == 0)
      club.setValue(Set([try context.traced()]), forKey: "members")
      #expect((club.value(forKey: "members") as? NSSet)?.count == 1)
      #expect((club.value(forKey: "members") as? Set<NSManagedObject>)?.count == 1)
      #expect((club.value(forKey: "members") as? Set<TracedPerson>)?.count == 1)
    }
  }

  // R-CTX-203
  @Test(arguments: StackKind.all)
  func numbersConvertFreelyAmongNumericAttributes(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      person.setValue(Double(41), forKey: "age")
      person.setValue(7, forKey: "balance")
      context.insert("Car", ["numberPlate": "A1"]).setValue(Int16(3), forKey: "price")
      try context.save()
    }
    try stack.run { context in
      let person = try context.only("Person")
      #expect(person.value(forKey: "age") as? Int == 41)
      #expect(person.value(forKey: "balance") as? NSDecimalNumber == 7)
      #expect(try context.only("Car").value(forKey: "price") as? Double == 3)
    }
  }

  // R-CTX-203
  @Test(arguments: StackKind.all)
  func nilClearsAValue(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let person = context.insert("Person", ["firstName": "Ada", "lastName": "L"])
      try context.save()
      person.setValue(nil, forKey: "lastName")
      person.setValue(nil, forKey: "age")
      #expect(person.value(forKey: "age") == nil)
      #expect(person.changedValues()["lastName"] is NSNull)
      try context.save()
    }
    try stack.run { context in
      let person = try context.only("Person")
      #expect(person.value(forKey: "lastName") == nil)
      #expect(person.value(forKey: "age") == nil)
    }
  }

  // R-CTX-203
  @Test func aValueOfTheWrongClassIsReported() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try inMemory { _ = $0.insert("Person", ["firstName": 5]) }
    }
    #expect(result?.reports("NSInvalidArgumentException") == true)
  }

  // R-CTX-203
  @Test func nullIsATypeError() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try inMemory { _ = $0.insert("Person", ["firstName": NSNull()]) }
    }
    #expect(result?.reports("NSInvalidArgumentException") == true)
  }

  // R-CTX-202
  @Test func anUnknownKeyIsReportedOnReading() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try inMemory { _ = try $0.traced().value(forKey: "nothing") }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("nothing"))
    #expect(text.contains("Person"))
  }

  // R-CTX-202
  @Test func anUnknownKeyIsReportedOnWriting() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try inMemory { try $0.traced().setValue(1, forKey: "nothing") }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("nothing"))
    #expect(text.contains("Person"))
  }

  // R-CTX-202
  @Test func objectIDAndSelfAreKeys() throws {
    try Stack(.singles[0]).run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      #expect(person.value(forKey: "objectID") as? NSManagedObjectID == person.objectID)
      #expect(person.value(forKey: "self") as? NSManagedObject === person)
    }
  }

  // R-CTX-205
  @Test(arguments: StackKind.all)
  func valuesAreCopiedIn(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let name = NSMutableString(string: "Ada")
      let person = context.insert("Person", ["firstName": name])
      name.append("!")
      #expect(person.string("firstName") == "Ada")
    }
  }

  // R-CTX-220
  @Test(arguments: StackKind.all)
  func changingASetThatWasReadChangesNoRelationship(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let club = context.insert("Club", ["title": "c"])
      let person = context.insert("Person", ["firstName": "Ada"])
      club.setValue([person] as Set, forKey: "members")
      var members = club.objects("members")
      members.removeAll()
      (club.value(forKey: "members") as? NSMutableSet)?.removeAllObjects()
      #expect(club.objects("members") == [person])
    }
  }

  // R-CTX-220
  @Test(arguments: StackKind.all)
  func accessorsGiveMutableCopiesToo(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let club = context.insert("Club", ["title": "c"])
      let people = ["Ada", "Grace"].map { context.insert("Person", ["firstName": $0]) }
      club.setValue(Set(people), forKey: "members")
      club.setValue(NSOrderedSet(array: people), forKey: "waiting")
      let members: NSSet? = club._get(GeneratedProperty("members", slot: .max, hash: 0))
      let waiting: NSOrderedSet? = club._get(GeneratedProperty("waiting", slot: .max, hash: 0))
      (members as? NSMutableSet)?.remove(people[0])
      (waiting as? NSMutableOrderedSet)?.removeObject(at: 0)
      #expect(members?.allObjects as? [NSManagedObject] == [people[1]])
      #expect(waiting?.array as? [NSManagedObject] == [people[1]])
      #expect(club.objects("members") == Set(people))
    }
  }

  // R-CTX-220
  @Test(arguments: StackKind.all)
  func aSetThatWasReadIsAddedToAndSet(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let club = context.insert("Club", ["title": "c"])
      let people = ["Ada", "Grace"].map { context.insert("Person", ["firstName": $0]) }
      for person in people {
        let members = club.value(forKey: "members") as? NSMutableSet ?? NSMutableSet()
        members.add(person)
        club.setValue(members, forKey: "members")
      }
      #expect(club.objects("members") == Set(people))
    }
  }

  // R-CTX-218
  @Test(arguments: StackKind.all)
  func keyPathsCrossRelationshipsAndAggregate(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      for (plate, price) in [("A", 10.0), ("B", 20), ("C", 20)] {
        context.insert("Car", ["numberPlate": plate, "price": price, "maker": "Opel"])
          .setValue(person, forKey: "owner")
      }
      try context.save()
    }
    try stack.run { context in
      let person = try context.only("Person")
      let car = try #require(person.objects("cars").first)
      #expect(car.value(forKeyPath: "owner.firstName") as? String == "Ada")
      #expect((person.value(forKeyPath: "cars.numberPlate") as? Set<String>) == ["A", "B", "C"])
      #expect((person.value(forKeyPath: "cars.@count") as? NSNumber)?.intValue == 3)
      #expect((person.value(forKeyPath: "cars.@sum.price") as? NSNumber)?.doubleValue == 50)
      #expect((person.value(forKeyPath: "cars.@min.price") as? NSNumber)?.doubleValue == 10)
      #expect((person.value(forKeyPath: "cars.@max.price") as? NSNumber)?.doubleValue == 20)
      car.setValue("Grace", forKeyPath: "owner.firstName")
      #expect(person.string("firstName") == "Grace")
    }
  }

  // R-CTX-218: as Foundation's collections do it
  @Test(arguments: StackKind.all)
  func aKeyPathThroughAToManySetsTheKeyOfEachMember(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      let cars = ["A", "B"].map { context.insert("Car", ["numberPlate": $0]) }
      for car in cars { car.setValue(person, forKey: "owner") }
      person.setValue("Opel", forKeyPath: "cars.maker")
      #expect(cars.map { $0.string("maker") } == ["Opel", "Opel"])
      cars[0].setValue(12.5, forKeyPath: "owner.cars.price")
      #expect(cars.map { $0.value(forKey: "price") as? Double } == [12.5, 12.5])
    }
  }

  // R-CTX-218
  @Test(arguments: StackKind.all)
  func setsLeaveNilOutAndMeansCountItAsZero(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      for (plate, price) in [("A", 10.0), ("B", nil), ("C", 20)] as [(String, Double?)] {
        let car = context.insert("Car", ["numberPlate": plate])
        car.setValue(price, forKey: "price")
        car.setValue(plate == "A" ? "Opel" : nil, forKey: "maker")
        car.setValue(person, forKey: "owner")
      }
      #expect(person.value(forKeyPath: "cars.maker") as? Set<String> == ["Opel"])
      #expect((person.value(forKeyPath: "cars.@avg.price") as? NSNumber)?.doubleValue == 10)
      #expect((person.value(forKeyPath: "cars.@sum.price") as? NSNumber)?.doubleValue == 30)
      let car = try #require(person.objects("cars").first)
      #expect((car.value(forKeyPath: "owner.cars.@avg.price") as? NSNumber)?.doubleValue == 10)
    }
  }

  // R-CTX-051
  @Test(arguments: StackKind.all)
  func severalValuesAreReadAndSetAtOnce(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let person = context.insert("Person")
      person.setValuesForKeys(["firstName": "Ada", "age": 36])
      person["lastName"] = "Lovelace"
      let values = person.dictionaryWithValues(forKeys: ["firstName", "age", "balance", "age"])
      #expect(values.count == 3)
      #expect(values["firstName"] as? String == "Ada")
      #expect(values["age"] as? Int == 36)
      #expect(values["balance"] is NSNull)
      #expect(person["lastName"] as? String == "Lovelace")
    }
  }

  // R-CTX-051: what an object tells of itself has keys too, in predicates also
  @Test(arguments: StackKind.all)
  func theStateOfAnObjectHasKeys(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      #expect(person.value(forKey: "isInserted") as? Bool == true)
      #expect(person.value(forKey: "managedObjectContext") as? NSManagedObjectContext === context)
      #expect(person.value(forKeyPath: "objectID.isTemporaryID") as? Bool == true)
      #expect(person.value(forKeyPath: "objectID.entity.name") as? String == "Person")
      try context.save()
      #expect(person.value(forKey: "isInserted") as? Bool == false)
      #expect(person.value(forKey: "hasChanges") as? Bool == false)
      let uri = person.objectID.uriRepresentation()
      #expect(person.value(forKeyPath: "objectID.URIRepresentation") as? URL == uri)
      context.refresh(person, mergeChanges: false)
      #expect(NSPredicate(format: "isFault == YES AND isDeleted == NO").evaluate(with: person))
      #expect(person.isFault)
    }
  }

  // R-CTX-051: all that a mutable array can do is one change of the relationship.
  @Test(arguments: StackKind.all)
  func liveArraysCanBeOrderedAndReplaced(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let people = ["a", "b", "c", "d"].map { context.insert("Person", ["lastName": $0]) }
      let club = context.insert("Club", ["waiting": NSOrderedSet(array: people)])
      let waiting = club.mutableArrayValue(forKey: "waiting")
      func names() -> String {
        let all = club.value(forKey: "waiting") as? NSOrderedSet ?? []
        return all.array.compactMap { ($0 as? NSManagedObject)?.string("lastName") }.joined()
      }
      waiting.exchangeObject(at: 0, withObjectAt: 3)
      #expect(names() == "dbca")
      waiting.sort(using: [NSSortDescriptor(key: "lastName", ascending: true)])
      #expect(names() == "abcd")
      waiting.replaceObjects(in: NSRange(location: 1, length: 2), withObjectsFrom: [people[2]])
      #expect(names() == "acd")
      waiting.replaceObjects(at: IndexSet(integer: 0), with: [people[1]])
      #expect(names() == "bcd")
      waiting.setArray([people[3], people[0]])
      #expect(names() == "da")
      waiting.sort(comparator: { first, second in
        let texts = [first, second].map { ($0 as? NSManagedObject)?.string("lastName") ?? "" }
        return texts[0].compare(texts[1])
      })
      #expect(names() == "ad")
      waiting.removeAllObjects()
      #expect(names().isEmpty)
      waiting.addObjects(from: people)
      #expect(names() == "abcd")
      waiting.removeObjects(in: NSRange(location: 0, length: 2))
      #expect(names() == "cd")
    }
  }

  // R-CTX-051: of the object that the path leads to
  @Test(arguments: StackKind.all)
  func liveCollectionsAreThereByPath(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let (person, car) = (context.insert("Person"), context.insert("Car", ["numberPlate": "1"]))
      let club = context.insert("Club")
      car.setValue(person, forKey: "owner")
      car.mutableSetValue(forKeyPath: "owner.clubs").add(club)
      #expect((person.value(forKey: "clubs") as? Set<NSManagedObject>) == [club])
      person.mutableSetValue(forKeyPath: "clubs").remove(club)
      #expect((person.value(forKey: "clubs") as? Set<NSManagedObject>)?.isEmpty == true)
      club.mutableOrderedSetValue(forKeyPath: "waiting").add(person)
      #expect(club.mutableArrayValue(forKeyPath: "waiting").count == 1)
    }
  }

  // R-CTX-051: as `NSStringFromClass` names a class
  @Test(arguments: StackKind.all)
  func anEntityIsFoundByTheNameOfItsClassInAModule(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let person = NSEntityDescription.insertNewObject(
        forEntityName: "Garage.Person", into: context)
      person.setValue("Ada", forKey: "firstName")
      try context.save()
      #expect(person.entity.name == "Person")
      let request = NSFetchRequest<NSManagedObject>(entityName: "Garage.Person")
      #expect(try context.fetch(request) == [person])
      #expect(NSEntityDescription.entity(forEntityName: "Garage.Nobody", in: context) == nil)
    }
  }
}
