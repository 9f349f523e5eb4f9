// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

@Suite struct SeveralMappingsTests {
  private static let former = """
    Item
      name String
      parts >> Part.item
    Part
      item > Item.parts
    """
  private static let present = """
    Item
      name String
      size Int32
      parts >> Part.item
    Part
      item > Item.parts
    """

  private func scene(_ pair: StorePair) throws -> Relocation {
    let scene = try Relocation(pair, Self.former, Self.present)
    try scene.fill { context in
      for name in ["a", "b", "c"] {
        context.insert("Part").setValue(context.insert("Item", ["name": name]), forKey: "item")
      }
    }
    return scene
  }

  private func some(_ entity: String, _ predicate: String) -> NSEntityMapping {
    let mapping = NSEntityMapping.copy(entity)
    mapping.sourceExpression = NSExpression(
      format:
        "FETCH(FUNCTION($manager, 'fetchRequestForSourceEntityNamed:predicateString:', %@, %@), "
        + "$manager.sourceContext, NO)", argumentArray: [entity, predicate])
    return mapping
  }

  // R-PSC-582
  @Test(arguments: Relocation.sameKinds)
  func oneManagerMigratesPartByPart(_ pair: StorePair) throws {
    let scene = try scene(pair)
    let manager = scene.manager()
    try scene.migrate([some("Item", "name < 'b'"), some("Part", "item.name < 'b'")], manager)
    manager.reset()
    try scene.migrate([some("Item", "name >= 'b'"), some("Part", "item.name >= 'b'")], manager)
    try scene.read { context in
      let items = try context.all("Item", sortedBy: "name")
      #expect(items.map { $0.string("name") } == ["a", "b", "c"])
      #expect(items.map { $0.objects("parts").count } == [1, 1, 1])
    }
  }

  // R-PSC-579: any collection of objects is a source.
  @Test(arguments: [
    "FETCH(FUNCTION($manager, 'fetchRequestForSourceEntityNamed:predicateString:', 'Item', "
      + "'TRUEPREDICATE'), $manager.sourceContext, NO)",
    "SUBQUERY(FETCH(FUNCTION($manager, 'fetchRequestForSourceEntityNamed:predicateString:', 'Item', "
      + "'TRUEPREDICATE'), $manager.sourceContext, NO), $item, $item.name != 'z')",
  ])
  func sourcesAreWhatAnExpressionYields(_ format: String) throws {
    let scene = try scene(Relocation.sameKinds[0])
    let mapping = NSEntityMapping.copy("Item")
    mapping.sourceExpression = NSExpression(format: format)
    try scene.migrate([mapping])
    let count = try scene.read { try $0.all("Item").count }
    #expect(count == 3)
  }

  // R-PSC-578, R-PSC-580: several mappings of one entity, each with objects of its own.
  @Test func objectsOfSubentitiesBelongToTheirOwnMapping() throws {
    let former = """
      Vehicle
        name String
        rider > Rider.vehicles
      Bike: Vehicle
        gears Int32
      Rider
        name String
        vehicles >> Vehicle.rider
      """
    let scene = try Relocation(
      Relocation.sameKinds[0], former, former.replacing("gears Int32", with: "gears Int64"))
    try scene.fill { context in
      let rider = context.insert("Rider", ["name": "r"])
      context.insert("Vehicle", ["name": "v"]).setValue(rider, forKey: "rider")
      context.insert("Bike", ["name": "b", "gears": 7]).setValue(rider, forKey: "rider")
    }
    try scene.migrate([.copy("Vehicle"), .copy("Bike"), .copy("Rider")])
    try scene.read { context in
      let vehicles = try context.all("Vehicle", sortedBy: "name")
      #expect(vehicles.map { $0.entity.name } == ["Bike", "Vehicle"])
      #expect(vehicles[0].value(forKey: "gears") as? Int == 7)
      let rider = try context.all("Rider").first
      #expect(rider?.objects("vehicles") == Set(vehicles))
    }
  }
}
