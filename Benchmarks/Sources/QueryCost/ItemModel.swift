// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// Items on shelves in rooms of houses.
final class Item: NSManagedObject {
  @NSManaged var number: Int64
  @NSManaged var name: String?
  @NSManaged var kind: Int64
  @NSManaged var amount: Double
}

enum ItemModel {
  static func make() -> NSManagedObjectModel {
    let item = entity(
      "Item",
      [
        ("number", .integer64AttributeType), ("name", .stringAttributeType),
        ("kind", .integer64AttributeType), ("amount", .doubleAttributeType),
      ])
    item.managedObjectClassName = NSStringFromClass(Item.self)
    let places = ["Shelf", "Room", "House"].map {
      entity($0, [("number", .integer64AttributeType)])
    }
    join(item, "shelf", places[0], "items")
    join(places[0], "room", places[1], "shelves")
    join(places[1], "house", places[2], "rooms")
    index(item, "number")
    index(item, "name")
    index(places[2], "number")
    let model = NSManagedObjectModel()
    model.entities = [item] + places
    return model
  }

  private static func entity(
    _ name: String, _ attributes: [(String, NSAttributeType)]
  ) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.managedObjectClassName = "NSManagedObject"
    entity.properties = attributes.map { name, type in
      let attribute = NSAttributeDescription()
      (attribute.name, attribute.attributeType, attribute.isOptional) = (name, type, true)
      return attribute
    }
    return entity
  }

  private static func join(
    _ source: NSEntityDescription, _ name: String, _ destination: NSEntityDescription,
    _ inverseName: String
  ) {
    let (link, inverse) = (NSRelationshipDescription(), NSRelationshipDescription())
    (link.name, link.destinationEntity, link.maxCount) = (name, destination, 1)
    (inverse.name, inverse.destinationEntity, inverse.maxCount) = (inverseName, source, 0)
    (link.isOptional, inverse.isOptional) = (true, true)
    link.inverseRelationship = inverse
    inverse.inverseRelationship = link
    source.properties.append(link)
    destination.properties.append(inverse)
  }

  private static func index(_ entity: NSEntityDescription, _ name: String) {
    guard let property = entity.propertiesByName[name] else { return }
    let element = NSFetchIndexElementDescription(property: property, collationType: .binary)
    entity.indexes.append(NSFetchIndexDescription(name: "by_\(name)", elements: [element]))
  }
}

/// Fills a store through the library.
struct Filling {
  private let context: NSManagedObjectContext
  private let shape: Shape
  private static let step = 20_000

  init(_ context: NSManagedObjectContext, _ shape: Shape) {
    (self.context, self.shape) = (context, shape)
  }

  func run() throws {
    let houses = try places("House", Shape.houses, [], "") { _ in 0 }
    let rooms = try places("Room", shape.rooms, houses, "house", shape.house)
    let shelves = try places("Shelf", shape.shelves, rooms, "room", shape.room)
    for first in stride(from: 0, to: shape.rows, by: Self.step) {
      for place in first..<min(shape.rows, first + Self.step) { insert(place, shelves) }
      try context.save()
      context.reset()
    }
  }

  private func insert(_ place: Int, _ shelves: [NSManagedObjectID]) {
    let number = shape.number(place)
    let item = Item(context: context)
    item.number = Int64(number)
    item.name = shape.name(number)
    item.kind = Int64(shape.kind(number))
    item.amount = shape.amount(number)
    item.setValue(context.object(with: shelves[shape.shelf(number)]), forKey: "shelf")
  }

  private func places(
    _ entity: String, _ count: Int, _ parents: [NSManagedObjectID], _ link: String,
    _ parent: (Int) -> Int
  ) throws -> [NSManagedObjectID] {
    let objects = (0..<count).map { number in
      let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
      object.setValue(number, forKey: "number")
      if !parents.isEmpty {
        object.setValue(context.object(with: parents[parent(number)]), forKey: link)
      }
      return object
    }
    try context.save()
    let ids = objects.map(\.objectID)
    context.reset()
    return ids
  }
}
