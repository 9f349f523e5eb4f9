// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import CoreData

/// Makes the objects of a plan in a context.
struct GraphBuilder {
  let plan: DataPlan
  let context: NSManagedObjectContext
  private static let batch = 20_000

  /// Inserts and relates everything. What finding the values costs is not measured.
  /// - Returns: the objects by entity, in the plan's order.
  func build(_ stopwatch: Stopwatch) throws -> [[NSManagedObject]] {
    var objects: [[NSManagedObject]] = []
    for entity in plan.entities { objects.append(insert(entity, stopwatch)) }
    for link in plan.links { stopwatch.measure { relate(link, objects) } }
    return objects
  }

  private func insert(
    _ entity: EntityPlan, _ stopwatch: Stopwatch
  ) -> [NSManagedObject] {
    var objects: [NSManagedObject] = []
    objects.reserveCapacity(entity.count)
    for start in stride(from: 0, to: entity.count, by: Self.batch) {
      let rows = (start..<min(start + Self.batch, entity.count)).map(entity.values)
      stopwatch.measure {
        for row in rows {
          let object = NSManagedObject(entity: entity.entity, insertInto: context)
          entity.set(row, on: object)
          objects.append(object)
        }
      }
    }
    return objects
  }

  private func relate(_ link: LinkPlan, _ objects: [[NSManagedObject]]) {
    for index in 0..<link.sources.count {
      let (entity, number) = link.sources[index]
      let row = plan.entities[entity].row(number)
      let places = link.destinations(of: index, row: row, entity: entity)
      guard !places.isEmpty else { continue }
      let found = places.map { place in
        let (entity, number) = link.destinations[place]
        return objects[entity][number]
      }
      objects[entity][number].setValue(value(found, link.bond), forKey: link.bond.name)
    }
  }

  private func value(_ objects: [NSManagedObject], _ bond: Bond) -> Any? {
    guard bond.isToMany else { return objects.first }
    return bond.relationship.isOrdered ? NSOrderedSet(array: objects) : NSSet(array: objects)
  }
}
