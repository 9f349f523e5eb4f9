// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What policies find among the registered objects of a migration.
@Suite struct RegisteredObjectsTests {
  private static func things(_ last: String) -> String {
    "Owner\n  name String\nThing\n  title String\n  \(last) String"
  }

  private func things(_ pair: StorePair) throws -> Relocation {
    let scene = try Relocation(pair, Self.things("former"), Self.things("ownerName"))
    try scene.fill { context in
      _ = context.insert("Owner", ["name": "Ada"])
      for title in ["a", "b"] { _ = context.insert("Thing", ["title": title]) }
    }
    return scene
  }

  private func thing(_ policy: NSEntityMigrationPolicy.Type) -> NSEntityMapping {
    policy.register()
    return NSEntityMapping(
      "Thing", to: "Thing", attributes: ["title": "$source.title"],
      policy: String(describing: policy))
  }

  private func names(_ scene: Relocation) throws -> [String?] {
    try scene.read { try $0.all("Thing").map { $0.string("ownerName") } }
  }

  // R-PSC-584
  @Test(arguments: Relocation.sameKinds)
  func newObjectsStayFromMappingToMapping(_ pair: StorePair) throws {
    FindingMakerPolicy.register()
    let scene = try Relocation(
      pair, "Car\n  plate String\n  maker String\nTruck: Car\n  load String",
      """
      Maker
        name String!
        cars >> Car.createdBy
      Car
        plate String
        createdBy > Maker.cars
      Truck: Car
        load String
      """)
    try scene.fill { context in
      for entity in ["Car", "Truck"] { _ = context.insert(entity, ["maker": "BMW"]) }
    }
    try scene.migrate(
      ["Car", "Truck"].map {
        NSEntityMapping(
          $0, to: $0, attributes: ["plate": "$source.plate"], policy: "FindingMakerPolicy")
      })
    try scene.read { context in
      let makers = try context.all("Maker")
      #expect(makers.map { $0.objects("cars").count } == [2])
    }
  }

  // R-PSC-584
  @Test(arguments: Relocation.sameKinds)
  func sourcesStayFromMappingToMapping(_ pair: StorePair) throws {
    let scene = try things(pair)
    try scene.migrate([.copy("Owner"), thing(LookingBackPolicy.self)])
    #expect(try names(scene) == ["Ada", "Ada"])
  }

  // R-PSC-584
  @Test(arguments: Relocation.sameKinds)
  func newObjectsAreThereAtTheEnd(_ pair: StorePair) throws {
    let scene = try things(pair)
    try scene.migrate([.copy("Owner"), thing(ArchivingPolicy.self)])
    #expect(try names(scene) == ["archived", "archived"])
  }

  // R-PSC-584
  @Test(arguments: Relocation.sameKinds)
  func whatIsDeletedAtTheEndIsNotThere(_ pair: StorePair) throws {
    let scene = try things(pair)
    try scene.migrate([.copy("Owner"), thing(DroppingPolicy.self)])
    #expect(try names(scene).isEmpty)
    #expect(try scene.read { try $0.all("Owner").count } == 1)
  }

  // R-PSC-582, R-PSC-584: the objects of one mapping model are not those of the next one.
  @Test(arguments: Relocation.sameKinds)
  func eachMappingModelHasItsOwnObjects(_ pair: StorePair) throws {
    let scene = try things(pair)
    let manager = scene.manager()
    for title in ["a", "b"] {
      let mapping = thing(CountingPolicy.self)
      mapping.sourceExpression = NSExpression(
        format:
          "FETCH(FUNCTION($manager, 'fetchRequestForSourceEntityNamed:predicateString:', %@, %@), "
          + "$manager.sourceContext, NO)", argumentArray: ["Thing", "title = '\(title)'"])
      try scene.migrate([mapping], manager)
    }
    #expect(try names(scene) == ["1", "1"])
  }

  // R-PSC-581: nothing is left of what was held.
  @Test(arguments: Relocation.sameKinds, [Float(0.2), 0.5, 0.7])
  func aCancelledRunLeavesNothing(_ pair: StorePair, _ progress: Float) throws {
    let scene = try things(pair)
    let manager = scene.manager()
    manager.progressHandler = { manager in
      guard manager.migrationProgress >= progress else { return }
      manager.cancelMigrationWithError(PolicyFailure())
    }
    #expect(throws: PolicyFailure.self) {
      try scene.migrate([.copy("Owner"), thing(ArchivingPolicy.self)], manager)
    }
    #expect(try scene.files() == [scene.source.lastPathComponent])
  }

  private func plain(_ entity: String) -> NSEntityMapping {
    PlainPolicy.register()
    let mapping = NSEntityMapping.copy(entity)
    mapping.entityMigrationPolicyClassName = "PlainPolicy"
    return mapping
  }

  // R-PSC-575
  @Test(arguments: Relocation.sameKinds)
  func tooFewMembersOfHeldObjectsAreReported(_ pair: StorePair) throws {
    let former = "Item\n  name String\n  parts >> Part.item\nPart\n  item > Item.parts"
    let scene = try Relocation(
      pair, former, former.replacing("Part.item", with: "Part.item!"))
    try scene.fill { context in
      _ = context.insert("Item", ["name": "a"])
      context.insert("Part").setValue(context.insert("Item"), forKey: "item")
    }
    let error = try #require(throws: CocoaError.self) {
      try scene.migrate([plain("Item"), .copy("Part")])
    }
    let details = try #require(error.userInfo[NSDetailedErrorsKey] as? [any Error])
    #expect(
      details.map { ($0 as? CocoaError)?.code } == [.validationRelationshipLacksMinimumCount])
  }

  // R-PSC-584: constraints are looked at when everything is saved.
  @Test func duplicatesAmongHeldObjectsAreReported() throws {
    let scene = try Relocation(
      Relocation.sameKinds[0], "Item\n  place Int32", "Item\n  place Int32\n  unique place")
    try scene.fill { context in
      for _ in 0..<2 { _ = context.insert("Item", ["place": 1]) }
    }
    let error = try #require(throws: CocoaError.self) { try scene.migrate([plain("Item")]) }
    #expect(error.code == .migrationConstraintViolation)
    #expect(try scene.files() == [scene.source.lastPathComponent])
  }

  // R-PSC-584: relationships among more objects than a batch has.
  @Test(arguments: Relocation.sameKinds)
  func heldObjectsOfSeveralBatchesAreRelated(_ pair: StorePair) throws {
    let model = "Node\n  place Int32\n  next > Node.former\n  former > Node.next"
    let scene = try Relocation(pair, model, model + "\n  more String")
    let count = 1_100
    try scene.fill { context in
      let nodes = (0..<count).map { context.insert("Node", ["place": $0]) }
      for place in nodes.indices { nodes[place].setValue(nodes[count - 1 - place], forKey: "next") }
    }
    try scene.migrate([plain("Node")])
    try scene.read { context in
      let nodes = try context.all("Node", sortedBy: "place")
      let next = nodes.map {
        ($0.value(forKey: "next") as? NSManagedObject)?.value(forKey: "place")
      }
      #expect(next.compactMap { $0 as? Int } == Array((0..<count).reversed()))
    }
  }
}

/// Changes nothing.
final class PlainPolicy: NSEntityMigrationPolicy {}

/// Looks for a maker among the new objects, and makes one if there is none.
final class FindingMakerPolicy: NSEntityMigrationPolicy {
  override func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
    let context = manager.destinationContext
    let name = sInstance.string("maker") ?? ""
    let known = context.registeredObjects.first {
      !$0.isFault && $0.entity.name == "Maker" && $0.string("name") == name
    }
    let maker = known ?? context.insert("Maker", ["name": name])
    let cars = manager.destinationInstances(
      forEntityMappingName: mapping.name, sourceInstances: [sInstance])
    for car in cars { car.setValue(maker, forKey: "createdBy") }
  }
}

/// Looks for what an earlier mapping has brought over.
final class LookingBackPolicy: NSEntityMigrationPolicy {
  override func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
    let owner = manager.sourceContext.registeredObjects.first { $0.entity.name == "Owner" }
    let things = manager.destinationInstances(
      forEntityMappingName: mapping.name, sourceInstances: [sInstance])
    for thing in things { thing.setValue(owner?.string("name"), forKey: "ownerName") }
  }
}

/// The new things of a migration.
private func newThings(_ manager: NSMigrationManager) -> [NSManagedObject] {
  manager.destinationContext.registeredObjects.filter { $0.entity.name == "Thing" }
}

final class ArchivingPolicy: NSEntityMigrationPolicy {
  override func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {
    for thing in newThings(manager) { thing.setValue("archived", forKey: "ownerName") }
  }
}

final class DroppingPolicy: NSEntityMigrationPolicy {
  override func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {
    for thing in newThings(manager) { manager.destinationContext.delete(thing) }
  }
}

final class CountingPolicy: NSEntityMigrationPolicy {
  override func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {
    let things = newThings(manager)
    for thing in things { thing.setValue("\(things.count)", forKey: "ownerName") }
  }
}
