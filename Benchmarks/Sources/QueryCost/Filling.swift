// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

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
