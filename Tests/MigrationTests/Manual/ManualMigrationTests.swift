// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

@Suite struct ManualMigrationTests {
  private static let former = """
    Person
      name String
      age Int32
      photo Data external
      home Transformable
      cars >>> Car.owner
      friends >> Person.admirers
      admirers >> Person.friends
    Car
      title String
      price Decimal
      owner > Person.cars
    """
  private static let present = """
    Human
      fullName String!
      years Double
      photo Data external
      home Transformable
      carCount Int64 derived vehicles.@count
      vehicles >>> Vehicle.holder
      friends >> Human.admirers
      admirers >> Human.friends
    Vehicle
      title String
      price Decimal
      holder > Human.vehicles!
    """

  private static let lookup =
    "FUNCTION($manager, 'destinationInstancesForEntityMappingNamed:sourceInstances:', "

  private static var mappings: [NSEntityMapping] {
    [
      NSEntityMapping(
        "Person", to: "Human",
        attributes: [
          "fullName": "uppercase:($source.name)", "years": "$source.age + 0.5",
          "photo": "$source.photo", "home": "$source.home",
        ],
        relationships: [
          "vehicles": lookup + "'Car->Vehicle', $source.cars)",
          "friends": lookup + "'Person->Human', $source.friends)",
        ]),
      NSEntityMapping(
        "Car", to: "Vehicle", attributes: ["title": "$source.title", "price": "$source.price"],
        relationships: ["holder": lookup + "'Person->Human', $source.owner)"]),
    ]
  }

  private static func fill(_ context: NSManagedObjectContext) {
    var people: [NSManagedObject] = []
    for number in 0..<5 {
      let person = context.insert(
        "Person",
        [
          "name": "p\(number)", "age": number, "home": ["street \(number)"] as NSArray,
          "photo": Data(repeating: UInt8(number), count: number * 100_000),
        ])
      let cars = (0..<number).map { place in
        context.insert(
          "Car",
          ["title": "c\(number)\(9 - place)", "price": NSDecimalNumber(string: "1.\(place)")])
      }
      person.setValue(NSOrderedSet(array: cars), forKey: "cars")
      people.append(person)
    }
    people[0].setValue(Set([people[1], people[2]]), forKey: "friends")
    context.insert("Car", ["title": "nobody's"]).setValue(people[0], forKey: "owner")
  }

  // R-PSC-571, R-PSC-573, R-PSC-574, R-PSC-579
  @Test(arguments: StorePair.durable)
  func everyThingComesOver(_ pair: StorePair) throws {
    let scene = try Relocation(pair, Self.former, Self.present)
    try scene.fill(Self.fill)
    try scene.migrate(Self.mappings)
    try scene.read { context in
      let people = try context.all("Human", sortedBy: "fullName")
      #expect(people.map { $0.string("fullName") } == ["P0", "P1", "P2", "P3", "P4"])
      #expect(people.map { $0.value(forKey: "years") as? Double } == [0.5, 1.5, 2.5, 3.5, 4.5])
      #expect(people[3].value(forKey: "photo") as? Data == Data(repeating: 3, count: 300_000))
      #expect(people[3].value(forKey: "home") as? [String] == ["street 3"])
      #expect(people[0].objects("friends") == [people[1], people[2]])
      #expect(people[1].objects("admirers") == [people[0]])
      let cars = try #require(people[4].value(forKey: "vehicles") as? NSOrderedSet)
      let titles = cars.compactMap { ($0 as? NSManagedObject)?.string("title") }
      #expect(titles == ["c49", "c48", "c47", "c46"])
      #expect(people.map { $0.value(forKey: "carCount") as? Int } == [1, 1, 2, 3, 4])
      let car = try #require(try context.all("Vehicle", "title = 'c38'").first)
      #expect(car.value(forKey: "price") as? NSDecimalNumber == NSDecimalNumber(string: "1.1"))
      #expect(car.value(forKey: "holder") as? NSManagedObject === people[3])
    }
    let left = try scene.readSource { try $0.all("Car").count }
    #expect(left == 11)
  }

  // R-PSC-571
  @Test(arguments: StorePair.durable)
  func aNewFileHasTheMetadataOfClients(_ pair: StorePair) throws {
    let scene = try Relocation(pair, "Item\n  name String", "Item\n  name String\n  size Int32")
    try scene.fill { _ = $0.insert("Item", ["name": "new"]) }
    typealias Coordinator = NSPersistentStoreCoordinator
    let types = [pair.first, pair.second].map { NSPersistentStore.StoreType(rawValue: $0) }
    var former = try Coordinator.metadataForPersistentStore(type: types[0], at: scene.source)
    former["owner"] = "me"
    try Coordinator.setMetadata(former, type: types[0], at: scene.source)
    try scene.migrate([.copy("Item")])
    let present = try Coordinator.metadataForPersistentStore(
      type: types[1], at: scene.destination)
    #expect(present["owner"] as? String == "me")
    #expect(present[NSStoreUUIDKey] as? String != former[NSStoreUUIDKey] as? String)
    #expect(present[NSStoreTypeKey] as? String == pair.second)
    #expect(scene.present.isConfiguration(withName: nil, compatibleWithStoreMetadata: present))
  }

  // R-PSC-571: what is there stays.
  @Test(arguments: Relocation.sameKinds)
  func objectsAreAddedToAnExistingStore(_ pair: StorePair) throws {
    let scene = try Relocation(pair, "Item\n  name String", "Item\n  name String\n  size Int32")
    try scene.fill { _ = $0.insert("Item", ["name": "new"]) }
    try Relocation.use(scene.present, pair.second, scene.destination) { context in
      _ = context.insert("Item", ["name": "old", "size": 7])
      try context.save()
    }
    try scene.migrate([.copy("Item")])
    try scene.read { context in
      let items = try context.all("Item", sortedBy: "name")
      #expect(items.map { $0.string("name") } == ["new", "old"])
      #expect(items[1].value(forKey: "size") as? Int == 7)
    }
  }

  // R-PSC-572
  @Test(arguments: Relocation.sameKinds)
  func valuesOfUnknownTransformersStayAsTheyAre(_ pair: StorePair) throws {
    let scene = try Relocation(
      pair, "Item\n  shape Transformable", "Item\n  shape Transformable\n  size Int32")
    let name = "CDMUpside\(pair.first)"
    for model in [scene.former, scene.present] {
      model.entitiesByName["Item"]?.attributesByName["shape"]?.valueTransformerName = name
    }
    try Upside.registered(as: name) {
      try scene.fill { _ = $0.insert("Item", ["shape": "abc" as NSString]) }
    }
    try scene.migrate([.copy("Item")])
    try Upside.registered(as: name) {
      let shape = try scene.read { try $0.all("Item").first?.string("shape") }
      #expect(shape == "abc")
    }
  }

  // R-PSC-584: batches, and what stays of associations when objects are let go.
  @Test(arguments: Relocation.sameKinds)
  func relationshipsReachAcrossBatches(_ pair: StorePair) throws {
    let scene = try Relocation(
      pair, "Node\n  place Int32\n  next > Node.former\n  former > Node.next",
      "Node\n  place Int32\n  next > Node.former\n  former > Node.next\n  more String")
    let count = 2_500
    try scene.fill { context in
      let nodes = (0..<count).map { context.insert("Node", ["place": $0]) }
      for place in nodes.indices { nodes[place].setValue(nodes[count - 1 - place], forKey: "next") }
    }
    try scene.migrate([.copy("Node")])
    try scene.read { context in
      let nodes = try context.all("Node", sortedBy: "place")
      #expect(nodes.count == count)
      #expect(
        nodes.enumerated().allSatisfy { place, node in
          node.value(forKey: "next") as? NSManagedObject === nodes[count - 1 - place]
        })
    }
  }

  // R-PSC-580
  @Test func additionsAndRemovalsMakeNothing() throws {
    let scene = try Relocation(
      Relocation.sameKinds[0], "Gone\n  a String\nSame\n  a String",
      "New\n  a String\nSame\n  a String")
    try scene.fill { context in
      for name in ["Gone", "Same"] { _ = context.insert(name, ["a": name]) }
    }
    try scene.migrate([
      NSEntityMapping(nil, to: "New", .addEntityMappingType),
      NSEntityMapping("Gone", to: nil, .removeEntityMappingType), .copy("Same"),
    ])
    let names = try scene.read { try $0.all("Same").map { $0.string("a") } }
    #expect(names == ["Same"])
    let new = try scene.read { try $0.all("New").count }
    #expect(new == 0)
  }

  // R-PSC-571
  @Test(arguments: Relocation.sameKinds)
  func aDestroyedStoreIsNoDestination(_ pair: StorePair) throws {
    let scene = try Relocation(pair, "Same\n  a String", "Same\n  a String\n  b String")
    try scene.fill { _ = $0.insert("Same", ["a": "x"]) }
    try scene.migrate([.copy("Same")])
    try NSPersistentStoreCoordinator(managedObjectModel: scene.present).destroyPersistentStore(
      at: scene.destination, ofType: pair.second)
    try scene.migrate([.copy("Same")])
    #expect(try scene.read { try $0.all("Same").count } == 1)
  }

  // R-PSC-533, R-PSC-583: an inferred mapping between stores of two types goes object by object.
  @Test(arguments: StorePair.durable.filter { $0.first != $0.second })
  func inferredMappingsWork(_ pair: StorePair) throws {
    let scene = try Relocation(
      pair, "Car\n  name String\n  owner > Owner.cars\nOwner\n  name String\n  cars >> Car.owner",
      """
      Vehicle was Car
        title String! = "none" was name
        owner > Owner.vehicles
      Owner
        name String
        vehicles >> Vehicle.owner was cars
      """)
    try scene.fill { context in
      let owner = context.insert("Owner", ["name": "o"])
      context.insert("Car", ["name": "a"]).setValue(owner, forKey: "owner")
      _ = context.insert("Car")
    }
    let inferred = try NSMappingModel.inferredMappingModel(
      forSourceModel: scene.former, destinationModel: scene.present)
    try scene.migrate(inferred.entityMappings)
    try scene.read { context in
      let cars = try context.all("Vehicle", sortedBy: "title")
      #expect(cars.map { $0.string("title") } == ["a", "none"])
      #expect((cars[0].value(forKey: "owner") as? NSManagedObject)?.objects("vehicles").count == 1)
    }
  }
}

/// Turns texts upside down.
private final class Upside: ValueTransformer, @unchecked Sendable {
  static func registered<T>(as name: String, _ body: () throws -> T) rethrows -> T {
    let name = NSValueTransformerName(name)
    setValueTransformer(Upside(), forName: name)
    defer { setValueTransformer(nil, forName: name) }
    return try body()
  }

  override func transformedValue(_ value: Any?) -> Any? {
    (value as? String).map { Data($0.utf8.reversed()) }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    (value as? Data).map { String(decoding: $0.reversed(), as: UTF8.self) }
  }
}
